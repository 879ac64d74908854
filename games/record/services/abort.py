"""Abort a game in which not all players have acted yet."""

from __future__ import annotations

from engine import table_verbs
from engine.newtypes import SeatNumber
from games.record.append import CommandResult, append_events
from games.record.services.submit_action import by_person, idempotency_key
from pyramido_site.infrastructure.public_ids import PublicId


def abort(public_id: PublicId, seat: SeatNumber, key: str | None = None) -> CommandResult:
    """End the game without a result. Raise Refusal if all players have acted, or the seat may not abort."""
    command = by_person(seat, lambda position, /, **context: table_verbs.abort(position, seat, **context))
    return append_events(public_id, seat, command, idempotency_key(key, "abort"))
