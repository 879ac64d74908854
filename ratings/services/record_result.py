"""A rated game has ended: its result is written down, to be folded by `rate_pool`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from ratings.models import RatingPool, Result, ResultSeat


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a game ended for one seat, whose participant is a user or else an AI level."""

    number: int
    user_id: int | None
    ai: str
    """The level, or "" where `user_id` says who took part (also where an AI has played on for somebody who left)."""
    rank: int
    """From 1; equal ranks are shared."""
    departure: str = ""
    """`resigned`, `timed_out`, `removed` or ""."""
    score: int | None = None
    """The game's own points, for records."""


def record_result(
    game: str,
    *,
    key: str,
    pace: str,
    population: str,
    started_ms: int,
    finished_ms: int,
    seats: Sequence[SeatResult],
) -> Result:
    """Write down how the game with the public id `game` ended; `key`, `pace` and `population` name the rating pool.

    Call it in the transaction that finishes the game. It waits for nobody who folds the pool, and a game that is known
    already stays as it is. Raises ValueError for what cannot be rated.
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
    if len(seats) < 2:
        raise ValueError(f"a rated game has two seats or more, not {len(seats)}")
    for seat in seats:
        if (seat.user_id is None) == (seat.ai == ""):
            raise ValueError(f"seat {seat.number} has a user or an AI: {seat}")
        if seat.rank < 1:
            raise ValueError(f"ranks count from 1: {seat}")
        if seat.ai and population == RatingPool.Population.PEOPLE:
            raise ValueError(f"an AI moves no rating of people: {seat}")
