"""The result of a rated game by seat, as the log says it."""

from __future__ import annotations

from engine.position import Position
from games.record import positions
from games.record.models import Game
from games.record.tables import TableInfo
from ratings.models import ResultSeat
from ratings.services.record_result import SeatResult


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
