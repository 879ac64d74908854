"""Finished games without logs, for lists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from accounts.models import User
from engine.newtypes import SeatNumber, Seq
from games.models import Game, Seat
from games.time.clocks import DAY_MS

LATE_MS = int(datetime(2026, 3, 10, 12, tzinfo=UTC).timestamp() * 1000)


def ended(
    people: Sequence[User | None],
    scores: Sequence[int] = (80, 70),
    *,
    game_key: str = "pyramido",
    moves: int = 40,
    days: int = 1,
    ended_ms: int = LATE_MS,
    private: bool = False,
    left_to: str = "",
) -> Game:
    """Make a game that the first of the people won, or the first two shared if they have as many points; with
    `left_to`, an AI of this level played on for the first.
    """
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    winners = [number for number, rank in enumerate(ranks) if rank == 1]
    outcome = {"scores": list(scores), "ranks": ranks, "winners": winners, "reason": "completed"}
    game = Game.objects.create(
        game_key=game_key, rules_version=1, options={"seats": 2}, commitment="0" * 64, status=Game.Status.FINISHED,
        seq=Seq(moves), outcome=outcome, best_score=max(scores), started_ms=ended_ms - days * DAY_MS,
        finished_ms=ended_ms, last_event_ms=ended_ms, private=private,
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(
            game=game, number=SeatNumber(number), kind="explorer", user=user, rank=ranks[number], score=scores[number],
            ai=left_to if number == 0 else "",
        )
        for number, user in enumerate(people)
    )  # fmt: skip
    return game
