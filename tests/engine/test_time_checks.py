"""Verification of times, clocks and terms that contradict their log, although the hashes match."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine import replay, table_verbs, time_checks
from engine.limits import PAUSE_LIMIT_MS, SILENCE_MS
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Event, LogError, Position
from tests.engine.lively import CLOCKED, TURN_MS, crowded, graced, lively, say, started
from tests.engine.tables import TABLES
from tests.engine.test_replay import rechain, recheck
from tests.seats import SEAT_0, SEAT_1, SEAT_2

Change = dict[str, Any]


def fault_of(position: Position, events: list[Event]) -> LogError:
    with pytest.raises(LogError) as found:
        recheck(position, rechain(events))
    return found.value


def changed(events: list[Event], at: int, payload: Change) -> list[Event]:
    return [*events[:at], replace(events[at], payload=payload), *events[at + 1 :]]


@pytest.mark.parametrize(
    "table",
    [
        "free text",
        ["rated"],
        1,
        {"rated": 1},
        {**CLOCKED, "rated": 1},
        {**CLOCKED, "note": "hello"},
        {"time_control": {"type": "take"}},
        {"time_control": {"system": "per_move", "seconds": 60, "max": 1}},
        {"time_control": {"system": "per_move", "seconds": 2}},
        {"time_control": {"system": "fischer", "initial": 60, "increment": 5, "max": 30}},
        {"time_control": None},
        {"time_control": {"system": "per_move", "seconds": 86400}, "weekend": "call me"},
        {"time_control": {"system": "per_move", "seconds": 86400}, "weekend": "x" * 65},
        {**CLOCKED, "weekend": "UTC"},
        {"weekend": "UTC"},
        {"rated": True},
        {**CLOCKED, "vacation": "yes"},
    ],
    ids=str,
)
def test_a_table_agrees_on_terms_and_nothing_else(table: Any) -> None:
    position, events = crowded()
    found = fault_of(position, changed(events, 0, {**events[0].payload, "table": table}))
    assert found.seq == 0 and found.reason.startswith("start does not fit: ")


def clock(**change: Any) -> dict[str, Any]:
    return {"left_ms": TURN_MS, "turn": 0, "since_ms": 1000, "deadline_ms": 61_000} | change


MOVER = 2
"""The seat of `crowded()` whose clock begins to run with event 0."""


def seats(**change: Any) -> dict[str, Any]:
    """Return clocks in which only the mover's runs, with this change."""
    return {"seats": [clock(**change) if seat == MOVER else None for seat in range(4)]}


NOBODY = [None] * 4
OBJECT, INTEGER, UNKNOWN = "Expected `object", "Expected `int`", "Object contains unknown field"
CLOCKS: list[tuple[Any, str]] = [
    ("free text", OBJECT), (7, OBJECT), ([], OBJECT), ({}, "Object missing required field `seats`"),
    ({"seats": "text"}, "Expected `array`"), ({"seats": []}, "it has clocks for 0 seats of 4"),
    ({"seats": NOBODY[:3]}, "it has clocks for 3 seats of 4"), ({"seats": NOBODY, "more": 1}, UNKNOWN),
    ({"seats": NOBODY, "graced_ms": "soon"}, INTEGER), ({"seats": NOBODY, "graced_ms": None}, INTEGER),
    ({"seats": NOBODY, "graced_ms": -1}, f"{INTEGER} >= 0"), ({"seats": ["text", None, None, None]}, OBJECT),
    (seats(left_ms=True), INTEGER), (seats(note="hello"), UNKNOWN), (seats(turn=-2), f"{INTEGER} >= -1"),
    (seats(night_ms=-1), f"{INTEGER} >= 0"), (seats(since_ms=-5), f"{INTEGER} >= 0"),
    (seats(since_ms=None), "the clock of seat 2 has only one of"),
    (seats(deadline_ms=None), "the clock of seat 2 has only one of"),
    (seats(deadline_ms=999), "the times of the clock of seat 2 are out of order"),
    (seats(since_ms=1001), "the times of the clock of seat 2 are out of order"),
    (seats(turn=1), "the clock of seat 2 runs for a turn that is not to be played"),
    *(
        (seats(**{name: ms}), "the clock of seat 2 has used more time than the game has taken")
        for name in ("used_ms", "begun_ms", "debt_ms")
        for ms in (1, -1)
    ),
]  # fmt: skip


@pytest.mark.parametrize(("clocks", "said"), CLOCKS, ids=[str(clocks) for clocks, _ in CLOCKS])
def test_clocks_are_clocks_of_this_game(clocks: Any, said: str) -> None:
    position, events = crowded()
    assert events[0].payload["clocks"] == seats()
    found = fault_of(position, changed(events, 0, {**events[0].payload, "clocks": clocks}))
    assert found.seq == 0 and found.reason.startswith(f"start does not fit: {said}")


def test_clocks_run_only_for_seats_to_move_and_are_in_every_event() -> None:
    position, events = crowded()
    said = events[0].payload["clocks"]["seats"]
    (mover,) = [seat for seat, one in enumerate(said) if one is not None]
    idle = [said[mover] if seat == (mover + 1) % 4 else None for seat in range(4)]
    fault = fault_of(position, changed(events, 0, {**events[0].payload, "clocks": {"seats": idle}}))
    assert fault.seq == 0 and "runs for a turn that is not to be played" in fault.reason
    for at, event in enumerate(events):
        if "clocks" in event.payload:
            left = {name: value for name, value in event.payload.items() if name != "clocks"}
            assert fault_of(position, changed(events, at, left)).seq == at
            break
    for paused in (at for at, event in enumerate(events) if event.kind == "paused"):
        before = replay.fold(events[: paused - 1], position.secret, position.nonces).clocks
        assert before is not None
        if any(clock is not None and clock["since_ms"] is not None for clock in before["seats"]):
            break
    else:
        raise AssertionError("no clock ran before a pause")
    asked = changed(events, paused - 1, {**events[paused - 1].payload, "clocks": before})
    assert fault_of(position, asked).seq == paused - 1, "no clock runs in a pause"


@pytest.mark.parametrize(
    ("change", "turn", "at_ms", "said"),
    [
        ({}, 0, 1000, ""), ({}, 0, 1001, ""), ({"deadline_ms": 1000}, 0, 1000, ""),
        ({}, 0, 999, "out of order"), ({"deadline_ms": 999}, 0, 1000, "out of order"),
        ({}, 1, 1000, "is not to be played"), ({}, None, 1000, "is not to be played"),
        ({"turn": 1}, 1, 1000, ""), ({"turn": 1}, 0, 1000, "is not to be played"),
        ({"since_ms": None}, 0, 1000, "has only one of"), ({"deadline_ms": None}, 0, 1000, "has only one of"),
        ({"since_ms": None, "deadline_ms": None}, 0, 1000, ""),
        ({"since_ms": None, "deadline_ms": None}, None, 1000, ""),
    ],
)  # fmt: skip
def test_a_clock_runs_from_its_beginning_for_the_turn_that_is_owed(
    change: Change, turn: int | None, at_ms: int, said: str
) -> None:
    one = msgspec.convert(clock(**change), time_checks.Clock)
    if not said:
        time_checks._check_clock(2, one, turn, UnixMs(at_ms))
        return
    with pytest.raises(ValueError, match=rf"the clock of seat 2 .*{said}|of the clock of seat 2 are {said}"):
        time_checks._check_clock(2, one, turn, UnixMs(at_ms))


@pytest.mark.parametrize("name", ["used_ms", "begun_ms", "debt_ms"])
@pytest.mark.parametrize(("ms", "fits"), [(0, True), (700, True), (-700, True), (701, False), (-701, False)])
def test_a_clock_has_used_no_more_than_the_game_has_taken(name: str, ms: int, fits: bool) -> None:
    step = started("pyramido", {"seats": 2}, Random(1))
    position, events = step.position, list(step.events)
    more = table_verbs.vacation(position, SEAT_0, True, at_ms=UnixMs(position.at_ms + 700), clocks=say)
    made = more.events[0].payload["clocks"]["seats"]
    seat = next(seat for seat, one in enumerate(made) if one is not None)
    clocks = {"seats": [{**one, name: ms} if at == seat else one for at, one in enumerate(made)]}
    forged = [*events, replace(more.events[0], payload={**more.events[0].payload, "clocks": clocks})]
    if fits:
        assert recheck(more.position, rechain(forged)).seq == 1
    else:
        assert fault_of(more.position, forged).reason.endswith(
            f"the clock of seat {seat} has used more time than the game has taken"
        )


def test_a_table_without_a_time_control_has_no_clocks() -> None:
    position, events = untimed()
    assert recheck(position, events) == position
    for at in (0, 1):
        forged = changed(events, at, {**events[at].payload, "clocks": {"seats": [None, None]}})
        assert "without a time control" in fault_of(position, forged).reason


def untimed() -> tuple[Position, list[Event]]:
    """Return a game for two in which each has acted at least once, and its log."""
    rng = Random(1)
    step = replay.start("pyramido", 1, {"seats": 2}, rng.randbytes(32), [rng.randbytes(32)] * 2, UnixMs(1000))
    position, events = step.position, list(step.events)
    while not position.under_way:
        seat = position.to_move[0]
        action = position.rules.action_to_json(position.rules.random_action(position.state, seat, rng))
        step = replay.act(position, seat, action, expected_seq=None, at_ms=UnixMs(position.at_ms + 5))
        position, events = step.position, [*events, *step.events]
    return position, events


@pytest.mark.parametrize(("waited", "fits"), [(0, False), (SILENCE_MS - 1, False), (SILENCE_MS, True)])
def test_without_a_time_control_only_a_long_silence_is_too_late(waited: int, fits: bool) -> None:
    position, events = untimed()
    seat = position.to_move[0]
    step = table_verbs.time_out(position, seat, None, at_ms=UnixMs(position.at_ms + waited))
    if fits:
        assert recheck(step.position, [*events, *step.events]).over
        return
    assert "is not up" in fault_of(step.position, [*events, *step.events]).reason
    other = table_verbs.time_out(position, SeatNumber(1 - seat), None, at_ms=UnixMs(position.at_ms + SILENCE_MS))
    assert "is not up" in fault_of(other.position, [*events, *other.events]).reason, (
        "a player who is not to move is not late"
    )


def test_a_game_is_not_late_at_its_very_beginning() -> None:
    rng = Random(1)
    begun = replay.start(
        "pyramido", 1, {"seats": 2}, rng.randbytes(32), [rng.randbytes(32)] * 2, UnixMs(10 * SILENCE_MS)
    )
    late = table_verbs.abort(begun.position, begun.position.to_move[0], at_ms=UnixMs(10 * SILENCE_MS), late=True)
    assert fault_of(late.position, [*begun.events, *late.events]).seq == 1


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("level", [None, "greedy"])
def test_a_timed_out_seat_had_no_time_left(late: bool, level: str | None) -> None:
    step = started("pyramido", {"seats": 3}, Random(1))
    position, events = step.position, list(step.events)
    seat = position.to_move[0]
    at_ms = 1000 + TURN_MS - (not late)
    out = table_verbs.time_out(position, seat, level, at_ms=UnixMs(at_ms), clocks=say)
    aborted = table_verbs.abort(position, seat, at_ms=UnixMs(at_ms), clocks=say, late=True)
    for step in (out, aborted):
        log = [*events, *step.events]
        if late:
            assert recheck(step.position, log) == step.position
        else:
            fault = fault_of(step.position, log)
            assert fault.seq == 1 and fault.reason == f"{log[1].kind} does not fit: the time of seat {seat} is not up"


@pytest.mark.parametrize(("waited", "fits"), [(0, False), (PAUSE_LIMIT_MS - 1, False), (PAUSE_LIMIT_MS, True)])
def test_only_a_pause_of_thirty_days_ends_by_itself(waited: int, fits: bool) -> None:
    step = started("pyramido", {"seats": 2}, Random(1))
    position, events = step.position, list(step.events)
    for verb in (table_verbs.ask(position, SEAT_0, "pause", at_ms=UnixMs(2000), clocks=say), None):
        step = verb or table_verbs.agree(position, SEAT_1, at_ms=UnixMs(3000), clocks=say)
        position, events = step.position, [*events, *step.events]
    for seat in (None, SEAT_0):
        step = table_verbs.resume(position, seat, at_ms=UnixMs(3000 + waited), clocks=say)
        log = [*events, *step.events]
        if fits or seat is not None:
            assert recheck(step.position, log) == step.position
        else:
            assert "only a pause of 30 days" in fault_of(step.position, log).reason


def test_a_pause_without_a_person_left_ends_by_itself() -> None:
    step = started("pyramido", {"seats": 3}, Random(1), ai=dict.fromkeys((SEAT_1, SEAT_2), "greedy"))
    position, events = step.position, list(step.events)
    for verb in (partial(table_verbs.ask, seat=SEAT_0, what="pause"), partial(table_verbs.resign, seat=SEAT_0)):
        step = verb(position, at_ms=UnixMs(2000), clocks=say)
        position, events = step.position, [*events, *step.events]
    assert position.paused_ms == 2000 and not position.persons
    step = table_verbs.resume(position, None, at_ms=UnixMs(2000), clocks=say)
    assert recheck(step.position, [*events, *step.events]) == step.position


def test_a_game_may_be_aborted_in_time() -> None:
    step = started("pyramido", {"seats": 2}, Random(1))
    aborted = table_verbs.abort(step.position, SEAT_1, at_ms=UnixMs(1001), clocks=say)
    assert recheck(aborted.position, [*step.events, *aborted.events]) == aborted.position


def test_grace_makes_an_outage_good() -> None:
    step = started("pyramido", {"seats": 2}, Random(1))
    for clocks, fits in ((graced, True), (say, False)):
        more = table_verbs.grace(step.position, at_ms=UnixMs(2000), clocks=clocks)
        log = [*step.events, *more.events]
        if fits:
            assert recheck(more.position, log) == more.position
            forgets = table_verbs.vacation(
                more.position,
                SEAT_0,
                True,
                at_ms=UnixMs(2000),
                clocks=lambda before, after, at_ms: say(None, after, at_ms),
            )
            assert fault_of(forgets.position, [*log, *forgets.events]).seq == 2
        else:
            assert "does not raise `graced_ms`" in fault_of(more.position, log).reason


@pytest.mark.parametrize(("at_ms", "fits"), [(-1, False), (0, True)])
def test_no_time_lies_before_1970(at_ms: int, fits: bool) -> None:
    rng = Random(1)
    step = replay.start("pyramido", 1, {"seats": 2}, rng.randbytes(32), [rng.randbytes(32)] * 2, UnixMs(at_ms))
    if fits:
        assert recheck(step.position, list(step.events)) == step.position
    else:
        assert "before 1970" in fault_of(step.position, list(step.events)).reason


def test_an_honest_log_far_above_every_limit_of_the_site_verifies() -> None:
    """The site limits replacements of a submission and requests; logs may exceed these limits."""
    step = started("silver-gold-pyramids", {"seats": 2}, Random(1))
    position, events = step.position, list(step.events)
    keep = position.rules.action_to_json(position.rules.random_action(position.state, 0, Random(2)))
    for number in range(60):
        step = replay.act(position, SEAT_0, keep, expected_seq=None, at_ms=UnixMs(2000 + number), clocks=say)
        position, events = step.position, [*events, *step.events]
        for verb in (table_verbs.ask, table_verbs.decline):
            more: Any = (0, "pause") if verb is table_verbs.ask else (1,)
            step = verb(position, *more, at_ms=UnixMs(2000 + number), clocks=say)
            position, events = step.position, [*events, *step.events]
    assert recheck(position, events) == position and len(events) > 180


def test_lively_games_of_every_kind_of_table_verify() -> None:
    kinds = {event.kind for event in crowded()[1]}
    assert recheck(*crowded()) == crowded()[0]
    for table in TABLES:
        for seed in (11, 20):
            position, events = lively(table, seed, ends=0.01)
            assert recheck(position, events) == position
            kinds |= {event.kind for event in events}
    assert kinds >= {*table_verbs.FOLDS}
