"""What a game's row says at a position, written out for each status, so that it is not compared with itself."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from engine import replay, table_verbs
from engine.newtypes import UnixMs
from engine.position import Position, Step
from games.record import frames
from games.record.models import Game
from games.record.projections import ai_seats, at_rest, decisions_of_ais, legend_seats, project
from tests.seats import SEAT_0, SEAT_1

SECRET = bytes(range(32))
TERMS = {"time_control": {"system": "per_move", "seconds": 86_400}}


def started(game: str = "forgotten-treasures", ai: dict | None = None, **options: object) -> Position:
    persons = 1 if "legend" in options else 2
    nonces = [bytes(32)] * persons
    made = replay.start(game, None, options or {"seats": 2}, SECRET, nonces, UnixMs(1000), ai=ai)
    return made.position


def taken(at: Position, at_ms: int) -> Position:
    """Return the position after the first legal action of the seat to move."""
    (seat,) = at.to_move
    action = next(iter(at.rules.legal_actions(at.state, seat)))
    return replay.act(at, seat, at.rules.action_to_json(action), expected_seq=None, at_ms=UnixMs(at_ms)).position


def test_a_running_game() -> None:
    at = started()
    made = project(at)
    (seat,) = at.to_move
    assert (made.status, made.seq, made.head_hash.hex()) == (Game.Status.RUNNING, 0, at.hash)
    assert (made.to_move, made.automatic_due, made.take_back_seat) == (1 << seat, False, None)
    assert (made.outcome, made.ranks, made.finished_ms, made.last_event_ms) == (None, None, None, 1000)
    assert made.table_state["may_abort"] is True
    assert frames.decisions_of_people(at) == {(seat, 0)}


def test_a_placing_may_be_taken_back_by_its_player_alone() -> None:
    at = started("pyramido")
    (seat,) = at.to_move
    after = taken(at, 2000)
    assert project(after).take_back_seat == seat
    assert project(after).last_event_ms == 2000
    paused = replace(after, paused_ms=3000)
    assert project(paused).take_back_seat is None


def test_a_pause_owes_nothing() -> None:
    at = started("silver-gold-pyramids", ai={SEAT_1: "greedy"})
    assert at.to_move == (0, 1)
    assert project(at).to_move == 0b11
    assert (ai_seats(at), decisions_of_ais(at), legend_seats(at)) == ((SEAT_1,), {(SEAT_1, 0)}, ())
    assert project(at).automatic_due
    assert frames.decisions_of_people(at) == {(SEAT_0, 0)}
    paused = replace(at, paused_ms=3000)
    assert (ai_seats(paused), decisions_of_ais(paused), legend_seats(paused)) == ((), set(), ())
    assert not project(paused).automatic_due
    assert frames.decisions_of_people(paused) == set()


def test_the_legend_s_turn_is_automatic() -> None:
    at = started(seats=1, legend="a")
    while at.to_move == (0,):
        assert legend_seats(at) == () and not project(at).automatic_due
        at = taken(at, 2000)
    assert legend_seats(at) == (SEAT_1,) and project(at).automatic_due
    assert ai_seats(at) == ()
    assert legend_seats(replace(at, paused_ms=3000)) == ()


def test_an_aborted_game() -> None:
    at = started()
    step: Step = table_verbs.abort(at, SEAT_1, at_ms=UnixMs(5000))
    made = project(step.position)
    assert (made.status, made.to_move, made.outcome, made.ranks) == (Game.Status.ABORTED, 0, None, None)
    assert (made.finished_ms, made.last_event_ms, made.deadline_ms) == (5000, 5000, None)
    assert made.table_state["may_abort"] is False
    assert frames.decisions_of_people(step.position) == set()


@pytest.mark.parametrize("game", ["forgotten-treasures", "pyramido", "silver-gold-pyramids"])
def test_a_finished_game(game: str) -> None:
    at = started(game)
    step = table_verbs.resign(at, SEAT_0, at_ms=UnixMs(7000))
    made = project(step.position)
    assert (made.status, made.to_move, made.finished_ms) == (Game.Status.FINISHED, 0, 7000)
    assert made.outcome is not None
    assert made.ranks == made.outcome["ranks"] == [2, 1]
    assert frames.decisions_of_people(step.position) == set()


def test_a_game_at_rest_has_nothing_to_do() -> None:
    agreed = replay.start("forgotten-treasures", None, {"seats": 2}, SECRET, [bytes(32)] * 2, UnixMs(1000), terms=TERMS)
    now = project(agreed.position)
    busy = dataclasses.replace(
        now, automatic_due=True, take_back_seat=SEAT_0, deadline_ms=UnixMs(9000),
        table_state={
            **now.table_state, "clocks": [None], "asked": {}, "may_ask_back": [0], "may_abort": True, "left": [1],
        },
    )  # fmt: skip
    rests = at_rest(busy)
    assert (rests.to_move, rests.automatic_due, rests.take_back_seat, rests.deadline_ms) == (0, False, None, None)
    state = rests.table_state
    assert (state["clocks"], state["asked"], state["may_ask_back"], state["may_abort"]) == (None, None, [], False)
    assert state["left"] == [1]
    assert dataclasses.replace(rests, to_move=now.to_move, table_state={}) == dataclasses.replace(now, table_state={})
