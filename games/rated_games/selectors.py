"""Rated games, and the pools of ratings that they belong to (docs/ratings.md)."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.users.player_json import player_json
from engine.position import Position
from games.record import positions
from games.record.models import Game
from games.record.tables import JSON, SeatInfo, TableInfo
from games.time.terms import Terms
from pyramido_site.infrastructure.public_ids import PublicId
from ratings import selectors
from ratings.models import RatingChange, RatingPool, ResultSeat
from ratings.services.record_result import SeatResult


def pace_of(agreed: Terms) -> RatingPool.Pace:
    """Return the pace of a time control: decisions within an hour are live play."""
    return RatingPool.Pace.CORRESPONDENCE if agreed.time_control.slow else RatingPool.Pace.LIVE


def population_of(seats: Iterable[SeatInfo]) -> RatingPool.Population:
    """Return whose ratings a game moves. With a bot or an AI at the table these are the bots' ratings; a substitute AI,
    which plays on for a user, does not count.
    """
    with_program = any(seat.is_bot or (seat.ai is not None and seat.user_id is None) for seat in seats)
    return RatingPool.Population.BOTS if with_program else RatingPool.Population.PEOPLE


def faults(game: Game, position: Position) -> list[str]:
    """Return the faults of a game's stored result, a sentence each."""
    info = positions.read_info(game)
    expected = seat_results(info, position) if info.rated and position.outcome is not None else []
    rows = ResultSeat.objects.filter(result__game=info.public_id).order_by("number")
    stored = [
        SeatResult(
            number=row.number, user_id=row.user_id, ai=row.ai, rank=row.rank, departure=row.departure, score=row.score
        )
        for row in rows
    ]
    return [] if stored == expected else [f"rated result: written down is {stored}, the log says {expected}"]


def seat_results(info: TableInfo, position: Position) -> list[SeatResult]:
    """Return the results by seat. Players who have left rank below all others, whatever a substitute has achieved
    since.
    """
    outcome = position.outcome
    assert outcome is not None
    places = [(how is not None, rank) for how, rank in zip(position.left, outcome.ranks, strict=True)]
    return [
        SeatResult(
            number=seat.number,
            user_id=seat.user_id,
            ai="" if seat.user_id is not None else seat.ai or "",
            rank=1 + sum(other < places[seat.number] for other in places),
            departure=position.left[seat.number] or "",
            score=outcome.scores[seat.number],
        )
        for seat in info.seats
    ]


def changes_json(public_id: PublicId) -> list[JSON]:
    """Return the current rating changes by a game, a dictionary for each seat (docs/formats/api.md); empty while it is
    unrated.
    """
    return [_change_json(change) for change in selectors.changes_of_game(public_id)]


def _change_json(change: RatingChange) -> JSON:
    return {
        "seat": change.seat.number,
        "player": None if change.seat.user is None else player_json(change.seat.user),
        "ai": change.seat.ai or None,
        "before": change.before,
        "after": change.after,
        "expected": change.expectation,
        "scored": change.score,
        "k": change.k,
        "games": change.games,
        "provisional": change.is_provisional,
        "cause": change.cause,
        "annulled": change.seat.result.annulled,
        "reason": "" if change.annulment is None else change.annulment.reason,
    }
