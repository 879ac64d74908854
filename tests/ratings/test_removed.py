"""A player removed by the site: the game is rated among the remaining players."""

from __future__ import annotations

from random import Random

import pytest

from pyramido_site.infrastructure.public_ids import PublicId
from ratings import elo
from ratings.models import Rating, RatingChange, RatingPool, Result
from ratings.rating_update import Chair, Move, Standing, fold
from ratings.selectors import by_opponent, records
from ratings.services.rebuild import differences
from ratings.services.record_result import SeatResult, record_result
from tests.ratings.results import HOUR_MS, NOW_MS, finish, people, rate_all


@pytest.mark.parametrize("seed", range(200))
def test_the_remaining_players_are_rated_among_themselves(seed: int) -> None:
    random = Random(seed)
    seats = random.randint(2, 4)
    standings = {
        who: Standing(value=random.randrange(100_000, 200_000), games=random.choice([0, 9, 19, 20, 50]), streak=2)
        for who in range(seats)
    }
    removed = random.sample(range(seats), random.randint(1, seats))
    ranks = [random.randint(1, seats) for _ in range(seats)]
    chairs = [Chair(n, n, ranks[n], n in removed) for n in range(seats)]
    moves = fold(chairs, standings, NOW_MS)
    for n in removed:
        assert moves[n] == Move(standings[n].value, 0, 0, 0, standings[n])
    stayed = [n for n in range(seats) if n not in removed]
    if len(stayed) < 2:
        assert all(move.after == standings[n] for n, move in enumerate(moves))
    else:
        alone = [Chair(at, n, 1 + sum(ranks[m] < ranks[n] for m in stayed)) for at, n in enumerate(stayed)]
        assert [moves[n] for n in stayed] == fold(alone, standings, NOW_MS)
    for move in moves:
        assert move.after.value == move.before + elo.change(move.k, move.score, move.expectation)


@pytest.mark.django_db
def test_stored_ratings_equal_a_rebuild() -> None:
    users, random = people(6), Random(3)
    for number in range(30):
        players = random.sample(users, random.randint(2, 4))
        out = random.choice([None, *range(len(players))])
        order = [n for n in range(len(players)) if n != out] + ([] if out is None else [out])
        seats = [
            SeatResult(n, one.pk, "", 1 + order.index(n), "removed" if n == out else "")
            for n, one in enumerate(players)
        ]
        record_result(
            PublicId(f"g{number}"), key="a-game", pace="live", population="people", started_ms=NOW_MS,
            finished_ms=NOW_MS + number * HOUR_MS, seats=seats,
        )  # fmt: skip
    rate_all()
    assert [said for pool in RatingPool.objects.all() for said in differences(pool)] == []
    assert not RatingChange.objects.filter(seat__departure="removed").exclude(k=0).exists()
    twos = Result.objects.filter(seats__departure="removed").exclude(seats__number=2)
    assert twos.exists() and not RatingChange.objects.filter(seat__result__in=twos).exclude(k=0).exists()


@pytest.mark.django_db
def test_a_removed_player_counts_as_beaten_by_no_one() -> None:
    one, strong, *others = people(4)
    for number in range(12):
        finish(f"g{number}", strong, others[number % 2], at_ms=NOW_MS + number)
    seats = [SeatResult(0, one.pk, "", 1), SeatResult(1, strong.pk, "", 2, "removed")]
    record_result(
        PublicId("out"), key="a-game", pace="live", population="people", started_ms=NOW_MS,
        finished_ms=NOW_MS + HOUR_MS, seats=seats,
    )  # fmt: skip
    rate_all()
    assert records(Rating.objects.get(user=one)).strongest_beaten is None
    assert by_opponent(one.pk) == [] and {against.games for against in by_opponent(strong.pk)} == {6}
