"""Results for the tests of ratings: people, finished games, and the stored data."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import User
from pyramido_site.infrastructure.public_ids import PublicId
from ratings.models import STANDS, Rating, RatingChange, RatingPool, Result
from ratings.services.rate_pool import rate_pool
from ratings.services.record_result import SeatResult, record_result

HOUR_MS = 3_600_000
NOW_MS = 1_800_000_000_000


def people(count: int) -> list[User]:
    found = User.objects.count()
    User.objects.bulk_create(
        User(display_name=f"Rated player {n}", name_key=f"rated player {n}") for n in range(found, found + count)
    )
    made = list(User.objects.order_by("-id")[:count])[::-1]
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=f"{user.pk}@example.org", verified=True) for user in made
    )
    return made


def finish(game: str, *players: User | str, ranks: Sequence[int] = (), at_ms: int = NOW_MS, **changes: Any) -> Result:
    """Record a game; a player is a user or an AI level. Without `ranks`, they finish in the order named."""
    seats = [
        SeatResult(
            number,
            None if isinstance(player, str) else player.pk,
            player if isinstance(player, str) else "",
            ranks[number] if ranks else number + 1,
            score=100 - number,
        )
        for number, player in enumerate(players)
    ]
    population = "bots" if any(isinstance(player, str) for player in players) else "people"
    named = {"key": "a-game", "pace": "live", "population": population, "started_ms": at_ms - HOUR_MS, **changes}
    return record_result(PublicId(game), finished_ms=at_ms, seats=seats, **named)


def history(users: Sequence[User], games: int, seed: int, prefix: str = "g") -> None:
    """Record random games of 2 to 4 people, with shared ranks, in random order of time."""
    random = Random(seed)
    for n in range(games):
        players = random.sample(users, random.randint(2, min(4, len(users))))
        ranks = [random.randint(1, len(players)) for _ in players]
        ranks = [1 + sum(other < rank for other in ranks) for rank in ranks]
        finish(f"{prefix}{n}", *players, ranks=ranks, at_ms=NOW_MS + random.randrange(1000) * HOUR_MS)


def rate_all() -> None:
    for pool in RatingPool.objects.all():
        rate_pool(pool.pk, NOW_MS)


def stored() -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return all ratings and the current log entries (the highest revisions), to compare two moments."""
    ratings = Rating.objects.order_by("pool", "user", "ai").values_list("pool", "user", "ai", "value", *STANDS)
    changes = {
        row[0]: row
        for row in RatingChange.objects.order_by("seat", "revision").values_list(
            "seat", "rating_seq", "before", "after", "expectation", "score", "k", *STANDS
        )
    }
    return list(ratings), sorted(changes.values())
