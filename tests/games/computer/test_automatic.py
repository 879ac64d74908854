"""The Legend's turn: owed, requested, played once."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from engine.newtypes import FIRST, Seq
from games.computer import selectors as computer
from games.computer.services.play_automatic import play_automatic
from games.live import followups
from games.models import Event, Game
from games.record import positions
from games.record.append import CommandResult
from games.record.checking import faults
from games.seating.selectors import titles
from games.tasks import play_automatic as task
from games.tasks import resend_lost_turns
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from tests.games import play
from tests.games.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[PublicId, Seq]]:
    """What was handed to the broker, which has no worker here."""
    made: list[tuple[PublicId, Seq]] = []
    monkeypatch.setattr(followups._courier, "hand_over", lambda name, arguments: made.append(arguments))
    return made


def owed_game() -> Game:
    """A game in which the Legend is to move."""
    game, _ = play.solo()
    play.play_until(game, Random(1), lambda at: at.to_move == (1,))
    return play.fresh(game)


def test_a_turn_that_becomes_due_is_asked_for_once(asked: list[tuple[PublicId, Seq]]) -> None:
    game = owed_game()
    assert game.automatic_due is True
    assert asked == [(game.public_id, game.seq)]


@pytest.mark.parametrize("remembered", [True, False])
def test_the_task_plays_once_however_often_it_runs(remembered: bool) -> None:
    game = owed_game()
    assert game.seq is not None
    if not remembered:
        positions.cache.clear()
    for _ in range(3):
        task(game.public_id, game.seq)
    events = positions.read_events(game.pk, since=game.seq)
    assert [(event.seat, event.kind, event.payload["action"]) for event in events] == [
        (1, "action", {"type": "legend"})
    ]
    assert play.fresh(game).automatic_due is False


def test_many_workers_at_once_play_one_turn() -> None:
    game = owed_game()
    assert game.seq is not None
    answers = at_once([partial(play_automatic, game.public_id, game.seq)] * 6)
    played = [answer for answer in answers if isinstance(answer, CommandResult)]
    assert len(played) == 1
    assert [answer for answer in answers if answer is None] == [None] * 5
    assert play.fresh(game).seq == game.seq + 1
    assert faults(play.fresh(game)) == []


@pytest.mark.parametrize("wrong", [-1, +1])
def test_a_task_for_another_seq_does_nothing(wrong: int) -> None:
    game = owed_game()
    assert game.seq is not None
    task(game.public_id, Seq(game.seq + wrong))
    task(PublicId("nothing"), Seq(3))
    assert Event.objects.filter(game_id=game.pk).count() == game.seq + 1


def test_a_task_does_nothing_when_a_person_is_to_move() -> None:
    game, _ = play.solo()
    task(game.public_id, FIRST)
    assert play.fresh(game).seq == 0


def test_the_sweep_requests_lost_turns_again(
    asked: list[tuple[PublicId, Seq]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = owed_game()
    play.solo()
    play.table()
    asked.clear()
    resend_lost_turns()
    assert asked == []  # it has only just become due
    later = now_ms() + 10_000
    monkeypatch.setattr("games.tasks.now_ms", lambda: later)
    resend_lost_turns()
    resend_lost_turns()
    assert asked == [(game.public_id, game.seq)] * 2
    for arguments in asked:
        task(*arguments)
    asked.clear()
    resend_lost_turns()
    assert asked == []


def test_the_sweep_takes_the_longest_waiting_first_and_not_all_at_once() -> None:
    games = [owed_game() for _ in range(3)]
    found = computer.automatic_turns_due(now_ms() + 1000, limit=2)
    assert found == [(game.public_id, game.seq) for game in games[:2]]


def test_the_reigning_legend_is_the_latest_winner() -> None:
    solo = {mode: {"seats": 1, "legend": mode} for mode in ("a", "the")}
    assert titles.latest_winner(play.GAME, solo["the"]) is None
    people: list[Any] = []
    for number, (mode, rank) in enumerate((("the", 1), ("the", 1), ("a", 1), ("the", 2))):
        game, user = play.solo(legend="a")
        options = {**game.options, "legend": mode}
        Game.objects.filter(pk=game.pk).update(status="finished", finished_ms=number, options=options)
        game.seats.filter(number=0).update(rank=rank)
        people.append(user)
    assert titles.latest_winner(play.GAME, solo["the"]) == people[1]
    assert titles.has_won(people[2], play.GAME, solo["a"])
    assert not titles.has_won(people[2], play.GAME, solo["the"])
    assert not titles.has_won(people[3], play.GAME, solo["the"])
