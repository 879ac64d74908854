"""Outages: periods in which no deadline was enforced; and a cache of them, read whenever an event is written."""

from __future__ import annotations

from engine.newtypes import UnixMs
from games.deadlines.models import Outage
from games.record.models import Checkpoint
from games.time.clocks import DAY_MS, SECOND_MS

CHECKPOINT = "deadlines"
"""Name of the Checkpoint row with the time of the last sweep (`services/heartbeat.py`)."""

OUTAGE_MS = 120_000
"""Longest gap (ms) between two sweeps that does not count as an outage."""

CACHED_MS = 10 * SECOND_MS
"""How long (ms) `OutageCache` keeps the outages."""

SINCE_MS = 130 * DAY_MS
"""How far back outages are read: longer than any clock can run. A clock has at most 90 days of time; if it stops on
weekends, they last 18 weeks (126 days), and a night or weekend at the deadline adds less than 4 days.
"""

Span = tuple[UnixMs, UnixMs]
"""Beginning and end of an outage (ms)."""


def since(after_ms: UnixMs) -> list[Span]:
    """Return the outages that ended after an instant, oldest first."""
    found = Outage.objects.filter(to_ms__gt=after_ms).order_by("from_ms").values_list("from_ms", "to_ms")
    return [(UnixMs(from_ms), UnixMs(to_ms)) for from_ms, to_ms in found]


def last_sweep_ms() -> UnixMs | None:
    """Return the time of the last sweep, or None if there was none."""
    at_ms = Checkpoint.objects.filter(name=CHECKPOINT).values_list("at_ms", flat=True).first()
    return None if at_ms is None else UnixMs(at_ms)


class OutageCache:
    """A cache of recent outages, so that a move needs no query for them."""

    def __init__(self) -> None:
        self._cached: tuple[UnixMs, list[Span], UnixMs | None] | None = None

    def at(self, now_ms: UnixMs) -> list[Span]:
        """Return the recent outages, and the current one if deadlines are not being swept now."""
        cached = self._cached
        if cached is None or not 0 <= now_ms - cached[0] < CACHED_MS:
            cached = self._cached = (now_ms, since(UnixMs(now_ms - SINCE_MS)), last_sweep_ms())
        _, spans, swept_ms = cached
        goes_on = swept_ms is not None and now_ms - swept_ms > OUTAGE_MS
        return [*spans, (swept_ms, now_ms)] if goes_on and swept_ms is not None else spans

    def forget(self) -> None:
        """Empty the cache."""
        self._cached = None


cache = OutageCache()
