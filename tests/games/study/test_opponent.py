"""The opponent of a study: it sees its seat's view, plays until the owner is to move, and nowhere that is by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import User
from engine.core import JSON
from games.computer.services.thinking import Failed, NotWanted, move_pool
from games.live import followups
from games.models import Game, Study
from games.study import private_board, selectors
from games.study.selectors import MoveNumber
from games.study.services import opponent
from games.tasks import resend_lost_turns, study_opponent
from pyramido_site.infrastructure.site_clock import now_ms
from tests.games import play
from tests.games.study.studies import GAMES, at, begun, finished, play_on, refused, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Moves requested from the broker, which has no worker here."""
    cache.clear()
    made: list[tuple[Any, ...]] = []

    def hand_over(name: str, arguments: tuple[Any, ...], expires_s: float | None = None) -> None:
        if name == "games.tasks.study_opponent":
            made.append(arguments)

    monkeypatch.setattr(followups._courier, "hand_over", hand_over)
    return made


def work(asked: list[tuple[Any, ...]]) -> None:
    """Run the tasks, and those that they queue. Each may run twice."""
    while asked:
        task = asked.pop(0)
        study_opponent(*task)
        study_opponent(*task)


@pytest.mark.parametrize("key", GAMES)
def test_it_plays_until_the_owner_is_to_move(key: str, asked: list[tuple[Any, ...]]) -> None:
    game, (ada, _) = finished(key)
    study = begun(ada, game, opponent="greedy")
    own, rng, number = study.view["seat"], Random(1), MoveNumber(0)
    for _ in range(4):
        if own not in at(study, number).to_move:
            assert opponent.ask_opponent(ada, study.public_id, number)
            assert asked == [(study.public_id, number)]
            work(asked)
            tree = selectors.tree_of(study)
            while tree.after(number):
                assert len(tree.after(number)) == 1
                number = tree.after(number)[0].number
        assert own in at(study, number).to_move
        assert not opponent.ask_opponent(ada, study.public_id, number) and asked == []
        number = MoveNumber(play_on(ada, study, number, rng))


def test_it_is_asked_once_and_sees_only_its_view(asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[JSON] = []
    think = move_pool.think

    def watched(level: str, view: JSON, *rest: Any) -> Any:
        seen.append(view)
        return think(level, view, *rest)

    monkeypatch.setattr(move_pool, "think", watched)
    game, (ada, _) = finished()
    study = begun(ada, game, opponent="greedy")
    number = owing(ada, study)
    for _ in range(2):
        assert opponent.ask_opponent(ada, study.public_id, number)
    assert asked == [(study.public_id, number)]
    work(asked)
    assert seen and all(view["seat"] != study.view["seat"] for view in seen)
    assert not opponent.ask_opponent(ada, study.public_id, number), "it has answered"


def owing(ada: User, study: Study, number: int = 0, seed: int = 2) -> MoveNumber:
    """Play by the owner after a move until the opponent is to move; return the last move."""
    rng = Random(seed)
    while study.view["seat"] in at(study, number).to_move:
        number = play_on(ada, study, number, rng)
    return MoveNumber(number)


def long_ago(study: Study, by_ms: int = 5_000) -> None:
    Study.objects.filter(pk=study.pk).update(asked_ms=now_ms() - by_ms)


def test_a_sweep_finds_what_was_asked_and_not_done(
    asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, (ada, _) = finished("silver-gold-pyramids")
    study = begun(ada, game, opponent="greedy")
    number = owing(ada, study)
    resend_lost_turns()
    assert asked == [], "nobody has asked"
    opponent.ask_opponent(ada, study.public_id, number)
    assert asked.pop() == (study.public_id, number)
    resend_lost_turns()
    assert asked == [], "its task may still wait"
    long_ago(study)
    resend_lost_turns()
    assert asked == [(study.public_id, number)]

    def ends(*_: Any) -> Any:
        raise NotWanted("the process ends")

    with monkeypatch.context() as patched:
        patched.setattr(move_pool, "think", ends)
        study_opponent(study.public_id, number)
    assert Study.objects.get(pk=study.pk).asked == number, "it is still owed"
    work(asked)
    assert study.view["seat"] in at(study, max(selectors.tree_of(study).moves)).to_move
    assert Study.objects.get(pk=study.pk).asked is None
    long_ago(study)
    resend_lost_turns()
    assert asked == []


def test_each_decision_has_a_task_and_the_next_one_is_found_when_it_is_lost(
    asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, (ada, _) = finished("forgotten-treasures")
    study = begun(ada, game, opponent="greedy")
    number = owing(ada, study)
    opponent.ask_opponent(ada, study.public_id, number)

    def killed(*_: Any) -> Any:
        raise SystemExit("killed")

    with monkeypatch.context() as patched:
        patched.setattr(move_pool, "think", killed)
        with pytest.raises(SystemExit):
            study_opponent(*asked.pop())
    long_ago(study)
    resend_lost_turns()
    study_opponent(*asked.pop())
    tree = selectors.tree_of(study)
    assert len([move for move in tree.moves.values() if move.seat != study.view["seat"]]) == 1
    (lost,) = asked
    assert lost[1] > number, "after the move that it has made"
    asked.clear()
    long_ago(study)
    resend_lost_turns()
    assert asked == [lost]
    work(asked)
    assert study.view["seat"] in at(study, max(selectors.tree_of(study).moves)).to_move
    assert all(len(selectors.tree_of(study).after(move)) < 2 for move in selectors.tree_of(study).moves)


def test_two_tasks_do_not_think_about_the_same_move(
    asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, (ada, _) = finished()
    study = begun(ada, game, opponent="greedy")
    number = owing(ada, study)
    think = move_pool.think
    thoughts: list[Any] = []

    def meanwhile(*arguments: Any) -> Any:
        thoughts.append(arguments)
        if len(thoughts) == 1:
            study_opponent(study.public_id, number)
        return think(*arguments)

    monkeypatch.setattr(move_pool, "think", meanwhile)
    opponent.ask_opponent(ada, study.public_id, number)
    work(asked)
    tree = selectors.tree_of(study)
    assert len(tree.after(number)) == 1
    assert len(thoughts) == sum(move.seat != study.view["seat"] for move in tree.moves.values())


def test_it_thinks_in_few_studies_of_a_person_at_once(asked: list[tuple[Any, ...]]) -> None:
    game, (ada, ben) = finished()
    studies = [begun(ada, game, opponent="greedy") for _ in range(opponent.MOST_THINKING + 1)]
    *first, last = [(study.public_id, owing(ada, study)) for study in studies]
    for one in first:
        opponent.ask_opponent(ada, *one)
    assert refused(opponent.ask_opponent, ada, *last) == (429, "throttled") and asked == first
    assert opponent.ask_opponent(ada, *first[0]), "once more"
    theirs = begun(ben, game, opponent="greedy")
    assert opponent.ask_opponent(ben, theirs.public_id, owing(ben, theirs))
    work(asked)
    assert opponent.ask_opponent(ada, *last)


def test_what_is_asked_later_takes_the_place_of_what_was_asked_before(asked: list[tuple[Any, ...]]) -> None:
    game, (ada, _) = finished()
    study = begun(ada, game, opponent="greedy")
    opponent.ask_opponent(ada, study.public_id, owing(ada, study))
    work(asked)
    mine = max(selectors.tree_of(study).moves)
    before = owing(ada, study, mine)
    later = next(number for seed in range(3, 20) if (number := owing(ada, study, mine, seed)) != before)
    for number in (before, later):
        assert opponent.ask_opponent(ada, study.public_id, number)
    assert asked == [(study.public_id, before), (study.public_id, later)]
    work(asked)
    tree = selectors.tree_of(study)
    assert not tree.after(before) and tree.after(later)


def test_what_was_asked_long_ago_is_left_to_the_page(asked: list[tuple[Any, ...]]) -> None:
    game, (ada, _) = finished()
    study = begun(ada, game, opponent="greedy")
    number = owing(ada, study)
    opponent.ask_opponent(ada, study.public_id, number)
    long_ago(study, 11 * 60_000)
    asked.clear()
    resend_lost_turns()
    assert asked == []
    opponent.ask_opponent(ada, study.public_id, number)
    assert asked == [(study.public_id, number)]


def test_a_level_that_fails_is_replaced(asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def fails(level: str, view: Any, timeout_s: float, wanted: Any) -> Any:
        tried.append(level)
        if level != "greedy":
            raise Failed("it is ill")
        at_view = study_position.rules.imagine(view, Random(1))
        return study_position.rules.action_to_json(study_position.rules.random_action(at_view, view["seat"], Random(1)))

    game, (ada, _) = finished()
    study = begun(ada, game, opponent="search:30ms")
    study_position = at(study, 0)
    opponent.ask_opponent(ada, study.public_id, owing(ada, study))
    monkeypatch.setattr(move_pool, "think", fails)
    work(asked)
    assert tried[:2] == ["search:30ms", "greedy"]
    assert study.view["seat"] in at(study, max(selectors.tree_of(study).moves)).to_move


def test_none_while_the_game_runs(asked: list[tuple[Any, ...]]) -> None:
    game, (ada, ben) = finished()
    study = begun(ada, game, opponent="greedy")
    number = owing(ada, study)
    opponent.ask_opponent(ada, study.public_id, number)
    known = len(selectors.tree_of(study).moves)
    Study.objects.filter(pk=study.pk).update(source=table()[0])  # as if it were of a game that runs
    assert refused(opponent.ask_opponent, ada, study.public_id, number) == (409, "by_hand_only")
    work(asked)
    assert len(selectors.tree_of(study).moves) == known
    assert Study.objects.get(pk=study.pk).asked is None
    assert refused(opponent.ask_opponent, ben, study.public_id, MoveNumber(0)) == (404, "no_such_study")


def test_what_is_gone_meanwhile() -> None:
    game, (ada, _) = finished()
    study = begun(ada, game)
    assert refused(opponent.ask_opponent, ada, study.public_id, MoveNumber(0)) == (409, "no_opponent")
    study_opponent(study.public_id, MoveNumber(0))
    Study.objects.filter(pk=study.pk).update(opponent="greedy", asked=9, asked_ms=now_ms())
    study_opponent(study.public_id, MoveNumber(9))
    assert not selectors.tree_of(study).moves and Study.objects.get(pk=study.pk).asked is None
    study.delete()
    study_opponent(study.public_id, MoveNumber(9))


def test_the_legend_moves_by_itself() -> None:
    game, ada = play.solo()
    rng = Random(1)
    for _ in range(4):
        play.step(game, rng)
    study = begun(ada, play.fresh(game), None, opponent="greedy")
    number = 0
    for _ in range(8):
        number = play_on(ada, study, number, rng)
        tree = selectors.tree_of(study)
        number = tree.with_all_after(MoveNumber(number))[-1]
        assert private_board.without_choice(at(study, number)) is None
    assert any(move.seat == 1 for move in selectors.tree_of(study).moves.values())
    assert Game.objects.get(pk=game.pk).seq is not None
