"""The log of games with AIs: those seated from the start, and those that take over from people who leave."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine import export, ranking, replay, table_verbs
from engine.core import Illegal, Malformed, Outcome
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Event, LogError, Position
from tests.engine.test_replay import GAME, begin, placed, play, rechain, recheck, some_action
from tests.seats import SEAT_0, SEAT_1, SEAT_2

AI = {SEAT_1: "greedy", SEAT_2: "search:300ms"}


def begin_with_ai(ai: dict[SeatNumber, str], seats: int = 3, seed: int = 0) -> tuple[Position, list[Event]]:
    rng = Random(seed)
    nonces = [bytes(32) if seat in ai else rng.randbytes(32) for seat in range(seats)]
    step = replay.start(GAME, 1, {"seats": seats}, rng.randbytes(32), nonces, UnixMs(1000), ai)
    return step.position, list(step.events)


def finish(position: Position, events: list[Event], rng: Random) -> tuple[Position, list[Event]]:
    while not position.over:
        seat = position.to_move[0]
        action = some_action(position, seat, rng)
        step = replay.act(position, seat, action, expected_seq=position.seq, at_ms=UnixMs(position.at_ms + 1))
        position, events = step.position, [*events, *step.events]
    return position, events


def test_ais_are_in_event_0_and_only_where_there_are_any() -> None:
    position, (event,) = begin_with_ai(AI)
    assert event.payload["ai"] == {"1": "greedy", "2": "search:300ms"}
    assert position.ai == (None, "greedy", "search:300ms")
    assert position.persons == (0,)
    none, (without,) = begin_with_ai({})
    assert "ai" not in without.payload
    assert (none.ai, none.persons) == ((None,) * 3, (0, 1, 2))
    assert recheck(*finish(position, [event], Random(1))).ai == position.ai


@pytest.mark.parametrize(
    ("seats", "ai", "code"),
    [
        (2, {2: "greedy"}, "no_such_seat"),
        (2, {-1: "greedy"}, "no_such_seat"),
        (1, {1: "greedy"}, "no_such_seat"),  # the Legend's seat
        (2, {1: ""}, "malformed_ai"),
        (2, {1: "Greedy!"}, "malformed_ai"),
        (2, {1: "x" * 33}, "malformed_ai"),
    ],
)
def test_ais_that_cannot_sit_down(seats: int, ai: dict[SeatNumber, str], code: str) -> None:
    with pytest.raises(Malformed) as refusal:
        replay.start(GAME, 1, {"seats": seats}, b"s" * 32, [bytes(32)] * seats, UnixMs(5), ai)
    assert refusal.value.code == code


def test_an_ai_has_no_nonce() -> None:
    with pytest.raises(Malformed) as refusal:
        replay.start(GAME, 1, {"seats": 2}, b"s" * 32, [bytes(32), b"n" * 32], UnixMs(5), {SEAT_1: "greedy"})
    assert refusal.value.code == "ai_nonce"
    position, events = finish(*begin_with_ai({}, 2), Random(3))
    claimed = replace(events[0], payload={**events[0].payload, "ai": {"1": "greedy"}})
    for look in (recheck, lambda at, log: replay.fold(log, at.secret, at.nonces)):
        with pytest.raises(LogError) as found:
            look(position, rechain([claimed, *events[1:]]))
        assert (found.value.seq, "nonce" in found.value.reason) == (0, True)


@pytest.mark.parametrize("ai", [{}, [], "greedy", {"1": 7}, {"01": "greedy"}, {"x": "greedy"}, {"7": "greedy"}])
def test_a_forged_ai_in_event_0_is_found(ai: Any) -> None:
    position, events = finish(*begin_with_ai({SEAT_1: "greedy"}, 2), Random(3))
    forged = replace(events[0], payload={**events[0].payload, "ai": ai})
    with pytest.raises(LogError) as found:
        recheck(position, rechain([forged, *events[1:]]))
    assert found.value.seq == 0


def test_an_ai_s_action_is_not_taken_back() -> None:
    position, _ = begin_with_ai({SEAT_0: "greedy", SEAT_1: "greedy"}, 2)
    position = play(position, Random(1), placed)
    assert not position.can_take_back(position.undo_seat)


def test_an_ai_that_takes_over_changes_nothing_but_the_ranks() -> None:
    rng = Random(5)
    position, events = begin_with_ai({SEAT_2: "random"}, 4)
    while position.seq < 30:
        seat = position.to_move[0]
        action = some_action(position, seat, rng)
        step = replay.act(position, seat, action, expected_seq=position.seq, at_ms=position.at_ms)
        position, events = step.position, [*events, *step.events]
    for leaver in (0, 3):
        step = table_verbs.take_over(position, SeatNumber(leaver), "greedy", at_ms=UnixMs(position.at_ms + 5))
        (event,) = step.events
        assert (event.kind, event.seat, event.payload) == ("taken_over", leaver, {"ai": "greedy"})
        after = step.position
        assert (after.state, after.owed_since, after.to_move) == (position.state, position.owed_since, position.to_move)
        position, events = after, [*events, event]
    assert (position.ai, position.taken_over) == (("greedy", None, "random", "greedy"), (0, 3))
    assert position.persons == (1,)
    position, events = finish(position, events, rng)
    plain, outcome = position.rules.outcome(position.state), position.outcome
    assert plain is not None and outcome is not None
    assert outcome.scores == plain.scores
    assert sorted(outcome.ranks[seat] for seat in (1, 2)) == [1, 2]
    assert sorted(outcome.ranks[seat] for seat in (0, 3)) == [3, 4]
    assert (outcome.ranks[0] < outcome.ranks[3]) == (plain.ranks[0] < plain.ranks[3])
    assert events[-1].payload["outcome"] == outcome.to_json() == position.view(SEAT_1)["outcome"]
    assert replay.fold(events, position.secret, position.nonces) == recheck(position, events) == position
    assert export.rebuild(export.read(export.export(position, events))).outcome == outcome

    forged = list(events)
    forged[-1] = replace(events[-1], payload={**events[-1].payload, "outcome": plain.to_json()})
    with pytest.raises(LogError) as found:
        recheck(position, rechain(forged))
    assert found.value.seq == events[-1].seq


def test_seats_that_no_ai_can_take_over() -> None:
    position, _ = begin_with_ai({SEAT_2: "random"})
    solo = begin(1, legend="a")
    left = table_verbs.resign(position, SEAT_0, at_ms=UnixMs(2000)).position
    over = table_verbs.resign(begin(2), SEAT_0, at_ms=UnixMs(2000)).position
    for at, seat, code in (
        (position, 2, "not_playing"),
        (position, 7, "not_playing"),
        (solo, 1, "not_playing"),
        (left, 0, "not_playing"),
        (over, 1, "game_over"),
    ):
        with pytest.raises(Illegal) as refusal:
            table_verbs.take_over(at, SeatNumber(seat), "greedy", at_ms=UnixMs(3000))
        assert (refusal.value.code, refusal.value.seq) == (code, at.seq)
    with pytest.raises(Malformed):
        table_verbs.take_over(position, SEAT_0, "No Such!", at_ms=UnixMs(3000))


def test_leaving_keeps_the_others_take_back_and_ends_the_leaver_s() -> None:
    position = play(begin(3), Random(1), placed)
    mover = position.undo_seat
    assert mover is not None
    other = (mover + 1) % 3
    assert table_verbs.take_over(position, SeatNumber(other), "greedy", at_ms=UnixMs(0)).position.can_take_back(mover)
    assert not table_verbs.take_over(position, mover, "greedy", at_ms=UnixMs(0)).position.can_take_back(mover)


def test_seats_taken_over_rank_between_remaining_players_and_players_who_are_out() -> None:
    ranks = {
        ((1, 2, 3, 4), (0,), ()): (4, 1, 2, 3),
        ((1, 1, 3, 4), (0, 3), ()): (3, 1, 2, 4),
        ((1, 2, 2, 1), (0, 3), ()): (3, 1, 1, 3),
        ((2, 1, 2, 4), (1, 2, 3), ()): (1, 2, 3, 4),
        ((2, 1), (), ()): (2, 1),
        ((3, 1, 2), (1, 2), (0,)): (3, 1, 2),
        ((1, 2, 3, 4), (0, 3), (3, 2)): (2, 1, 3, 4),  # seat 3's AI went out first, then the person on seat 2
    }
    for (before, left, out), after in ranks.items():
        outcome = Outcome("completed", (0,) * len(before), before)
        assert ranking.rank_below(outcome, left, out).ranks == after


def test_resigning_after_the_others_were_taken_over_ranks_last() -> None:
    """docs/rules.md A7."""
    position, events = begin_with_ai({})
    for leaver in (1, 2):
        step = table_verbs.take_over(position, SeatNumber(leaver), "greedy", at_ms=UnixMs(2000))
        position, events = step.position, [*events, *step.events]
    step = table_verbs.resign(position, SEAT_0, at_ms=UnixMs(3000))
    position, events = finish(step.position, [*events, *step.events], Random(2))
    plain, outcome = position.rules.outcome(position.state), position.outcome
    assert plain is not None and outcome is not None
    assert outcome.ranks == plain.ranks
    assert outcome.ranks[0] == 3 and 1 in outcome.ranks[1:]
    assert recheck(position, events) == position


def test_a_player_who_is_out_by_the_rules_does_not_play_on() -> None:
    """docs/rules.md C3: a stage of Pyramido that can neither be built on nor filled."""
    nonces = [bytes([seat]) * 32 for seat in range(3)]
    position = replay.start("pyramido", 1, {"seats": 3}, bytes(32), nonces, UnixMs(1000)).position
    rng = Random(0)
    while not position.rules.out(position.state) and not position.over:
        assert position.persons == (0, 1, 2)
        seat = position.to_move[0]
        action = some_action(position, seat, rng)
        position = replay.act(position, seat, action, expected_seq=position.seq, at_ms=position.at_ms).position
    (loser,) = position.rules.out(position.state)
    assert not position.over
    assert position.persons == tuple(seat for seat in range(3) if seat != loser)
    with pytest.raises(Illegal) as refusal:
        table_verbs.take_over(position, SeatNumber(loser), "greedy", at_ms=position.at_ms)
    assert refusal.value.code == "not_playing"
