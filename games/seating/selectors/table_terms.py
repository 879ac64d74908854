"""A table's terms as read from a request, and their checks."""

from __future__ import annotations

import json

import msgspec
from django.utils.translation import gettext_noop
from msgspec import Struct

from accounts.notifications import preferences
from engine.wire import convert
from games.requests import bodies
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS, SECOND_MS, Unlimited
from games.time.terms import UNLIMITED, Terms

_DAY = DAY_MS // SECOND_MS


class _Body(Struct, frozen=True):
    terms: Terms = UNLIMITED


_RANGES = {"seconds": (3, 30 * _DAY), "initial": (3, 90 * _DAY), "increment": (0, 7 * _DAY), "max": (3, 90 * _DAY)}
"""Ranges of the seconds in a time control; the same as in `games.time.clocks`."""


def _out_of_range(raw: object, field: str | None) -> Refusal | None:
    """Return the refusal for a number outside its range; None if something else is wrong."""
    path, _, name = (field or "").rpartition(".")
    control = raw.get("time_control") if isinstance(raw, dict) else None
    if path != "terms.time_control" or name not in _RANGES or not isinstance(control, dict) or name not in control:
        return None
    least, most = _RANGES[name]
    template = gettext_noop("“%(name)s” must be a whole number of seconds from %(least)s to %(most)s, not %(got)s.")
    got = json.dumps(control[name])[:40]
    return Refusal(400, "malformed", template, field=field, name=name, least=least, most=most, got=got)


def read(raw: object) -> Terms:
    """Return the terms from a request's JSON, where they stand as `terms`. Raise Refusal, which says what would be
    right, if they are malformed or contradict one another.
    """
    try:
        agreed = convert({"terms": raw}, _Body).terms
    except msgspec.ValidationError as error:
        refusal = bodies.malformed(str(error), {"terms": raw})
        raise _out_of_range(raw, refusal.field) or refusal from None
    if agreed.weekend is not None:
        if agreed.weekend not in preferences.zones():
            raise Refusal(
                400,
                "unknown_zone",
                gettext_noop("“%(got)s” is not a time zone. Use a name like Europe/Zurich, or UTC."),
                field="terms.weekend",
                got=agreed.weekend[:40],
            )
        if not agreed.time_control.slow or isinstance(agreed.time_control, Unlimited):
            raise Refusal(
                422,
                "no_weekends",
                gettext_noop("Weekend breaks need a time control of at least one hour."),
                field="terms.weekend",
            )
    if agreed.rated and isinstance(agreed.time_control, Unlimited):
        raise Refusal(
            422, "unrated", gettext_noop("A table without a time limit cannot be rated."), field="terms.rated"
        )
    return agreed
