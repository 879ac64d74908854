"""The tab Notifications: presets, the time of the daily e-mail, browsers; below it the channels of each kind."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity.sessions import player
from accounts.notifications import preferences, webhook_addresses
from accounts.notifications import web_push as webpush
from accounts.notifications.notification_kinds_and_defaults import EMAIL, GROUPS, KINDS, SWITCHES, WEBHOOK
from accounts.notifications.presets import PRESETS, changes, preset_of
from accounts.pages.settings import tabs
from accounts.users import addresses
from accounts.users.models import User

CUSTOM = "custom"
"""Value of the form for channels that are no preset; they stay as they are."""


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def notifications(request: HttpRequest) -> HttpResponse:
    """Show the presets, and the browsers that get notifications; a POST stores the chosen preset."""
    return tabs.form_page(request, tabs.NOTIFICATIONS, _read_preset, _preset_values)


def _read_preset(form: QueryDict, user: User) -> dict[str, Any]:
    wanted: dict[str, Any] = {}
    preset = form.get("preset", CUSTOM)
    if preset != CUSTOM:
        if preset not in PRESETS:
            raise preferences.Unfit("preset", _("Unknown preset “%(value)s”.") % {"value": preset[:40]})
        wanted["matrix"] = changes(preset, mail=not user.is_guest)
    if not user.is_guest:
        wanted["digest_minute"] = tabs.minute_of("digest_minute", form.get("digest_minute", ""))
    return wanted


def _preset_values(user: User) -> dict[str, Any]:
    stored = preferences.of(user.pk)
    return {
        **_mail_values(user),
        "presets": PRESETS.values(),
        "preset": preset_of(preferences.matrix(stored), mail=not user.is_guest) or CUSTOM,
        "digest_minute": tabs.time_of(stored.digest_minute),
        "zone": stored.zone,
        "devices": webpush.devices_of(user),
        "push_key": webpush.public_key(),
    }


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def fine_tune(request: HttpRequest) -> HttpResponse:
    """Show the channels of every kind; a POST stores them."""
    return tabs.form_page(request, tabs.NOTIFICATIONS, _read_matrix, _matrix_values, page="fine_tune")


def _read_matrix(form: QueryDict, user: User) -> dict[str, Any]:
    """Return the form's channels. A guest's form has no e-mail, and only that of a user with webhooks has webhooks."""
    matrix: dict[str, dict[str, Any]] = {}
    switches = [channel for channel in SWITCHES if channel != WEBHOOK or ("webhooks" in form and not user.is_guest)]
    for kind in KINDS:
        matrix[kind] = {channel: f"{kind}.{channel}" in form for channel in switches}
        if not user.is_guest and f"{kind}.{EMAIL}" in form:
            matrix[kind][EMAIL] = form[f"{kind}.{EMAIL}"]
    return {"matrix": matrix}


def _matrix_values(user: User) -> dict[str, Any]:
    stored = preferences.of(user.pk)
    groups = [
        (title, [{"kind": KINDS[kind], "choice": preferences.choice(stored, kind)} for kind in kinds])
        for title, kinds in GROUPS
    ]
    return {**_mail_values(user), "groups": groups, "webhooks": webhook_addresses.of(user).exists()}


def _mail_values(user: User) -> dict[str, Any]:
    """Return what the page says about e-mail: the address, and the folder that has it instead of a mail server."""
    return {
        "address": addresses.confirmed(user),
        "mail_folder": settings.EMAIL_FILE_PATH if "filebased" in settings.EMAIL_BACKEND else "",
    }


@never_cache
@login_required
@require_POST
def remove_device(request: HttpRequest) -> HttpResponse:
    """Remove a browser from Web Push."""
    webpush.remove_device_row(player(request), tabs.posted_row(request))
    return HttpResponseRedirect(resolve_url("settings_notifications") + "#push")
