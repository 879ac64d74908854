"""Unix milliseconds as dates."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_datetime(at_ms: int) -> datetime:
    """Return the time, to the millisecond, with the zone UTC."""
    return datetime.fromtimestamp(at_ms / 1000, UTC)
