"""Time controls and times in words."""

from __future__ import annotations

from games.presenters import times as shown_time
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, Fischer, PerMove, Unlimited


def test_controls_and_what_is_left_in_words() -> None:
    assert [shown_time.in_words(control) for control in (PerMove(3 * 86400), Fischer(300, 5, 600), Unlimited())] == [
        "3 days a turn", "5 min + 5 s", "no time limit",
    ]  # fmt: skip
    assert shown_time.explained(Fischer(300, 5, 600)) == "5 min, plus 5 s after each turn, up to 10 min on the clock"
    said = {3 * DAY_MS: "3 d", 2 * DAY_MS + 4 * HOUR_MS - 1: "2 d 4 h", HOUR_MS + 1: "1 h 1 min", HOUR_MS: "1 h"}
    said |= {61 * SECOND_MS: "2 min", MINUTE_MS: "60 s", -5: "0 s"}
    assert {ms: shown_time.left(ms) for ms in said} == said
