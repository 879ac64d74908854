"""The tabs of the settings, and what their pages have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render, resolve_url
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.identity.sessions import player
from accounts.notifications import preferences
from accounts.users.models import User


@dataclass(frozen=True)
class Tab:
    """A tab: the name of its address and of its template, its title, its icon."""

    view_name: str
    name: str
    title: Promise
    icon: str
    for_guests: bool = True


PLAY = Tab("account_settings", "play", pgettext_lazy("settings", "Play"), "compass")
NOTIFICATIONS = Tab("settings_notifications", "notifications", gettext_lazy("Notifications"), "bell")
ACCOUNT = Tab("settings_account", "account", gettext_lazy("Account"), "person")
PRIVACY = Tab("settings_privacy", "privacy", gettext_lazy("Privacy"), "lock")
DEVELOPERS = Tab("settings_developers", "developers", gettext_lazy("Developers"), "chip", for_guests=False)
TABS = (PLAY, NOTIFICATIONS, ACCOUNT, PRIVACY, DEVELOPERS)


def show(
    request: HttpRequest,
    tab: Tab,
    values: Mapping[str, Any],
    *,
    page: str = "",
    refused: preferences.Unfit | None = None,
) -> HttpResponse:
    """Return the page of a tab, or another `page` below it, with 400 and the sentence if its form was refused."""
    user = player(request)
    tabs = [one for one in TABS if one.for_guests or not user.is_guest]
    template = f"account/settings/{page or tab.name}.html"
    shown = {"tabs": tabs, "tab": tab, "refused": refused, **values}
    return render(request, template, shown, status=400 if refused else 200)


def form_page(
    request: HttpRequest,
    tab: Tab,
    read: Callable[[QueryDict, User], dict[str, Any]],
    values: Callable[[User], dict[str, Any]],
    *,
    page: str = "",
) -> HttpResponse:
    """Show a form of preferences; a POST stores what `read` finds in it and returns to the tab.

    `read` raises Unfit for what cannot be read. After a refusal the form shows the input again.
    """
    user = player(request)
    if request.method != "POST":
        return show(request, tab, values(user), page=page)
    try:
        preferences.change(user.pk, read(request.POST, user))
    except preferences.Unfit as unfit:
        return show(request, tab, {**values(user), **_typed(request.POST)}, page=page, refused=unfit)
    messages.success(request, _("Your settings are saved."))
    return HttpResponseRedirect(resolve_url(tab.view_name))


_TYPED = ("night_from", "night_to", "digest_minute", "zone")


def _typed(form: QueryDict) -> dict[str, str]:
    """Return the input of a refused form, to be shown again."""
    return {name: form.get(name, "")[:64] for name in _TYPED if name in form}


def minute_of(name: str, text: str) -> int:
    """Return the minute of the day for a time like 08:30. Raise Unfit for anything else."""
    hours, _colon, minutes = text.partition(":")
    digits = [part for part in (hours, minutes[:2]) if part.isascii() and part.isdecimal() and len(part) <= 2]
    if len(digits) != 2 or int(digits[0]) > 23 or int(digits[1]) > 59:
        raise preferences.Unfit(name, _("“%(value)s” is not a time of day like 08:30.") % {"value": text[:20]})
    return int(digits[0]) * 60 + int(digits[1])


def time_of(minute: int | None) -> str:
    """Return the value of a time field: `08:30`, or "" for None."""
    return "" if minute is None else f"{minute // 60:02}:{minute % 60:02}"


def posted_row(request: HttpRequest) -> int:
    """Return the number in the form's field `row`, 0 if it is none."""
    text = request.POST.get("row", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0
