"""Unix milliseconds as dates."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_datetime(at_ms: int) -> datetime:
    """Return the time as a datetime in UTC, to the millisecond."""
    return datetime.fromtimestamp(at_ms / 1000, UTC)
