"""Recording the result of a rated game that has ended; `rate_pool` folds it later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from pyramido_site.infrastructure.public_ids import PublicId
from ratings.models import RatingPool, Result, ResultSeat


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a game ended for one seat. Its participant is either a user or an AI level."""

    number: int
    user_id: int | None
    ai: str
    """The level; "" if `user_id` is the participant, even if an AI has played on as a substitute."""
    rank: int
    """From 1; tied seats share one."""
    departure: str = ""
    """`resigned`, `timed_out`, `removed` or ""."""
    score: int | None = None
    """The points in the game, for records."""


def record_result(
    game: PublicId,
    *,
    key: str,
    pace: str,
    population: str,
    started_ms: int,
    finished_ms: int,
    seats: Sequence[SeatResult],
) -> Result:
    """Store how the game with the public id `game` ended; `key`, `pace` and `population` name the rating pool.

    Call it in the transaction that finishes the game. It does not wait for a folding in progress. Idempotent: a game
    that is recorded already stays as it is. Raise ValueError if the seats cannot be rated.
    """
    _check(population, seats)
    with transaction.atomic():
        pool, _ = RatingPool.objects.get_or_create(game=key, pace=pace, population=population)
        times = {"started_ms": started_ms, "finished_ms": finished_ms}
        result, new = Result.objects.get_or_create(game=game, defaults={"pool": pool, **times})
        if new:
            ResultSeat.objects.bulk_create(
                ResultSeat(
                    result=result,
                    number=seat.number,
                    user_id=seat.user_id,
                    ai=seat.ai,
                    rank=seat.rank,
                    departure=seat.departure,
                    score=seat.score,
                )
                for seat in seats
            )
    return result


def _check(population: str, seats: Sequence[SeatResult]) -> None:
    """Raise ValueError for seats that cannot be rated."""
    if len(seats) < 2:
        raise ValueError(f"a rated game has two seats or more, not {len(seats)}")
    for seat in seats:
        if (seat.user_id is None) == (seat.ai == ""):
            raise ValueError(f"seat {seat.number} has a user or an AI: {seat}")
        if seat.rank < 1:
            raise ValueError(f"ranks count from 1: {seat}")
        if seat.ai and population == RatingPool.Population.PEOPLE:
            raise ValueError(f"an AI moves no rating of people: {seat}")
