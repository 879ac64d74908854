"""The tab Play: confirmation of moves, sounds, time zone and sleep hours."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.notifications import preferences
from accounts.notifications.models import ConfirmMoves
from accounts.pages.settings import tabs
from accounts.users.models import User


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Show what concerns playing; a POST stores it."""
    return tabs.form_page(request, tabs.PLAY, _read, _values)


def _read(form: QueryDict, _user: User) -> dict[str, Any]:
    wanted: dict[str, Any] = {name: form[name] for name in ("confirm_moves", "zone") if name in form}
    wanted |= {"sounds": "sounds" in form, "vibration": "vibration" in form}
    if volume := form.get("volume"):
        wanted["volume"] = int(volume) if volume.isascii() and volume.isdecimal() and len(volume) < 4 else volume
    for name in ("night_from", "night_to"):
        wanted[name] = tabs.minute_of(name, form.get(name, "")) if form.get(name) else None
    return wanted


def _values(user: User) -> dict[str, Any]:
    stored = preferences.of(user.pk)
    return {
        "confirm_moves": [(value, name, value == stored.confirm_moves) for value, name in ConfirmMoves.choices],
        "sounds": stored.sounds,
        "volume": stored.volume,
        "vibration": stored.vibration,
        "zone": stored.zone,
        "zones": zone_groups(),
        "night_from": tabs.time_of(stored.night_from),
        "night_to": tabs.time_of(stored.night_to),
    }


def zone_groups() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return zones by continent: `("Europe", [("Europe/Rome", "Rome"), …])`; UTC by itself at the end."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in preferences.zones():
        continent, _slash, place = name.partition("/")
        groups.setdefault(continent, []).append((name, (place or name).replace("_", " ")))
    return list(groups.items())
