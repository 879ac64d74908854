"""The time controls that are offered, in seconds, and the limits of those that a table may choose."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import logged_terms as engine_terms
from games.time import terms
from games.time.clocks import Calendar, Control, Fischer, PerMove, Unlimited

HOUR, DAY = 60 * 60, 24 * 60 * 60


def per_move(*seconds: int) -> tuple[Control, ...]:
    return tuple(map(PerMove, seconds))


def test_what_is_offered() -> None:
    assert (*per_move(3, 5, 10, 15, 30, 60), Fischer(300, 5, 600), Fischer(900, 15, 1800)) == terms.LIVE
    assert (
        *per_move(86_400, 172_800, 259_200, 432_000, 604_800, 1_209_600),
        Fischer(259_200, 43_200, 604_800),
        Fischer(604_800, 86_400, 1_209_600),
    ) == terms.CORRESPONDENCE
    assert (*terms.LIVE, *terms.CORRESPONDENCE, Unlimited()) == terms.PRESETS
    assert PerMove(259_200) == terms.USUAL


def test_what_is_offered_is_live_or_correspondence() -> None:
    assert [one.slow for one in terms.PRESETS] == [False] * 8 + [True] * 9


@pytest.mark.parametrize(
    ("control", "slow"),
    [
        (PerMove(HOUR - 1), False), (PerMove(HOUR), True),
        (Fischer(HOUR - 1, 0, DAY), False), (Fischer(HOUR, 0, DAY), True), (Unlimited(), True),
    ],
)  # fmt: skip
def test_correspondence_begins_at_an_hour(control: Control, slow: bool) -> None:
    assert control.slow is slow
    assert engine_terms.Terms(control).rests_on_vacation is slow
    assert not engine_terms.Terms(control, vacation=False).rests_on_vacation


def read(control: dict[str, Any], **others: Any) -> engine_terms.Terms:
    return engine_terms.of_log({"time_control": control, **others})


def seconds(number: int) -> dict[str, Any]:
    return {"system": "per_move", "seconds": number}


def fischer(initial: int, increment: int, most: int) -> dict[str, Any]:
    return {"system": "fischer", "initial": initial, "increment": increment, "max": most}


@pytest.mark.parametrize(
    "control",
    [
        seconds(3), seconds(30 * DAY), fischer(3, 0, 3), fischer(90 * DAY, 7 * DAY, 90 * DAY), fischer(5, 1, 6),
        {"system": "none"},
    ],
)  # fmt: skip
def test_the_least_and_the_most_a_table_may_choose(control: dict[str, Any]) -> None:
    assert msgspec.to_builtins(read(control).time_control) == control


@pytest.mark.parametrize(
    "control",
    [
        seconds(2), seconds(30 * DAY + 1), fischer(2, 0, 3), fischer(3, -1, 3), fischer(4, 0, 3),
        fischer(3, 7 * DAY + 1, 3), fischer(3, 0, 90 * DAY + 1), fischer(90 * DAY + 1, 0, 90 * DAY + 1),
    ],
)  # fmt: skip
def test_less_or_more_is_refused(control: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        read(control)


@pytest.mark.parametrize(
    ("control", "others"),
    [
        (seconds(HOUR - 1), {"weekend": "UTC"}), ({"system": "none"}, {"weekend": "UTC"}),
        (seconds(HOUR), {"weekend": "U T C"}), (seconds(HOUR), {"weekend": "A" * 65}),
        ({"system": "none"}, {"rated": True}),
    ],
)  # fmt: skip
def test_terms_that_contradict_each_other_are_refused(control: dict[str, Any], others: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        read(control, **others)


@pytest.mark.parametrize("control", [seconds(60), fischer(60, 5, 60), {"system": "none"}])
def test_a_control_has_no_other_fields(control: dict[str, Any]) -> None:
    assert isinstance(read(control), engine_terms.Terms)
    with pytest.raises(ValueError, match="unknown field `bonus`"):
        read({**control, "bonus": 5})


def test_weekends_rest_from_an_hour_on_and_ratings_need_a_control() -> None:
    assert read(seconds(HOUR), weekend="Europe/Zurich").weekend == "Europe/Zurich"
    assert read(seconds(HOUR), weekend="A" * 64).weekend == "A" * 64
    assert read(fischer(HOUR, 0, HOUR), weekend="UTC", rated=True).rated
    assert read(seconds(3), rated=True).rated


def test_terms_as_json() -> None:
    agreed = read(seconds(HOUR), weekend="UTC", rated=True)
    assert agreed.to_json() == {"time_control": seconds(HOUR), "weekend": "UTC", "rated": True}
    assert agreed.public_json() == {"time_control": seconds(HOUR), "weekend": "UTC", "vacation": True}
    assert engine_terms.Terms().to_json() == {}
    assert engine_terms.Terms().public_json() == {"time_control": {"system": "none"}, "weekend": None, "vacation": True}


def test_a_table_that_agreed_on_nothing() -> None:
    assert terms.of({}) is terms.UNLIMITED == terms.Terms()
    agreed = terms.of({"time_control": seconds(DAY), "weekend": "UTC"})
    assert agreed == terms.Terms(PerMove(DAY), "UTC")
    assert agreed.calendar == Calendar("UTC")
    assert terms.public_json({}) == engine_terms.Terms().public_json()
    assert terms.public_json({"time_control": seconds(10)})["vacation"] is False
