"""The settings page: notification preferences, devices and webhooks. Only Web Push needs scripts."""

from __future__ import annotations

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity.sessions import player
from accounts.notifications import preferences, webhook_addresses
from accounts.notifications import web_push as webpush
from accounts.notifications.models import Challenges, PushDevice, Webhook
from accounts.notifications.notification_kinds_and_defaults import EMAIL, EMAIL_MODES, KINDS, SWITCHES, WEBHOOK
from accounts.users import addresses, blocks
from accounts.users.models import User


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def account_settings(request: HttpRequest) -> HttpResponse:
    """Show the settings; a POST stores them."""
    user = player(request)
    refused: preferences.Unfit | None = None
    if request.method == "POST":
        try:
            preferences.change(user.pk, read_form(request.POST, guest=user.is_guest))
        except preferences.Unfit as unfit:
            refused = unfit
        else:
            messages.success(request, _("Your settings are saved."))
            return HttpResponseRedirect(resolve_url("account_settings"))
    values = {**page_values(user), "refused": refused, **(_typed(request.POST) if refused else {})}
    return render(request, "account/settings.html", values, status=400 if refused else 200)


def read_form(form: QueryDict, *, guest: bool) -> dict[str, Any]:
    """Return the form's preferences, for `preferences.change`. A guest's form has neither e-mail nor webhooks.

    Raise Unfit for an invalid time.
    """
    matrix: dict[str, dict[str, Any]] = {}
    for kind in KINDS:
        switches = [channel for channel in SWITCHES if not (guest and channel == WEBHOOK)]
        matrix[kind] = {channel: f"{kind}.{channel}" in form for channel in switches}
        if not guest and f"{kind}.{EMAIL}" in form:
            matrix[kind][EMAIL] = form[f"{kind}.{EMAIL}"]
    wanted: dict[str, Any] = {"matrix": matrix, "zone": form.get("zone", ""), "named": "named" in form}
    if "challenges" in form:
        wanted["challenges"] = form["challenges"]
    for name in ("night_from", "night_to"):
        wanted[name] = minute_of(name, form.get(name, "")) if form.get(name) else None
    if not guest:
        wanted["digest_minute"] = minute_of("digest_minute", form.get("digest_minute", ""))
    return wanted


def minute_of(name: str, text: str) -> int:
    """Return the minute of the day for a time like 08:30. Raise Unfit for anything else."""
    hours, _colon, minutes = text.partition(":")
    digits = [part for part in (hours, minutes[:2]) if part.isascii() and part.isdecimal() and len(part) <= 2]
    if len(digits) != 2 or int(digits[0]) > 23 or int(digits[1]) > 59:
        raise preferences.Unfit(name, _("“%(value)s” is not a time of day like 08:30.") % {"value": text[:20]})
    return int(digits[0]) * 60 + int(digits[1])


def clock(minute: int | None) -> str:
    """Return the value of a time field: `08:30`, or "" for None."""
    return "" if minute is None else f"{minute // 60:02}:{minute % 60:02}"


def page_values(user: User) -> dict[str, Any]:
    """Return the values of the settings page."""
    stored = preferences.of(user.pk)
    return {
        "rows": [{"kind": kind, "choice": preferences.choice(stored, kind.name)} for kind in KINDS.values()],
        "modes": EMAIL_MODES,
        "zone": stored.zone,
        "zones": zone_groups(),
        "night_from": clock(stored.night_from),
        "night_to": clock(stored.night_to),
        "digest": clock(stored.digest_minute),
        "challenges": [(value, name, value == stored.challenges) for value, name in Challenges.choices],
        "named": stored.named,
        "address": addresses.confirmed(user),
        "address_waiting": addresses.waiting(user),
        "has_factor": is_mfa_enabled(user),
        "blocks": blocks.of(user),
        "devices": user.push_devices.order_by("pk"),
        "webhooks": user.webhooks.order_by("pk"),
        "can_add_webhook": user.webhooks.count() < webhook_addresses.MOST,
        "push_key": webpush.public_key(),
        "mail_folder": settings.EMAIL_FILE_PATH if "filebased" in settings.EMAIL_BACKEND else "",
    }


def _typed(form: QueryDict) -> dict[str, str]:
    """Return the input of a refused form, to be shown again."""
    names = {"night_from": "night_from", "night_to": "night_to", "digest": "digest_minute", "zone": "zone"}
    return {shown: form.get(name, "")[:64] for shown, name in names.items()}


def zone_groups() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return zones by continent: `("Europe", [("Europe/Rome", "Rome"), …])`; UTC by itself at the end."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in preferences.zones():
        continent, _slash, place = name.partition("/")
        groups.setdefault(continent, []).append((name, (place or name).replace("_", " ")))
    return list(groups.items())


@never_cache
@login_required
@require_POST
def remove_device(request: HttpRequest) -> HttpResponse:
    """Remove a browser from Web Push."""
    PushDevice.objects.filter(user=player(request), pk=_row(request)).delete()
    return HttpResponseRedirect(resolve_url("account_settings") + "#push")


@never_cache
@login_required
@require_POST
def add_webhook(request: HttpRequest) -> HttpResponse:
    """Add a webhook; for guests, at the limit, and for an address that may not be called, show the reason instead."""
    user = player(request)
    try:
        webhook_addresses.add(user, request.POST.get("url", "").strip())
    except webhook_addresses.Unfit as unfit:
        messages.error(request, str(unfit))
    return HttpResponseRedirect(resolve_url("account_settings") + "#webhooks")


@never_cache
@login_required
@require_POST
def remove_webhook(request: HttpRequest) -> HttpResponse:
    """Remove a webhook."""
    Webhook.objects.filter(user=player(request), pk=_row(request)).delete()
    return HttpResponseRedirect(resolve_url("account_settings") + "#webhooks")


def _row(request: HttpRequest) -> int:
    text = request.POST.get("row", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0
