"""A game is annulled and restored: all players are rated as if it had always been so."""

from __future__ import annotations

import functools
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import OperationalError, connection

from pyramido_site.infrastructure.public_ids import PublicId
from ratings.models import Annulment, Rating, RatingChange, RatingPool, Result
from ratings.selectors import changes_of_game, history, moved_by, pools_to_rate, revisions_of_game
from ratings.services.annul import annul, reinstate
from ratings.services.rate_pool import rate_pool
from ratings.services.rebuild import differences
from tests.games.threads import at_once
from tests.ratings import results
from tests.ratings.results import NOW_MS, finish, people, rate_all, stored


def rebuilds() -> bool:
    assert [found for pool in RatingPool.objects.all() for found in differences(pool)] == []
    return True


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.services.rate_batch.BATCH", 7)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(2))
def test_annulling_and_reinstating_in_random_histories(seed: int, small_batches: None) -> None:
    random = Random(seed)
    users = people(8)
    results.history(users, 30, seed)
    rate_all()
    at_first = stored()
    numbers = random.sample(range(1, 31), 3)
    games = [Result.objects.get(rating_seq=number).game for number in numbers]
    for game in games:
        values = {rating.pk: rating.value for rating in Rating.objects.all()}
        moved = annul(game, users[0].pk, "arranged", NOW_MS)
        now = {rating.pk: rating.value for rating in Rating.objects.all()}
        told = {one.rating.pk: (one.before, one.after) for one in moved}
        assert told == {pk: (values[pk], now[pk]) for pk in now if values[pk] != now[pk]}
        assert annul(game, None, "again", NOW_MS) == []
        assert rebuilds()
    results.history(users, 4, seed + 100, prefix="later")
    rate_all()
    assert rebuilds()
    for later in range(4):
        annul(PublicId(f"later{later}"), None, "never mind", NOW_MS)
    for game in random.sample(games, len(games)):
        reinstate(game, None, "it was not", NOW_MS)
        assert rebuilds()
    ratings, changes = stored()
    assert (ratings, changes[: len(at_first[1])]) == at_first


@pytest.mark.django_db
def test_the_rating_is_as_if_the_game_had_never_been() -> None:
    one, other, third = people(3)
    for game, players in (("a", (one, other)), ("b", (other, third)), ("c", (third, one))):
        finish(game, *players, at_ms=NOW_MS + ord(game))
    rate_all()
    annul(PublicId("a"), None, "arranged", NOW_MS)
    kept = list(Rating.objects.order_by("user").values_list("value", "games", "last_ms"))
    for game, players in (("B", (other, third)), ("C", (third, one))):
        finish(game, *players, at_ms=NOW_MS + ord(game.lower()), key="twin")
    rate_all()
    twins = Rating.objects.filter(pool__game="twin").order_by("user")
    assert list(twins.values_list("value", "games", "last_ms")) == kept


@pytest.mark.django_db
def test_the_log_says_why() -> None:
    one, other, third, fourth = people(4)
    finish("apart", fourth, third, at_ms=1)
    finish("bad", one, other, at_ms=2)
    finish("after", other, third, at_ms=3)
    rate_all()
    annul(PublicId("bad"), one.pk, "arranged", NOW_MS)
    (annulment,) = Annulment.objects.all()
    said = [(row.revision, row.cause, row.moved, row.annulment_id) for row in revisions_of_game(PublicId("bad"))]
    assert said[:2] == [(0, "result", 2000, None), (1, "annulment", 0, annulment.pk)]
    assert [(row.cause, row.annulment_id) for row in changes_of_game(PublicId("after"))] == [
        ("refold", annulment.pk)
    ] * 2
    assert [row.revision for row in changes_of_game(PublicId("apart"))] == [0, 0]
    assert history(Rating.objects.get(user=one)) == []
    assert {moved.rating.user for moved in moved_by(annulment)} == {one, other, third}
    reinstate(PublicId("bad"), None, "it was not", NOW_MS)
    assert [row.cause for row in changes_of_game(PublicId("bad"))] == ["reinstatement"] * 2
    assert [(row.kind, row.reason, row.by_id) for row in Annulment.objects.order_by("id")] == [
        ("annulled", "arranged", one.pk), ("reinstated", "it was not", None),
    ]  # fmt: skip
    # The change by the first annulment stays on record.
    assert {moved.rating.user: moved.after - moved.before for moved in moved_by(annulment)}[one] == -2000


@pytest.mark.django_db
def test_only_affected_players_get_revisions() -> None:
    """Two groups that never meet: annulling in one does not change the other's log."""
    users = people(8)
    for n in range(12):
        group = users[:4] if n % 2 else users[4:]
        finish(f"g{n}", *Random(n).sample(group, 2), at_ms=n)
    rate_all()
    annul(PublicId("g1"), None, "arranged", NOW_MS)
    revised = RatingChange.objects.filter(revision__gt=0)
    assert set(revised.values_list("rating__user", flat=True)) <= {user.pk for user in users[:4]}
    assert revised.filter(seat__result__game="g1").count() == 2
    assert rebuilds()


@pytest.mark.django_db
def test_a_game_annulled_before_it_is_rated_never_counts() -> None:
    one, other = people(2)
    finish("g", one, other)
    assert annul(PublicId("g"), None, "arranged", NOW_MS) == []
    assert [(row.cause, row.moved, row.k) for row in changes_of_game(PublicId("g"))] == [("annulment", 0, 0)] * 2
    assert {moved.after for moved in reinstate(PublicId("g"), None, "it was not", NOW_MS)} == {152_000, 148_000}
    with pytest.raises(Result.DoesNotExist):
        annul(PublicId("unknown"), None, "arranged", NOW_MS)


@pytest.mark.django_db(transaction=True)
def test_an_interrupted_refold_is_gone_on_with(small_batches: None) -> None:
    users = people(6)
    results.history(users, 30, seed=1)
    rate_all()
    (pool,) = RatingPool.objects.all()
    game = Result.objects.get(rating_seq=2).game
    before = list(Rating.objects.order_by("id").values_list("id", "value"))
    commits = 0

    def fail(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal commits
        commits += sql.startswith('UPDATE "ratings_ratingpool"')
        if commits > 3:  # the annulment, and two batches of 7
            raise OperationalError("the database has gone away")
        return execute(sql, *rest)

    with pytest.raises(OperationalError), connection.execute_wrapper(fail):
        annul(game, None, "arranged", NOW_MS)
    pool.refresh_from_db()
    assert pool.folded_seq == 1 + 14
    assert next(differences(pool)) == "folded up to result 15 of 30 only"
    assert pools_to_rate(10) == [pool.pk]
    finish("meanwhile", *users[:2], at_ms=NOW_MS * 2)
    rate_pool(pool.pk, NOW_MS)
    assert rebuilds()
    was = dict(before)
    told = {one.rating.pk: one.before for one in moved_by(Annulment.objects.get())}
    assert told and all(was[pk] == value for pk, value in told.items())


@pytest.mark.django_db(transaction=True)
def test_annulments_and_ratings_at_once() -> None:
    users = people(6)
    results.history(users, 20, seed=2)
    rate_all()
    games = [Result.objects.get(rating_seq=number).game for number in (3, 9, 3, 15)]
    calls: list[Callable[[], Any]] = [functools.partial(annul, game, None, "arranged", NOW_MS) for game in games]
    calls += [functools.partial(results.history, users, 5, 7, "more"), rate_all]
    at_once(calls)
    rate_all()
    assert rebuilds()
    assert Annulment.objects.count() == 3
    causes = RatingChange.objects.filter(revision__gt=0, annulment=None)
    assert not causes.exists()
