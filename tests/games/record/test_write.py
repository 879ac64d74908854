"""What a write says to the database: on which condition, which columns and which rows (`games.record.write`)."""

from __future__ import annotations

import json
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from engine import replay, table_verbs
from engine.newtypes import Seq, UnixMs
from games.models import Game, Seat
from games.record import positions
from games.record.append import append_events
from games.record.checking import faults
from games.record.decide import Decided, decide
from games.record.leaving import removed
from games.record.projections import project
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.record.write import IdempotencyKey, WritePrecondition, start_log, store, write_of
from games.requests.refusals import Refusal
from games.seating.services.open_table import open_table
from tests.engine.lively import say, started
from tests.games import play
from tests.seats import SEAT_0, SEAT_1, SEAT_2

pytestmark = pytest.mark.django_db

KEY = IdempotencyKey("k1", bytes(range(32)))
COLUMNS = [
    "status", "seq", "head_hash", "to_move", "automatic_due", "take_back_seat", "outcome", "best_score",
    "last_event_ms", "finished_ms", "deadline_ms", "table_state",
]  # fmt: skip


@pytest.fixture
def game() -> Game:
    return play.table(3)[0]


def decided(game: Game) -> Decided:
    """The first legal action of the seat to move, not yet written."""
    entry = positions.load(play.fresh(game))
    at = entry.position
    seat = at.to_move[0]
    action = at.rules.action_to_json(next(iter(at.rules.legal_actions(at.state, seat))))
    return decide(entry, partial(replay.act, seat=seat, action=action, expected_seq=at.seq))


def left(game: Game, level: str | None) -> Decided:
    """The first seat leaves, and an AI plays on or none does."""
    return decide(positions.load(play.fresh(game)), partial(table_verbs.time_out, seat=SEAT_0, level=level))


def refuse() -> None:
    raise Refusal(403, "gone", "Gone.")


def test_it_applies_to_the_position_it_was_decided_on(game: Game) -> None:
    made = decided(game)
    write = write_of(made, None, is_news=True)
    names = ", ".join(f"{name} = %s" for name in COLUMNS)
    assert write.update == (
        f"UPDATE games_game SET {names} WHERE id = %s AND seq = %s AND head_hash = %s RETURNING conditional_seats"
    )
    assert write.update_values[-3:] == [game.pk, 0, bytes(game.head_hash or b"")]
    projection = made.after.projection
    assert write.update_values[:3] == [Game.Status.RUNNING, 1, projection.head_hash]
    assert write.update_values[6] is None
    assert json.loads(write.update_values[11]) == projection.table_state
    (event,) = made.step.events
    (row,) = write.rows
    assert row[:4] == [game.pk, 1, event.seat, "action"]
    assert json.loads(row[4]) == event.payload
    assert row[5:] == [event.at_ms, bytes.fromhex(event.hash), None, None, None]


def test_a_precondition_is_part_of_it(game: Game) -> None:
    condition = WritePrecondition("%s = %s", [5, 6], refuse)
    write = write_of(decided(game), None, condition, is_news=True)
    assert write.update.endswith("AND seq = %s AND head_hash = %s AND %s = %s RETURNING conditional_seats")
    assert write.update_values[-5:] == [game.pk, 0, bytes(game.head_hash or b""), 5, 6]
    assert store(write) is None
    assert play.fresh(game).seq == 0
    assert store(write_of(decided(game), None, WritePrecondition("%s = %s", [5, 5], refuse), is_news=True)) == 0
    assert play.fresh(game).seq == 1


def test_the_first_event_has_the_key_with_its_digest_and_the_number_of_events(game: Game) -> None:
    made = left(game, None)
    one = decided(game)
    assert write_of(one, KEY, is_news=True).rows[0][-3:] == ["k1", KEY.digest, 1]
    two = made._replace(step=replace(made.step, events=(*made.step.events, *made.step.events)))
    rows = write_of(two, KEY, is_news=True).rows
    assert rows[0][-3:] == ["k1", KEY.digest, len(rows)] and len(rows) >= 2
    assert all(row[-3:] == [None, None, None] for row in rows[1:])


def test_events_that_are_no_news_count_as_told_unless_earlier_ones_are_not(game: Game) -> None:
    made = decided(game)
    write = write_of(made, None, is_news=False)
    assert write.update.startswith("UPDATE games_game SET status = %s, ")
    assert ", told_seq = CASE WHEN told_seq = %s THEN %s ELSE told_seq END WHERE" in write.update
    assert write.update_values[-5:-3] == [0, 1]
    Game.objects.filter(pk=game.pk).update(told_seq=0)
    assert store(write) == 0
    assert play.fresh(game).told_seq == 1
    positions.cache.clear()
    Game.objects.filter(pk=game.pk).update(told_seq=0)
    assert store(write_of(decided(game), None, is_news=False)) == 0
    assert play.fresh(game).told_seq == 0
    positions.cache.clear()
    assert store(write_of(decided(game), None, is_news=True)) == 0
    assert play.fresh(game).told_seq == 0


def test_it_says_which_seats_have_conditional_moves(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(conditional_seats=5)
    assert store(write_of(decided(game), None, is_news=True)) == 5


def test_a_game_that_has_moved_on_is_left_as_it_is(game: Game) -> None:
    made = decided(game)
    assert store(write_of(made, None, is_news=True)) == 0
    row = Game.objects.filter(pk=game.pk).values().get()
    assert store(write_of(made, None, is_news=True)) is None
    assert Game.objects.filter(pk=game.pk).values().get() == row
    positions.cache.clear()
    assert faults(play.fresh(game)) == []


def test_only_an_end_or_a_departure_touches_seats(game: Game) -> None:
    assert not decided(game).touches_seats
    assert left(game, None).touches_seats
    assert left(game, "greedy").touches_seats
    ended = left(play.table(2)[0], None)
    assert ended.step.position.ended and ended.touches_seats


def test_the_start_needs_to_be_told_to_a_player_who_is_not_alone() -> None:
    game, _ = play.table()
    assert game.told_seq == -1
    alone, _ = play.solo()
    assert alone.told_seq >= 0
    started = positions.read_events(alone.pk)[0]
    assert (alone.started_ms, started.at_ms, started.seq) == (started.at_ms, alone.started_ms, 0)


def test_a_game_starts_once() -> None:
    game, _ = play.table()
    at = positions.load(game).position
    step = replay.start(game.game_key, None, game.options, at.secret, at.nonces, UnixMs(1000))
    with pytest.raises(RuntimeError, match=f"game {game.public_id} was started while its row was locked"):
        start_log(game, step, 2)
    assert project(at).seq == play.fresh(game).seq == 0


def test_an_ai_that_takes_over_is_on_the_row_of_its_seat() -> None:
    game, people = play.with_ai("greedy", seats=4, substitute="greedy")
    resign(game.public_id, SEAT_0)
    seats = {int(seat.number): (seat.ai, seat.departure, seat.rank) for seat in Seat.objects.filter(game=game)}
    assert seats[0] == ("greedy", "resigned", None)
    assert [seats[number][1] for number in (1, 2, 3)] == ["", "", ""]
    assert faults(play.fresh(game)) == []
    assert len(people) == 3


@pytest.mark.parametrize(("ais", "kinds"), [(2, ["removed", "resumed"]), (1, ["removed"])])
def test_a_pause_ends_when_the_last_person_leaves(ais: int, kinds: list[str]) -> None:
    """AIs go on; people who are left stay in the pause."""
    begun = started("pyramido", {"seats": 3}, Random(1), ai=dict.fromkeys((SEAT_1, SEAT_2)[:ais], "greedy"))
    step = table_verbs.ask(begun.position, SEAT_0, "pause", at_ms=UnixMs(2000), clocks=say)
    if ais == 1:
        step = table_verbs.agree(step.position, SEAT_2, at_ms=UnixMs(2000), clocks=say)
    assert step.position.paused_ms == 2000
    step = removed(step.position, SEAT_0, "", at_ms=UnixMs(3000), clocks=say)
    assert [event.kind for event in step.events] == kinds
    assert step.position.paused_ms == (None if ais == 2 else 2000) and not step.position.ended


def test_an_open_table_takes_no_action() -> None:
    waiting = open_table(play.person(), play.GAME, {"seats": 2})
    with pytest.raises(Refusal) as refusal:
        submit_action(waiting.public_id, SEAT_0, Seq(0), {"type": "take", "space": 1, "gem": "red"})
    assert (refusal.value.status, refusal.value.code) == (409, "not_running")


class Precondition:
    """A precondition that counts how often it is checked alone."""

    def __init__(self, holds: bool) -> None:
        self.checks = 0
        self.holds = holds
        self.made = WritePrecondition("%s = %s", [1, 1 if holds else 2], self.check)

    def check(self) -> None:
        self.checks += 1
        if not self.holds:
            refuse()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("cached", [True, False])
@pytest.mark.parametrize("holds", [True, False])
def test_a_precondition_costs_no_query_where_the_position_is_cached(game: Game, holds: bool, cached: bool) -> None:
    at = play.position(game)
    seat = at.to_move[0]
    action = play.random_action(at, seat, Random(1))
    if not cached:
        positions.cache.clear()
    one = Precondition(holds)
    act = partial(replay.act, seat=seat, action=action, expected_seq=at.seq)
    if holds:
        assert append_events(game.public_id, seat, act, None, one.made).seq == 1
    else:
        with pytest.raises(Refusal, match="gone"):
            append_events(game.public_id, seat, act, None, one.made)
    assert one.checks == (0 if holds and cached else 1)
    assert play.fresh(game).seq == (1 if holds else 0)
