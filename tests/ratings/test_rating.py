"""Results become ratings: each once, in one order, with any number of workers, and with workers killed on the way."""

from __future__ import annotations

import functools
import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from pyramido_site.infrastructure.public_ids import PublicId
from ratings.models import Rating, RatingChange, RatingPool, Result, ResultSeat
from ratings.selectors import changes_of_game, pools_to_rate, standings
from ratings.services.rate_pool import rate_pool
from ratings.services.rebuild import differences
from ratings.services.record_result import SeatResult, record_result
from tests.games.threads import at_once
from tests.ratings.results import NOW_MS, finish, history, people, rate_all, stored


def values(*participants: Any) -> list[int]:
    return [
        Rating.objects.get(**({"ai": one} if isinstance(one, str) else {"user": one})).value for one in participants
    ]


def folded_right() -> bool:
    """Return whether every result is rated, numbered without gaps, and equal to a rebuild."""
    assert pools_to_rate(10) == []
    for pool in RatingPool.objects.all():
        numbers = Result.objects.filter(pool=pool).order_by("rating_seq").values_list("rating_seq", flat=True)
        assert list(numbers) == list(range(1, pool.next_seq))
        assert list(differences(pool)) == []
    assert ResultSeat.objects.count() == RatingChange.objects.filter(revision=0).count()
    return True


# --- recording ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_result_moves_its_own_pool_once() -> None:
    one, other = people(2)
    result = finish("first", one, other)
    assert finish("first", other, one).pk == result.pk
    assert pools_to_rate(10) == [result.pool_id]
    assert pools_to_rate(10, finished_before_ms=NOW_MS) == []
    changes = rate_pool(result.pool_id, NOW_MS)
    assert [(change.moved, change.cause, change.games_before) for change in changes] == [
        (2000, "result", 0), (-2000, "result", 0),
    ]  # fmt: skip
    assert rate_pool(result.pool_id, NOW_MS) == []
    assert values(one, other) == [152_000, 148_000]
    assert folded_right()
    finish("mail", one, other, pace="correspondence")
    finish("bots", one, "greedy", other)
    rate_all()
    assert standings("a-game", "live", "people", [one.pk])[one.pk].games == 1
    assert standings("a-game", "live", "bots", [one.pk, 0])[one.pk].value == 152_000
    assert standings("a-game", "live", "bots", [one.pk, 0])[0].value == 150_000
    assert Rating.objects.filter(ai="greedy", pool__population="bots").count() == 1


@pytest.mark.django_db
def test_the_order_is_that_of_the_ends_of_games() -> None:
    one, other = people(2)
    for game, at_ms in (("third", 30), ("first", 10), ("second", 20), ("second too", 20)):
        finish(game, one, other, at_ms=at_ms)
    rate_all()
    order = Result.objects.order_by("rating_seq").values_list("game", flat=True)
    assert list(order) == ["first", "second", "second too", "third"]
    finish("late", one, other, at_ms=5)
    rate_all()
    assert Result.objects.get(game="late").rating_seq == 5
    assert folded_right()


@pytest.mark.django_db
def test_a_level_may_sit_on_several_seats() -> None:
    (person,) = people(1)
    finish("g", "greedy", person, "greedy")
    rate_all()
    first, _, second = changes_of_game(PublicId("g"))
    assert (first.before, second.before, second.games) == (150_000, first.after, 2)
    assert values("greedy", person) == [second.after, 150_000]
    assert folded_right()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "seats",
    [
        [SeatResult(0, 1, "", 1)],
        [SeatResult(0, 1, "", 1), SeatResult(1, None, "", 2)],
        [SeatResult(0, 1, "", 1), SeatResult(1, 2, "greedy", 2)],
        [SeatResult(0, 1, "", 0), SeatResult(1, 2, "", 1)],
        [SeatResult(0, 1, "", 1), SeatResult(1, None, "greedy", 2)],
    ],
    ids=["one seat", "nobody", "both", "rank 0", "AI among people"],
)
def test_an_invalid_result_is_refused(seats: list[SeatResult]) -> None:
    with pytest.raises(ValueError, match=r"seat|AI|rank"):
        record_result(
            PublicId("g"), key="k", pace="live", population="people", started_ms=0, finished_ms=1, seats=seats
        )
    assert not Result.objects.exists()


@pytest.mark.django_db
def test_a_result_goes_with_the_transaction_of_its_game() -> None:
    one, other = people(2)
    with transaction.atomic():
        finish("g", one, other)
        transaction.set_rollback(True)
    assert not Result.objects.exists()


@pytest.mark.django_db
def test_a_batch_needs_few_queries(django_assert_max_num_queries: Any) -> None:
    history(people(12), 40, seed=1)
    (pool,) = RatingPool.objects.all()
    with django_assert_max_num_queries(24):
        assert rate_pool(pool.pk, NOW_MS)


# --- many at once ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_games_end_and_are_rated_by_many_at_once() -> None:
    users = people(6)

    def work(worker: int) -> None:
        for n in range(6):
            history(users, 1, seed=100 * worker + n, prefix=f"{worker}-{n}-")
            finish(f"same-{n}", *users[:3], at_ms=NOW_MS + n)  # by all threads, at about the same time
            rate_all()

    at_once([functools.partial(work, worker) for worker in range(4)])
    assert Result.objects.count() == 4 * 6 + 6
    assert folded_right()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_recording_a_result_does_not_wait_for_a_rating_in_progress() -> None:
    users = people(4)
    first = finish("first", *users)
    with transaction.atomic():
        RatingPool.objects.select_for_update(no_key=True).get(pk=first.pool_id)
        at_once([functools.partial(finish, "second", *users)])
    rate_all()
    assert Result.objects.filter(game="second").exists()
    assert folded_right()


# --- interrupted ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_database_that_fails_at_any_statement_leaves_nothing_half_done() -> None:
    users = people(5)
    history(users, 8, seed=3)
    rate_all()
    history(users, 8, seed=4, prefix="later")
    (pool,) = RatingPool.objects.all()
    before = stored()
    for survived in itertools.count():
        left = survived

        def fail(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
            nonlocal left
            if left == 0:
                raise OperationalError("the database has gone away")
            left -= 1
            return execute(sql, *rest)

        try:
            with connection.execute_wrapper(fail):
                rate_pool(pool.pk, NOW_MS)
            break
        except OperationalError:
            if stored() != before:  # the whole batch was committed, and the query for more results failed
                break
    assert survived > 8
    assert stored() != before
    rate_all()
    assert folded_right()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("statement", ['INSERT INTO "ratings_ratingchange"', 'UPDATE "ratings_ratingpool"'])
def test_a_worker_killed_between_log_and_projection(statement: str) -> None:
    history(people(5), 8, seed=5)
    (pool,) = RatingPool.objects.all()
    name = str(connection.settings_dict["NAME"])
    command = [sys.executable, "-m", "tests.ratings.killed", name, str(pool.pk), statement]
    done = subprocess.run(command, env=os.environ, check=False, timeout=120)
    assert done.returncode == -signal.SIGKILL
    assert not RatingChange.objects.exists()
    assert pools_to_rate(10) == [pool.pk]
    rate_all()
    assert folded_right()
