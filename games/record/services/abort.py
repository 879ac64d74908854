"""Abort a game in which not all players have acted yet."""

from __future__ import annotations

from engine import table_verbs
from engine.newtypes import SeatNumber
from engine.position import Position
from games.record.append import CommandResult, append_events
from games.record.services.submit_action import by_person, idempotency_key
from games.time import terms
from pyramido_site.infrastructure.public_ids import PublicId


def abort(public_id: PublicId, seat: SeatNumber, key: str | None = None) -> CommandResult:
    """End the game without a result. Raise Refusal if all players have acted, or the seat may not abort."""
    command = by_person(seat, lambda at, /, **context: table_verbs.abort(at, seat, **context))
    return append_events(public_id, seat, command, idempotency_key(key, "abort"))


def hardly_begun(position: Position) -> bool:
    """Whether a running game is rated and a player has not yet acted; a player who leaves it now aborts it."""
    return not position.ended and not position.under_way and terms.of(position.table).rated
