"""Reading and changing a player's notification preferences."""

from __future__ import annotations

import zoneinfo
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.notifications.delivery_times import next_digest_ms
from accounts.notifications.models import LOUDEST, WAITING, Challenges, ConfirmMoves, Outbox, Preferences
from accounts.notifications.notification_kinds_and_defaults import (
    BELL,
    EMAIL,
    EMAIL_MODES,
    KINDS,
    OFF,
    PUSH,
    SWITCHES,
    WEBHOOK,
    Choice,
)
from accounts.users import addresses
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms

DAY_MINUTES = 24 * 60
NIGHT_MINUTES = 12 * 60
"""Longest night (minutes); a deadline within it moves to its end."""


class Unfit(ValueError):
    """An invalid preference: `sentence` for the player, and the `field` at fault."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
        self.sentence = sentence


def of(user_id: int) -> Preferences:
    """Return the player's preferences, or unsaved defaults."""
    return Preferences.objects.filter(pk=user_id).first() or Preferences(user_id=user_id)


def of_many(user_ids: Collection[int]) -> dict[int, Preferences]:
    """Return the preferences of several players by user id, with one query."""
    stored = Preferences.objects.in_bulk(list(user_ids))
    return {user_id: stored.get(user_id) or Preferences(user_id=user_id) for user_id in user_ids}


def choice(preferences: Preferences, kind: str) -> Choice:
    """Return the channels of one kind for this player."""
    return {**KINDS[kind].defaults, **preferences.matrix.get(kind, {})}


def reached_by(user: User, kind: str) -> list[str]:
    """Return the channels by which this kind reaches the user now: `bell`, `email` (needs a confirmed address), `push`
    (needs a browser), `webhook` (needs an address).
    """
    chosen = choice(of(user.pk), kind)
    mail = chosen[EMAIL] != OFF and not user.is_guest and bool(addresses.confirmed(user))
    there = {
        BELL: chosen[BELL],
        EMAIL: mail,
        PUSH: chosen[PUSH] and user.push_devices.exists(),
        WEBHOOK: chosen[WEBHOOK] and not user.is_guest and user.webhooks.exists(),
    }
    return [channel for channel, reached in there.items() if reached]


def matrix(preferences: Preferences) -> dict[str, Choice]:
    """Return the channels of every kind."""
    return {kind: choice(preferences, kind) for kind in KINDS}


def language(preferences: Preferences) -> str:
    """Return the language that the player reads."""
    return preferences.language or settings.LANGUAGE_CODE


def zone_of(preferences: Preferences) -> zoneinfo.ZoneInfo:
    """Return the player's time zone, or UTC if the system no longer knows it."""
    try:
        return zoneinfo.ZoneInfo(preferences.zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return zoneinfo.ZoneInfo("UTC")


@cache
def zones() -> tuple[str, ...]:
    """Return the IANA names to choose from, in order."""
    known = zoneinfo.available_timezones()
    return (*sorted(name for name in known if "/" in name and not name.startswith("Etc/")), "UTC")


def change(user_id: int, wanted: Mapping[str, Any]) -> Preferences:
    """Validate and store some preferences; `matrix` may name only some kinds and channels.

    A waiting digest is moved to its new time. Raise Unfit, with nothing stored, if a preference is invalid.
    """
    checked = {name: _check(name, value) for name, value in wanted.items()}
    with transaction.atomic():
        Preferences.objects.get_or_create(user_id=user_id)
        preferences = Preferences.objects.select_for_update().get(user_id=user_id)
        for kind, chosen in checked.pop("matrix", {}).items():
            preferences.matrix[kind] = {**choice(preferences, kind), **chosen}
        for name, value in checked.items():
            setattr(preferences, name, value)
        if (preferences.night_from is None) != (preferences.night_to is None):
            raise Unfit("night_to", _("Set both the start and the end of your sleep hours, or neither."))
        if preferences.night_from is not None and preferences.night_from == preferences.night_to:
            raise Unfit("night_to", _("Sleep hours cannot start and end at the same time."))
        if night_minutes(preferences) > NIGHT_MINUTES:
            raise Unfit("night_to", _("Sleep hours can last at most %(hours)s hours.") % {"hours": NIGHT_MINUTES // 60})
        preferences.save()
        if {"zone", "digest_minute"} & checked.keys():
            waiting = Outbox.objects.filter(user_id=user_id, channel=EMAIL, digest=True, state=WAITING, attempts=0)
            waiting.update(due_ms=next_digest_ms(preferences.digest_minute, zone_of(preferences), now_ms()))
    return preferences


def night_minutes(preferences: Preferences) -> int:
    """Return the length of the player's night in minutes, 0 without one."""
    if preferences.night_from is None or preferences.night_to is None:
        return 0
    return (preferences.night_to - preferences.night_from) % DAY_MINUTES


def note_language(user_id: int, code: str, *, chosen: bool) -> None:
    """Remember the language in which the player reads the pages, for messages.

    One that the player has `chosen` replaces another; one from the browser only fills in a missing one.
    """
    preferences, made = Preferences.objects.get_or_create(user_id=user_id, defaults={"language": code})
    if not made and (chosen or not preferences.language):
        Preferences.objects.filter(pk=user_id).update(language=code)


def _check(name: str, value: Any) -> Any:
    if name == "language":
        if not isinstance(value, str) or value not in dict(settings.LANGUAGES):
            raise Unfit(name, _("Unknown language “%(value)s”.") % {"value": _quoted(value)})
    elif name == "zone":
        if not isinstance(value, str) or value not in zones():
            raise Unfit(name, _("Unknown time zone “%(value)s”.") % {"value": _quoted(value)})
    elif name in ("night_from", "night_to", "digest_minute"):
        if value is None and name != "digest_minute":
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < DAY_MINUTES:
            sentence = _("“%(value)s” is not a minute of the day: use a whole number from 0 to 1439.")
            raise Unfit(name, sentence % {"value": _quoted(value)})
    elif name == "challenges":
        if not isinstance(value, str) or value not in Challenges.values:
            sentence = _("“%(value)s” is not a choice for who may invite you: use everybody, played or nobody.")
            raise Unfit(name, sentence % {"value": _quoted(value)})
    elif name == "confirm_moves":
        if not isinstance(value, str) or value not in ConfirmMoves.values:
            sentence = _("“%(value)s” does not say when to ask before a move: use never, days or always.")
            raise Unfit(name, sentence % {"value": _quoted(value)})
    elif name in ("named", "sounds", "vibration"):
        if not isinstance(value, bool):
            sentence = _("“%(value)s” is not a value of “%(name)s”: use true or false.")
            raise Unfit(name, sentence % {"value": _quoted(value), "name": name})
    elif name == "volume":
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LOUDEST:
            sentence = _("“%(value)s” is not a volume: use a whole number from 0 to 100.")
            raise Unfit(name, sentence % {"value": _quoted(value)})
    elif name == "matrix":
        return _check_matrix(value)
    else:
        raise Unfit(name, _("Unknown preference “%(value)s”.") % {"value": _quoted(name)})
    return value


def _check_matrix(value: Any) -> dict[str, Choice]:
    if not isinstance(value, dict):
        raise Unfit("matrix", _("“matrix” must be an object whose fields are kinds of events."))
    for kind, chosen in value.items():
        field = f"matrix.{_quoted(kind)}"
        if kind not in KINDS:
            raise Unfit(field, _("Unknown kind of event “%(value)s”.") % {"value": _quoted(kind)})
        if not isinstance(chosen, dict):
            raise Unfit(field, _("Each kind of event must be an object whose fields are channels."))
        for channel, setting in chosen.items():
            if channel == EMAIL:
                if setting not in EMAIL_MODES:
                    sentence = _("“%(value)s” is not a choice for e-mail: use at_once, digest or off.")
                    raise Unfit(f"{field}.email", sentence % {"value": _quoted(setting)})
            elif channel not in SWITCHES:
                raise Unfit(field, _("Unknown channel “%(value)s”.") % {"value": _quoted(channel)})
            elif not isinstance(setting, bool):
                sentence = _("“%(value)s” is not a choice for a channel: use true or false.")
                raise Unfit(f"{field}.{channel}", sentence % {"value": _quoted(setting)})
    return value


def _quoted(value: Any) -> str:
    return str(value)[:40]


def preferences_json(preferences: Preferences) -> dict[str, Any]:
    """Return the preferences as the API shows them."""
    return {
        "language": language(preferences),
        "zone": preferences.zone,
        "night_from": preferences.night_from,
        "night_to": preferences.night_to,
        "digest_minute": preferences.digest_minute,
        "challenges": preferences.challenges,
        "named": preferences.named,
        "confirm_moves": preferences.confirm_moves,
        "sounds": preferences.sounds,
        "volume": preferences.volume,
        "vibration": preferences.vibration,
        "matrix": matrix(preferences),
    }
