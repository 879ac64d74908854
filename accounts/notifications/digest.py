"""When a digest is due: once a day, at the minute that the player has chosen."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, timedelta


def next_digest_ms(digest_minute: int, zone: zoneinfo.ZoneInfo, after_ms: int) -> int:
    """Return the first time (Unix ms) after `after_ms` at which a clock in the zone shows this minute of the day.

    At a change to summer time the minute may be skipped: then it is the time as far after the gap. A minute that occurs
    twice counts the first time. Raise AssertionError if there is none within two days, which no zone allows.
    """
    today = datetime.fromtimestamp(after_ms / 1000, zone).date()
    hour, minute = divmod(digest_minute, 60)
    for days in range(-1, 3):
        day = today + timedelta(days=days)
        moment = datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone).astimezone(UTC)
        moment_ms = int(moment.timestamp()) * 1000
        if moment_ms > after_ms:
            return moment_ms
    raise AssertionError(f"no digest time after {after_ms} in {zone.key}")
