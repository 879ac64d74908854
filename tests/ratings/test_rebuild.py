"""`rebuild_ratings` replays all results: the same to the last digit, and it finds and corrects differences."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from pyramido_site.infrastructure.append_only import missing
from ratings.log_guard import RATINGS
from ratings.models import Rating, RatingChange, RatingPool, Result
from ratings.services.annul import annul
from tests.ratings.results import NOW_MS, finish, history, people, rate_all, stored
from tests.tampering import unguarded


def rebuild(*arguments: str) -> str:
    out = StringIO()
    call_command("rebuild_ratings", *arguments, stdout=out)
    return out.getvalue()


def check_fails() -> str:
    out = StringIO()
    with pytest.raises(CommandError, match="differences"):
        call_command("rebuild_ratings", "--check", stdout=out)
    return out.getvalue()


@pytest.fixture
def rated() -> None:
    users = people(6)
    history(users, 30, seed=11)
    finish("bots", users[0], "greedy", at_ms=NOW_MS)
    rate_all()
    annul(Result.objects.get(rating_seq=5, pool__population="people").game, None, "arranged", NOW_MS)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(2))
def test_a_rebuild_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.services.rebuild.CHUNK", 8)
    users = people(7)
    for part in range(3):
        history(users, 10, seed=10 * seed + part, prefix=f"{part}-")
        rate_all()
        annul(Result.objects.get(rating_seq=part * 4 + 1).game, None, "arranged", NOW_MS)
    before, rows = stored(), RatingChange.objects.count()
    assert "30 results, 7 ratings, 0 differences" in rebuild("--check")
    assert "mended" not in rebuild()
    assert (stored(), RatingChange.objects.count()) == (before, rows)


@pytest.mark.django_db(transaction=True)
def test_standings_that_differ_are_found_and_mended(rated: None) -> None:
    before = stored()
    rating = Rating.objects.filter(pool__population="people").order_by("id")
    Rating.objects.filter(pk=rating[0].pk).update(value=1)
    Rating.objects.filter(pk=rating[1].pk).update(last_seq=10**6, wins=77)
    Rating.objects.filter(pk=rating[2].pk).update(best_streak=99, last_seq=0)
    found = check_fails()
    for wrong in ("value=1,", "after result 1000000", "best_streak=99"):
        assert wrong in found
    assert rebuild().count("mended: ") == 3
    assert stored() == before
    assert "0 differences" in rebuild("--check")
    assert not RatingChange.objects.filter(cause="refold", annulment=None).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "change",
    [
        "after = after + 1",
        "before = before - 1",
        "k = 19",
        "expectation = expectation + 1",
        "wins = wins + 1",
        "rating_seq = rating_seq + 100",
        "rating_id = (SELECT min(id) FROM ratings_rating WHERE id <> ratings_ratingchange.rating_id)",
    ],
)
def test_a_log_that_was_tampered_with_is_found_and_mended(rated: None, change: str) -> None:
    right = stored()
    victim = RatingChange.objects.current().filter(rating_seq=12).order_by("id")[0]
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE ratings_ratingchange SET {change} WHERE id = %s", [victim.pk])
    assert f"game {victim.seat.result.game}, seat {victim.seat.number}: " in check_fails()
    assert "mended: " in rebuild()
    assert stored() == right
    (mended,) = RatingChange.objects.filter(cause="refold", annulment=None)
    assert (mended.seat_id, mended.revision) == (victim.seat_id, victim.revision + 1)


@pytest.mark.django_db(transaction=True)
def test_other_faults_are_found(rated: None) -> None:
    right = stored()
    Result.objects.filter(rating_seq=20).update(annulled=True)
    assert "annulled is True, and must be False" in check_fails()
    pool = RatingPool.objects.get(population="people")
    RatingPool.objects.filter(pk=pool.pk).update(next_seq=pool.next_seq + 1)
    assert "folded up to result 30 of 31 only" in check_fails()
    rebuild()
    assert stored() == right


@pytest.mark.django_db(transaction=True)
def test_entries_taken_out_of_the_log_are_missed(rated: None) -> None:
    right = stored()
    victim, revised = (RatingChange.objects.filter(rating_seq=seq, revision=0).order_by("id")[0] for seq in (2, 5))
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM ratings_ratingchange WHERE id = %s", [victim.pk])
    assert f"game {victim.seat.result.game}, seat {victim.seat.number}: the log has no entry" in check_fails()
    rebuild()
    assert stored() == right
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM ratings_ratingchange WHERE id = %s", [revised.pk])
    assert "the log has 1 of 2 revisions" in check_fails()


@pytest.mark.django_db(transaction=True)
def test_one_pool_alone(rated: None) -> None:
    assert rebuild("--check", "--pool", "a-game:live:bots").count("differences") == 1
    with pytest.raises(CommandError, match="There is no pool other"):
        rebuild("--pool", "other")


@pytest.mark.django_db(transaction=True)
def test_a_guard_that_is_not_whole_is_a_fault() -> None:
    on = " ON ratings_result" if connection.vendor == "postgresql" else ""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER ratings_result_no_delete{on}")
        assert "ratings_result_no_delete is missing" in check_fails()
        transaction.set_rollback(True)
    assert missing(connection, RATINGS) == []
