"""When messages are sent, and how long one that was not accepted is sent again, by channel."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, timedelta

from accounts.notifications.models import LETTER
from accounts.notifications.notification_kinds_and_defaults import EMAIL, PUSH, WEBHOOK

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS

SHOWN_MS = 4000
"""Time (ms) within which an open page says what it has shown, so that nothing is sent about that."""

GATHER_MS = 20_000
"""Time (ms) that an e-mail waits for further notifications."""

FIRST_WAIT_MS = 15_000
"""Wait (ms) after the first attempt; it doubles with each further one, up to `LONGEST_WAIT_MS`."""

LONGEST_WAIT_MS = {EMAIL: 10 * MINUTE_MS, LETTER: 10 * MINUTE_MS, PUSH: 60 * MINUTE_MS, WEBHOOK: 60 * MINUTE_MS}

GIVE_UP_AFTER_MS = {LETTER: DAY_MS, PUSH: DAY_MS, WEBHOOK: 3 * DAY_MS}
"""Age (ms) at which a message is given up. E-mail never is, unless the server refuses its recipient for good."""

REFUSED_GIVE_UP_AFTER_MS = 3 * DAY_MS


def wait_ms(channel: str, attempts: int) -> int:
    """Return the wait (ms) after this many attempts, at least 1."""
    return min(FIRST_WAIT_MS << min(attempts - 1, 20), LONGEST_WAIT_MS[channel])


def is_given_up(channel: str, age_ms: int, *, refused: bool) -> bool:
    """Return whether a message of this age is not sent again; `refused`: its recipient is refused for good."""
    most = GIVE_UP_AFTER_MS.get(channel, REFUSED_GIVE_UP_AFTER_MS if refused else None)
    return most is not None and age_ms > most


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
