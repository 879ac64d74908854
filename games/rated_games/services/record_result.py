"""Storing the result of a rated game."""

from __future__ import annotations

from engine.position import Position
from games.rated_games.selectors.rating_pool import pace_of, population_of
from games.rated_games.selectors.seat_results import seat_results
from games.record.tables import TableInfo
from games.time import terms
from ratings.services.record_result import record_result


def record(info: TableInfo, position: Position) -> int | None:
    """Store the result of a game that has just ended. Return the pool that it belongs to, or None if the game is not
    rated or has no result.

    Call inside the transaction that ends the game.
    """
    if not info.rated or position.outcome is None or info.started_ms is None:
        return None
    result = record_result(
        info.public_id,
        key=info.game,
        pace=pace_of(terms.of(info.terms)),
        population=population_of(info.seats),
        started_ms=info.started_ms,
        finished_ms=position.at_ms,
        seats=seat_results(info, position),
    )
    return result.pool_id
