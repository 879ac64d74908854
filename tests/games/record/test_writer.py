"""`append_events`: one winner for each seq, one row for each key, and no write on a refusal."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from django.db import transaction

from engine.newtypes import FIRST, SeatNumber, Seq
from games.models import Event, Game
from games.record import positions
from games.record.append import CommandResult
from games.record.checking import faults
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.record.services.take_back import take_back
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId
from tests import servers
from tests.games import play
from tests.games.threads import at_once
from tests.seats import SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)

CALLERS = 8


def written(game: Game) -> int:
    return Event.objects.filter(game_id=game.pk).count()


@pytest.fixture
def game() -> Game:
    return play.table()[0]


def to_move(game: Game) -> tuple[SeatNumber, Seq, list[object]]:
    """Return (seat, seq, some of its legal actions)."""
    at = play.position(game)
    seat = at.to_move[0]
    return seat, at.seq, [at.rules.action_to_json(action) for action in at.rules.legal_actions(at.state, seat)]


@pytest.mark.parametrize("remembered", [True, False])
def test_of_many_actions_for_one_seq_one_wins(game: Game, remembered: bool) -> None:
    seat, seq, actions = to_move(game)
    if not remembered:
        positions.cache.clear()
    calls = [partial(submit_action, game.public_id, seat, seq, actions[n % len(actions)]) for n in range(CALLERS)]
    answers = at_once(calls)
    winners = [answer for answer in answers if isinstance(answer, CommandResult)]
    losers = [answer for answer in answers if isinstance(answer, Refusal)]
    assert len(winners) == 1 and winners[0].seq == seq + 1
    assert {(loser.status, loser.code, loser.seq) for loser in losers} == {(409, "stale", seq + 1)}
    assert written(game) == seq + 2
    assert faults(play.fresh(game)) == []


@pytest.mark.parametrize("remembered", [True, False])
def test_one_key_sent_many_times_at_once_writes_once_and_always_answers_alike(game: Game, remembered: bool) -> None:
    seat, seq, actions = to_move(game)
    if not remembered:
        positions.cache.clear()
    answers = at_once([lambda: submit_action(game.public_id, seat, seq, actions[0], "k1")] * CALLERS)
    assert all(answer == answers[0] for answer in answers) and isinstance(answers[0], CommandResult)
    assert written(game) == seq + 2


def test_a_key_answers_the_same_after_the_game_went_on(game: Game) -> None:
    seat, seq, actions = to_move(game)
    first = submit_action(game.public_id, seat, seq, actions[0], "k1")
    play.play_until(game, Random(3), lambda at: at.seq > seq + 5)
    before = written(game)
    assert submit_action(game.public_id, seat, seq, actions[0], "k1") == first
    positions.cache.clear()
    assert submit_action(game.public_id, seat, seq, actions[0], "k1") == first
    assert written(game) == before


@pytest.mark.parametrize("remembered", [True, False])
def test_a_key_with_another_body_is_refused(game: Game, remembered: bool) -> None:
    seat, seq, actions = to_move(game)
    submit_action(game.public_id, seat, seq, actions[0], "k1")
    if not remembered:
        positions.cache.clear()
    for call in (
        lambda: submit_action(game.public_id, seat, seq, actions[1], "k1"),
        lambda: submit_action(game.public_id, seat, Seq(seq + 1), actions[0], "k1"),
        lambda: take_back(game.public_id, seat, seq, "k1"),
        lambda: resign(game.public_id, seat, "k1"),
    ):
        with pytest.raises(Refusal) as caught:
            call()
        assert (caught.value.status, caught.value.code) == (422, "key_reused")
    assert written(game) == seq + 2


@pytest.mark.postgres
def test_a_used_key_leaves_nothing_of_the_action_in_the_databases_log(game: Game) -> None:
    """PostgreSQL logs the statements it refuses; a secret action must not appear there."""
    seat, seq, actions = to_move(game)
    submit_action(game.public_id, seat, seq, actions[0], "k1")
    again, now, legal = to_move(game)
    assert again == seat
    log = servers.postgres_log()
    before = log.stat().st_size
    with pytest.raises(Refusal) as caught:
        submit_action(game.public_id, seat, now, legal[0], "k1")
    assert caught.value.code == "key_reused"
    assert written(game) == seq + 2
    said = log.read_bytes()[before:].decode()
    assert "duplicate key" in said  # so the action would be there too
    for hidden in ('"action"', '"type"', "$1 = ", "parameters:"):
        assert hidden not in said, said


def test_seats_have_keys_of_their_own(game: Game) -> None:
    rng = Random(1)
    waiting = {0, 1}
    while waiting:
        at = play.position(game)
        seat = at.to_move[0]
        key = "k" if seat in waiting else None
        submit_action(game.public_id, seat, at.seq, play.random_action(at, seat, rng), key)
        waiting.discard(seat)
    keyed = Event.objects.filter(game_id=game.pk, key="k").order_by("seat")
    assert [event.seat for event in keyed] == [0, 1]


def test_a_process_that_is_behind_catches_up(game: Game) -> None:
    behind = positions.cache.get(game.public_id)
    assert behind is not None
    play.play_until(game, Random(4), lambda at: at.seq > 10)
    positions.cache.clear()
    positions.cache.put(behind)
    seat, seq, actions = to_move(play.fresh(game))
    positions.cache.clear()
    positions.cache.put(behind)
    assert submit_action(game.public_id, seat, seq, actions[0]).seq == seq + 1
    assert faults(play.fresh(game)) == []


def test_a_stale_action_on_a_process_that_is_behind_is_stale(game: Game) -> None:
    behind = positions.cache.get(game.public_id)
    seat, seq, actions = to_move(game)
    play.play_until(game, Random(4), lambda at: at.seq > 10)
    positions.cache.clear()
    assert behind is not None
    positions.cache.put(behind)
    with pytest.raises(Refusal) as caught:
        submit_action(game.public_id, seat, seq, actions[0])
    assert (caught.value.status, caught.value.code) == (409, "stale")
    assert caught.value.seq == play.fresh(game).seq


def test_a_rolled_back_position_is_not_cached(game: Game) -> None:
    seat, seq, actions = to_move(game)

    def move_and_fail() -> None:
        with transaction.atomic():
            submit_action(game.public_id, seat, seq, actions[0])
            raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        move_and_fail()
    assert written(game) == seq + 1
    assert submit_action(game.public_id, seat, seq, actions[1]).seq == seq + 1
    assert faults(play.fresh(game)) == []


def test_a_refusal_changes_nothing(game: Game) -> None:
    seat, seq, actions = to_move(game)
    other = 1 - seat
    row = Game.objects.filter(pk=game.pk).values().get()
    for status, code, call in (
        (400, None, lambda: submit_action(game.public_id, seat, seq, {"type": "dance"})),
        (400, None, lambda: submit_action(game.public_id, seat, seq, None)),
        (400, "seq_ahead", lambda: submit_action(game.public_id, seat, Seq(seq + 5), actions[0])),
        (422, None, lambda: submit_action(game.public_id, seat, seq, {"type": "take", "space": 2, "gem": "red"})),
        (422, None, lambda: submit_action(game.public_id, SeatNumber(other), seq, actions[0])),
        (422, "nothing_to_take_back", lambda: take_back(game.public_id, seat, seq)),
        (404, "not_found", lambda: submit_action(PublicId("nothing"), seat, seq, actions[0])),
    ):
        with pytest.raises(Refusal) as caught:
            call()
        assert caught.value.status == status
        assert code in (None, caught.value.code)
        assert caught.value.detail
    assert written(game) == seq + 1
    assert Game.objects.filter(pk=game.pk).values().get() == row


def test_two_secret_submissions_at_once_are_both_taken(game: Game) -> None:
    at = play.play_until(game, Random(2), lambda at: len(at.to_move) == 2)
    rng = Random(1)
    calls = [
        partial(submit_action, game.public_id, seat, at.seq, play.random_action(at, seat, rng)) for seat in at.to_move
    ]
    answers = at_once(calls)
    assert all(isinstance(answer, CommandResult) for answer in answers)
    kinds = [event.kind for event in positions.read_events(game.pk, since=at.seq)]
    assert kinds == ["submission", "submission", "revealed"]
    assert faults(play.fresh(game)) == []


def test_resigning_and_the_end_of_a_game(game: Game) -> None:
    answer = resign(game.public_id, SEAT_1, "bye")
    assert [event["kind"] for event in answer.events] == ["resigned", "finished"]
    row = play.fresh(game)
    assert row.status == "finished" and faults(row) == []
    assert resign(game.public_id, SEAT_1, "bye") == answer
    seq = row.seq or FIRST
    for seat in (0, 1):
        with pytest.raises(Refusal) as caught:
            submit_action(game.public_id, SeatNumber(seat), seq, {"type": "take", "space": 1, "gem": "red"})
        assert 400 <= caught.value.status < 500
    assert written(game) == seq + 1


def test_a_placement_is_taken_back(game: Game) -> None:
    at = play.play_until(game, Random(2), lambda at: at.undo is not None)
    seat = at.undo_seat
    assert seat is not None and play.fresh(game).take_back_seat == seat
    answer = take_back(game.public_id, seat, at.seq)
    assert [event["kind"] for event in answer.events] == ["taken_back"]
    assert faults(play.fresh(game)) == []
    positions.cache.clear()
    assert play.position(game).to_move == (seat,)


def test_the_cache_is_bounded_and_keeps_the_latest() -> None:
    first, second, third = (play.table()[0] for _ in range(3))
    small = positions.PositionCache(2)
    for game in (first, second):
        small.put(positions.load(play.fresh(game)))
    small.get(first.public_id)
    small.put(positions.load(play.fresh(third)))
    assert len(small) == 2
    assert small.get(second.public_id) is None and small.get(first.public_id) is not None
    old = positions.load(play.fresh(first))
    play.step(first, Random(1))
    new = positions.load(play.fresh(first))
    small.put(new)
    small.put(old)
    assert small.get(first.public_id) is new
