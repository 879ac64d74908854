"""Expiry of open tables, and with them of the invitations to them: when, and which have expired."""

from __future__ import annotations

from games.record.models import Game
from games.time.clocks import DAY_MS, MINUTE_MS
from games.time.terms import Terms
from pyramido_site.infrastructure.site_clock import now_ms

LIVE_MS = 30 * MINUTE_MS
SLOW_MS = 14 * DAY_MS
"""How long (ms) a table waits for players: live games, and all others."""


def expiry(agreed: Terms) -> int:
    """Return when a table expires unless it has started, counted from now."""
    return now_ms() + (SLOW_MS if agreed.time_control.slow else LIVE_MS)


def tables_to_expire(at_ms: int, limit: int) -> list[int]:
    """Return row ids of open tables that have expired by `at_ms`, oldest expiry first."""
    due = Game.objects.filter(status=Game.Status.OPEN, expires_ms__lte=at_ms).order_by("expires_ms")
    return list(due.values_list("pk", flat=True)[:limit])
