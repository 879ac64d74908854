"""An AI's decision: owed, requested, computed by one process, made once; and thoughts that fail."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError

from engine.newtypes import FIRST, SeatNumber, Seq
from games.computer import selectors as computer
from games.computer.services.owed_decision import OwedDecision
from games.computer.services.play_ai import play_ai
from games.computer.services.thinking import move_pool
from games.live import followups
from games.models import Event, Game
from games.record import positions
from games.record.append import CommandResult
from games.record.checking import faults
from games.record.projections import decisions_of_ais
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.tasks import play_ai as task
from games.tasks import resend_lost_turns
from pyramido_site.infrastructure import process_owners as owners
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from tests.games import play
from tests.games.threads import at_once
from tests.seats import SEAT_0, SEAT_1, SEAT_2

pytestmark = pytest.mark.django_db(transaction=True)

Asked = list[tuple[str, tuple[Any, ...], float | None]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What was handed to the broker, which has no worker here, except notifications of players."""
    made: Asked = []

    def hand_over(name: str, arguments: tuple[Any, ...], expires_s: float | None = None) -> None:
        if name != "games.tasks.announce":
            made.append((name, arguments, expires_s))

    monkeypatch.setattr(followups._courier, "hand_over", hand_over)
    return made


@pytest.fixture
def game() -> Game:
    """A game at the choice of cards to keep: a person on seat 0, an AI on seat 1."""
    made, _ = play.with_ai("greedy")
    return made


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Run a function between the real thought and the use of its result."""
    think = move_pool.think

    def arrange(happens: Callable[[], object]) -> None:
        def thought(*arguments: Any) -> Any:
            action = think(*arguments)
            monkeypatch.setattr(move_pool, "think", think)
            happens()
            return action

        monkeypatch.setattr(move_pool, "think", thought)

    return arrange


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The players that were asked to think."""
    made: list[str] = []
    think = move_pool.think

    def thought(*arguments: Any) -> Any:
        made.append(arguments[0])
        return think(*arguments)

    monkeypatch.setattr(move_pool, "think", thought)
    return made


def submit(game: Game, seat: int = 0) -> CommandResult:
    at = play.position(game)
    return submit_action(game.public_id, SeatNumber(seat), at.seq, play.random_action(at, seat, Random(1)))


def of_ai(game: Game, seat: int = 1) -> list[tuple[int, str]]:
    events = Event.objects.filter(game_id=game.pk, seat=seat).order_by("seq")
    return list(events.values_list("seq", "kind"))


def test_a_decision_is_requested_once_and_not_again_after_others_actions(asked: Asked) -> None:
    game, _ = play.with_ai("greedy", "random")
    assert asked == [("games.tasks.play_ai", (game.public_id, seat, 0), None) for seat in (1, 2)]
    asked.clear()
    submit(game)
    assert asked == []
    task(game.public_id, SEAT_1, FIRST)
    assert asked == []
    task(game.public_id, SEAT_2, FIRST)  # the last submission is in: every seat has a new decision
    now = play.position(game)
    assert asked == [
        ("games.tasks.play_ai", (game.public_id, seat, since), None) for seat, since in sorted(decisions_of_ais(now))
    ]
    assert {seat for seat, _ in decisions_of_ais(now)} == {1, 2}


@pytest.mark.parametrize("remembered", [True, False])
def test_the_task_decides_once_however_often_it_runs(game: Game, remembered: bool) -> None:
    if not remembered:
        positions.cache.clear()
    for _ in range(3):
        task(game.public_id, SEAT_1, FIRST)
    assert of_ai(game) == [(1, "submission")]
    assert play.fresh(game).automatic_due is False
    assert faults(play.fresh(game)) == []


def test_of_many_workers_one_thinks(game: Game, thoughts: list[str]) -> None:
    answers = at_once([partial(play_ai, game.public_id, SEAT_1, FIRST)] * 4)
    assert sum(isinstance(answer, CommandResult) for answer in answers) == 1
    assert answers.count(None) == 3
    assert len(thoughts) == 1
    assert of_ai(game) == [(1, "submission")]


def test_without_the_cache_many_think_and_one_decides(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "add", lambda *arguments: True)
    answers = at_once([partial(play_ai, game.public_id, SEAT_1, FIRST)] * 3)
    assert sum(isinstance(answer, CommandResult) for answer in answers) == 1
    assert answers.count(None) == 2
    assert of_ai(game) == [(1, "submission")]


def test_a_thought_that_stopped_long_ago_does_not_block_others(game: Game) -> None:
    decision = OwedDecision(game.public_id, SEAT_1, FIRST)
    with decision.alone("turn") as lock:
        assert lock is not None
        assert play_ai(game.public_id, SEAT_1, FIRST) is None
        cache.delete(lock.key)  # the lock has expired: the worker was killed
        assert play_ai(game.public_id, SEAT_1, FIRST) is not None
    assert of_ai(game) == [(1, "submission")]


def test_the_thought_of_a_dead_process_does_not_block_others(game: Game) -> None:
    with OwedDecision(game.public_id, SEAT_1, FIRST).alone("turn") as lock:
        assert lock is not None
        number, _, machine = owners.myself().partition("@")
        cache.set(lock.key, f"0011 {number.partition('.')[0]}.1@elsewhere", 60)
        assert play_ai(game.public_id, SEAT_1, FIRST) is None, "other machines are unknown"
        cache.set(lock.key, f"0011 {number.partition('.')[0]}.1@{machine}", 60)
        assert play_ai(game.public_id, SEAT_1, FIRST) is not None
    assert of_ai(game) == [(1, "submission")]


@pytest.mark.parametrize(("seat", "since"), [(1, -1), (1, 1), (0, 0)])
def test_a_task_for_another_decision_or_a_person_does_nothing(game: Game, seat: int, since: Seq) -> None:
    task(game.public_id, SeatNumber(seat), since)
    task(PublicId("nothing"), SEAT_1, FIRST)
    task(PublicId("nothing"), SEAT_1, None)
    task(game.public_id, SEAT_0, None)
    assert play.fresh(game).seq == 0


def test_others_submissions_do_not_make_a_thought_stale(
    game: Game, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    meanwhile(lambda: submit(game))
    answer = play_ai(game.public_id, SEAT_1, FIRST)
    assert answer is not None
    assert [event["kind"] for event in answer.events] == ["submission", "revealed"]
    assert faults(play.fresh(game)) == []


def test_a_result_that_comes_after_the_end_of_the_game_is_dropped(
    game: Game, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    meanwhile(lambda: resign(game.public_id, SEAT_0))
    assert play_ai(game.public_id, SEAT_1, FIRST) is None
    assert play.fresh(game).status == Game.Status.FINISHED
    assert of_ai(game) == []


def test_a_result_that_comes_second_is_dropped(game: Game, meanwhile: Callable[[Callable[[], object]], None]) -> None:
    cache_lost = partial(cache.delete, f"thinking:turn:{game.public_id}:1:0")
    meanwhile(lambda: (cache_lost(), play_ai(game.public_id, SEAT_1, FIRST)))
    assert play_ai(game.public_id, SEAT_1, FIRST) is None
    assert of_ai(game) == [(1, "submission")]


def test_a_player_that_fails_is_replaced_by_a_simpler_one(caplog: pytest.LogCaptureFixture) -> None:
    game = play.against(play.person(), play.AI_GAME, ["search:nothing"])
    assert play_ai(game.public_id, SEAT_1, FIRST) is not None
    assert "search:nothing failed on seat 1" in caplog.text
    assert of_ai(game) == [(1, "submission")]


def test_a_player_that_takes_too_long_is_replaced_by_a_simpler_one(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "AI_SECONDS", 1)
    game = play.against(play.person(), play.AI_GAME, ["search:60000ms"])
    assert play_ai(game.public_id, SEAT_1, FIRST) is not None
    assert "search:60000ms took too long on seat 1" in caplog.text
    assert of_ai(game) == [(1, "submission")]


def test_a_choice_that_the_rules_refuse_is_replaced_too(
    game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(move_pool, "think", lambda *arguments: {"type": "keep", "cards": [-1, -2]})
    assert play_ai(game.public_id, SEAT_1, FIRST) is not None
    assert "chose what is refused" in caplog.text
    assert of_ai(game) == [(1, "submission")]


def test_a_database_that_is_away_for_a_moment_is_tried_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = [OperationalError("it is away")]
    decide = play_ai

    def sometimes(*arguments: Any) -> CommandResult | None:
        if lost:
            raise lost.pop()
        return decide(*arguments)

    monkeypatch.setattr("games.tasks.decide", sometimes)
    task.apply((game.public_id, 1, 0))
    assert lost == []
    assert of_ai(game) == [(1, "submission")]


def test_the_ai_task_has_its_own_queue_limits_and_retries() -> None:
    for name in ("play_ai", "hint"):
        thinks = current_app.tasks[f"games.tasks.{name}"]
        assert current_app.amqp.router.route({}, thinks.name)["queue"].name == "ai"
        soft, hard = thinks.soft_time_limit, thinks.time_limit
        assert soft is not None and hard is not None
        assert settings.AI_SECONDS < soft < hard < 60
    assert current_app.amqp.router.route({}, "games.tasks.play_automatic")["queue"].name == "turns"
    queues = current_app.amqp.queues.values()
    assert len({(queue.exchange.name, queue.routing_key) for queue in queues}) == len(queues) == len(settings.QUEUES)


def test_ais_among_themselves_do_not_think_long(thoughts: list[str]) -> None:
    game, _ = play.with_ai("search:300ms", "search:300ms")
    resign(game.public_id, SEAT_0)
    end = play.play_to_the_end(game)
    assert set(thoughts) == {"greedy"}
    assert end.outcome is not None and end.outcome.ranks[0] == 3


def test_the_sweep_requests_lost_decisions_again(game: Game, asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    resend_lost_turns()
    assert asked == []  # it has only just become due
    later = now_ms() + 10_000
    monkeypatch.setattr("games.tasks.now_ms", lambda: later)
    play.solo()
    play.table()
    resend_lost_turns()
    (again,) = asked
    assert again == ("games.tasks.play_ai", (game.public_id, 1, None), 3.0)
    for _ in range(2):
        task(game.public_id, SEAT_1, None)
    assert of_ai(game) == [(1, "submission")]
    asked.clear()
    resend_lost_turns()
    assert asked == []


def test_seats_that_owe_nothing_leave_the_sweep_its_room() -> None:
    game, _ = play.with_ai("greedy", "greedy", "greedy")
    for seat in (3, 1):
        play.play_until(game, Random(seat), lambda at, seat=seat: at.to_move == (seat,))
        assert computer.ai_turns_due(now_ms(), 1) == [(game.public_id, seat)]
    assert computer.ai_turns_due(play.position(game).at_ms - 1, 1) == []
