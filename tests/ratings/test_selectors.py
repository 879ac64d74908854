"""Ratings as pages read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from pyramido_site.infrastructure.public_ids import PublicId
from ratings import selectors
from ratings.models import Rating, RatingPool, Snapshot
from ratings.selectors import DAY_MS
from ratings.services.annul import annul
from ratings.services.monthly_leaderboards import end_of, month_before, snapshot
from ratings.services.rebuild import differences, rebuild
from tests.ratings.results import NOW_MS, finish, history, people, rate_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> RatingPool:
    return RatingPool.objects.create(game="a-game", pace="live", population="people")


def board(pool: RatingPool, values: list[int], **fields: Any) -> list[Rating]:
    """Create ratings with these values, each of another player."""
    fields = {"games": 10, "last_ms": NOW_MS, **fields}
    for user, value in zip(people(len(values)), values, strict=True):
        Rating.objects.create(pool=pool, user=user, value=value, **fields)
    return list(Rating.objects.order_by("-id")[: len(values)])[::-1]


def test_only_confirmed_accounts_that_have_met_several_others_are_listed(settings: Any) -> None:
    one, two, three, four = people(4)
    for n in range(10):
        for other in (two, three, four):
            finish(f"{other.pk}.{n}", one, other, at_ms=NOW_MS + n)
    rate_all()
    pool = RatingPool.objects.get()

    def listed() -> set[Any]:
        return {line.rating.user for line in selectors.leaderboard(pool, NOW_MS).lines}

    def why(user: User) -> str:
        return selectors.why_unlisted(Rating.objects.get(user=user), NOW_MS)

    assert listed() == {one} and (why(one), why(two)) == ("", "opponents")
    assert [line.rating.user for line in selectors.around(Rating.objects.get(user=one), NOW_MS)] == [one]
    EmailAddress.objects.filter(user=one).update(verified=False)
    assert listed() == set() and why(one) == "unconfirmed"
    assert snapshot("2027-01") == 0
    settings.LEADERBOARD_OPPONENTS = 1
    assert listed() == {two, three, four}
    settings.LEADERBOARD_OPPONENTS = 2
    EmailAddress.objects.update(verified=True)
    assert listed() == {one}
    for n in range(10):
        annul(PublicId(f"{three.pk}.{n}"), None, "arranged", NOW_MS)
        annul(PublicId(f"{four.pk}.{n}"), None, "arranged", NOW_MS)
    assert listed() == set() and why(one) == "opponents", "annulled games do not count as meetings"


def test_a_leaderboard_reads_no_results(pool: RatingPool) -> None:
    """The counts are updated when a game is rated, not computed for each line of each page."""
    one, *others = people(4)
    for n in range(10):
        finish(f"g{n}", one, others[n % 3], at_ms=NOW_MS + n)
    finish("alone", others[0], "greedy", at_ms=NOW_MS)
    rate_all()
    assert dict(Rating.objects.filter(pool=pool).values_list("user", "opponents")) == {
        one.pk: 3, **{other.pk: 1 for other in others},
    }  # fmt: skip
    with CaptureQueriesContext(connection) as asked:
        assert selectors.leaderboard(pool, NOW_MS).total == 1
    assert not [query for query in asked if "ratings_result" in query["sql"]]
    Rating.objects.filter(user=one).update(opponents=9)
    assert list(differences(pool)) == [f"rating of user {one.pk}: 9 opponents, and must be 3"]
    rebuild(pool, NOW_MS)
    assert list(differences(pool)) == [] and Rating.objects.get(pool=pool, user=one).opponents == 3


@pytest.fixture(name="alone")
def meetings_do_not_matter(settings: Any) -> None:
    settings.LEADERBOARD_OPPONENTS = 0


@pytest.mark.usefixtures("alone")
def test_the_leaderboard_is_of_the_active_and_settled(pool: RatingPool) -> None:
    listed = board(pool, [3, 9, 9, 5])
    board(pool, [100], games=9)
    board(pool, [100], last_ms=NOW_MS - 31 * DAY_MS)
    (closed,) = board(pool, [100])
    User.objects.filter(ratings=closed).update(is_active=False)
    level = Rating.objects.create(pool=pool, ai="greedy", value=4, games=10, last_ms=NOW_MS)
    found = selectors.leaderboard(pool, NOW_MS)
    assert [(line.place, line.rating) for line in found.lines] == [
        (1, listed[1]), (1, listed[2]), (3, listed[3]), (4, level), (5, listed[0]),
    ]  # fmt: skip
    assert found.total == 5
    slow = RatingPool.objects.create(game="a-game", pace="correspondence", population="people")
    board(slow, [7], last_ms=NOW_MS - 31 * DAY_MS)
    assert selectors.leaderboard(slow, NOW_MS).total == 1


@pytest.mark.usefixtures("alone")
def test_pages_and_surroundings_agree_with_the_whole_board(pool: RatingPool) -> None:
    ratings = board(pool, [n // 3 for n in range(20)])
    whole = selectors.leaderboard(pool, NOW_MS).lines
    assert [line.rating.value for line in whole] == sorted((n // 3 for n in range(20)), reverse=True)
    for line in whole:
        assert line.place == 1 + sum(other.value > line.rating.value for other in ratings)
    pages = [selectors.leaderboard(pool, NOW_MS, offset, 3).lines for offset in range(0, 21, 3)]
    assert [line for page in pages for line in page] == whole
    for index, line in enumerate(whole):
        assert selectors.around(line.rating, NOW_MS) == whole[max(0, index - 5) : index + 6]
    assert selectors.around(whole[0].rating, NOW_MS + 31 * DAY_MS) == []


def test_history_and_revisions(pool: RatingPool) -> None:
    one, other = people(2)
    for n in range(12):
        finish(f"g{n}", one, other, at_ms=n)
    rate_all()
    rating = Rating.objects.get(user=one)
    points = selectors.history(rating)
    assert [(point.game, point.at_ms) for point in points] == [(f"g{n}", n) for n in range(12)]
    assert [point.provisional for point in points] == [True] * 9 + [False] * 3
    assert [point.value for point in points][-1] == rating.value
    assert sum(point.moved for point in points) == rating.value - 150_000
    assert selectors.history(rating, limit=2) == points[-2:]
    annul(PublicId("g3"), None, "arranged", NOW_MS)
    assert [point.game for point in selectors.history(rating)] == [f"g{n}" for n in range(12) if n != 3]


def test_results_by_opponent() -> None:
    one, other, third = people(3)
    finish("a", one, other, third, at_ms=1)
    finish("b", one, other, ranks=[1, 1], at_ms=2)
    finish("c", other, one, at_ms=3)
    finish("d", one, "greedy", "greedy", at_ms=4)
    finish("e", other, third, at_ms=5)
    finish("f", one, third, at_ms=6)
    rate_all()
    annul(PublicId("f"), None, "arranged", NOW_MS)
    found = [(row.user, row.ai, row.games, row.won, row.drawn, row.lost, row.last_ms) for row in
             selectors.by_opponent(one.pk)]  # fmt: skip
    assert found == [(other, "", 3, 1, 1, 1, 3), (None, "greedy", 2, 2, 0, 0, 4), (third, "", 1, 1, 0, 0, 1)]
    bots = RatingPool.objects.get(population="bots")
    assert [row.ai for row in selectors.by_opponent(one.pk, bots)] == ["greedy"]
    assert [rating.pool.population for rating in selectors.ratings_of(one.pk)] == ["people", "bots"]


def test_records() -> None:
    one, strong, weak = people(3)
    for n in range(11):
        finish(f"w{n}", strong, weak, at_ms=n)
    finish("lost", strong, one, at_ms=100)
    finish("won", one, weak, at_ms=101)
    rate_all()
    rating = Rating.objects.get(user=one)
    assert selectors.records(rating).strongest_beaten.seat.user == weak
    finish("great", one, strong, at_ms=102)
    finish("unsettled", one, *people(1), at_ms=103)
    rate_all()
    best = selectors.records(rating)
    assert (best.strongest_beaten.seat.user, best.strongest_beaten.seat.result.game) == (strong, "great")
    assert (best.most_points.score, best.most_points.result.game) == (100, "won")
    annul(PublicId("great"), None, "arranged", NOW_MS)
    assert selectors.records(rating).strongest_beaten.seat.user == weak
    newcomer = Rating.objects.create(user=people(1)[0], pool=rating.pool)
    assert selectors.records(newcomer).most_points is None


@pytest.mark.usefixtures("alone")
def test_a_month_is_kept_as_it_ended() -> None:
    month, later = "2026-12", "2027-01"
    one, other, third = people(3)
    end_ms = end_of(month)
    assert (month_before(end_ms), month_before(end_ms - 1)) == (month, "2026-11")
    for n in range(10):
        finish(f"in{n}", one, other, at_ms=end_ms - 20 + n)
    finish("new", third, one, at_ms=end_ms - 1)
    finish("after", third, one, at_ms=end_ms + 2 * DAY_MS)
    assert snapshot(month) == 0  # the month is not fully rated yet
    rate_all()
    pool = RatingPool.objects.get()
    assert snapshot(month) == 2
    kept = selectors.past_leaderboard(pool, month)
    assert [(line.place, line.rating.user, line.games) for line in kept] == [(1, one, 11), (2, other, 10)]
    assert kept[0].value == selectors.history(Rating.objects.get(user=one))[-2].value
    annul(PublicId("in0"), None, "arranged", NOW_MS)
    assert snapshot(month) == 0
    assert selectors.past_leaderboard(pool, month) == kept
    assert snapshot(later) == 1  # the other has not played since, and has too few games now
    assert selectors.months(pool) == [later, month]
    assert Snapshot.objects.count() == 3


READS: dict[str, Callable[[Rating], object]] = {
    "leaderboard": lambda rating: selectors.leaderboard(rating.pool, NOW_MS),
    "around": lambda rating: selectors.around(rating, NOW_MS),
    "history": selectors.history,
    "by opponent": lambda rating: [str(row.user) for row in selectors.by_opponent(rating.user_id or 0)],
    "ratings": lambda rating: [str(row.pool) for row in selectors.ratings_of(rating.user_id or 0)],
    "game": lambda rating: [str(row.seat.user) for row in selectors.changes_of_game(PublicId("g1"))],
    "records": lambda rating: str(selectors.records(rating).strongest_beaten.seat.user),
}


@pytest.mark.parametrize("name", READS)
def test_reads_take_as_many_queries_however_much_there_is(name: str) -> None:
    users = people(8)
    history(users, 60, seed=1, prefix="g")
    rate_all()
    Rating.objects.update(last_ms=NOW_MS)
    rating = Rating.objects.select_related("pool").get(user=users[0])
    with CaptureQueriesContext(connection) as queries:
        assert READS[name](rating)
    assert len(queries) <= 4
