"""The order in which reports wait for moderators."""

from __future__ import annotations

import pytest

from games.moderation.models import Report
from games.moderation.report_priority import FOR_ACCURACY, priority

Kind = Report.Kind


def test_every_kind_has_its_place_and_insults_come_before_slow_play() -> None:
    assert {priority(kind, 0, 0, 0) for kind in Kind} == {10, 20, 30, 40}
    assert priority(Kind.HARASSMENT, 0, 0, 0) > priority(Kind.STALLING, 0, 0, 0) > priority(Kind.OTHER, 0, 0, 0)


@pytest.mark.parametrize(
    ("upheld", "denied", "bonus"), [(0, 0, 0), (2, 2, 0), (2, 0, 10), (8, 0, 16), (0, 2, -10), (0, 8, -16)]
)
def test_a_reporter_who_was_right_comes_first(upheld: int, denied: int, bonus: int) -> None:
    assert priority(Kind.NAME, upheld, denied, 0) - priority(Kind.NAME, 0, 0, 0) == bonus
    assert abs(bonus) < FOR_ACCURACY


def test_each_of_five_others_counts() -> None:
    alone = priority(Kind.LEAVING, 0, 0, 0)
    assert [priority(Kind.LEAVING, 0, 0, others) - alone for others in (1, 2, 5, 6, 50)] == [10, 20, 50, 50, 50]
