"""The context of a command: the time, and the clock stamper, which takes outages and the players' nights into
account.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import TypedDict

from accounts.models import Preferences
from accounts.notifications import preferences
from engine.newtypes import SeatNumber, UnixMs
from engine.position import ClockStamper
from games.record.tables import TableInfo
from games.time.clocks import Night
from games.time.timing import clock_stamper
from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.site_clock import now_ms

NIGHTS_KEPT_S = 60.0
"""Seconds for which a player's night is cached."""

NIGHTS_KEPT = 10_000
"""Maximum number of players in that cache."""


class _Nights:
    """A cache of players' nights by user id. A change takes effect within a minute."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[int, tuple[float, Night | None]] = {}

    def of(self, user_ids: Collection[int]) -> dict[int, Night]:
        """Return the nights of these users, without users who have set none."""
        now = time.monotonic()
        with self._lock:
            known = {u: self._known[u] for u in user_ids if u in self._known and self._known[u][0] > now}
        missing = [user_id for user_id in user_ids if user_id not in known]
        if missing:
            found = preferences.of_many(missing)
            read_now = {u: (now + NIGHTS_KEPT_S, _night(found[u])) for u in missing}
            known |= read_now
            with self._lock:
                self._known |= read_now
                if len(self._known) > NIGHTS_KEPT:
                    self._known.clear()
        return {user_id: night for user_id, (_, night) in known.items() if night is not None}

    def forget(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._known.clear()


nights = _Nights()


def _night(chosen: Preferences) -> Night | None:
    if chosen.night_from is None or chosen.night_to is None:
        return None
    return Night(preferences.zone_of(chosen).key, chosen.night_from, chosen.night_to)


def nights_of(info: TableInfo, seats: Collection[SeatNumber]) -> dict[SeatNumber, Night]:
    """Return the nights of the players on these seats, by seat."""
    users = {seat.user_id: seat.number for seat in info.seats if seat.number in seats and seat.user_id is not None}
    return {users[user_id]: night for user_id, night in nights.of(users).items()}


OutagesAt = Callable[[UnixMs], Sequence[tuple[UnixMs, UnixMs]]]
"""Function that returns the beginnings and ends (ms) of the outages that may have taken time from a clock that is
running at this instant.
"""

_outages: list[OutagesAt] = []


def register(*outages: OutagesAt) -> None:
    """Add functions that return outages (`games/apps.py`). Each is called at most once for an event."""
    _outages.extend(one for one in outages if one not in _outages)


class CommandContext(TypedDict):
    """Keyword arguments of every command: the time (ms), and the clock stamper."""

    at_ms: UnixMs
    clocks: ClockStamper


def context_now(info: TableInfo) -> CommandContext:
    """Return the context of a command at this table now."""
    site_clock.refresh_if_due()
    now = now_ms()
    return {"at_ms": now, "clocks": clock_stamper(lambda seats: nights_of(info, seats), lambda: _outages_at(now))}


def _outages_at(now: UnixMs) -> list[tuple[UnixMs, UnixMs]]:
    return [span for outages in _outages for span in outages(now)]
