"""How long messages that were not accepted are sent again, by channel."""

from __future__ import annotations

import pytest

from accounts.notifications.delivery_channels import CHANNELS
from accounts.notifications.delivery_times import is_given_up, wait_ms

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
DAY_MS = 24 * 60 * MINUTE_MS


@pytest.mark.parametrize(("channel", "longest_ms"), [("email", 10 * MINUTE_MS), ("webhook", 60 * MINUTE_MS)])
def test_waits_double_up_to_the_channels_longest(channel: str, longest_ms: int) -> None:
    assert [wait_ms(channel, attempts) for attempts in (1, 2, 3)] == [15 * SECOND_MS, 30 * SECOND_MS, 60 * SECOND_MS]
    assert wait_ms(channel, 20) == wait_ms(channel, 1000) == longest_ms


def test_every_channel_has_a_longest_wait() -> None:
    assert all(wait_ms(channel, 1000) > 0 for channel in CHANNELS)


@pytest.mark.parametrize(
    ("channel", "refused", "after_ms"),
    [("push", False, DAY_MS), ("webhook", False, 3 * DAY_MS), ("letter", True, DAY_MS), ("email", True, 3 * DAY_MS)],
)
def test_messages_are_given_up_after_their_time(channel: str, refused: bool, after_ms: int) -> None:
    assert not is_given_up(channel, after_ms, refused=refused)
    assert is_given_up(channel, after_ms + 1, refused=refused)


def test_mail_is_never_given_up_because_the_server_is_away() -> None:
    assert not is_given_up("email", 365 * DAY_MS, refused=False)
