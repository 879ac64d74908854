"""A player ends a game that has hardly begun."""

from __future__ import annotations

from engine import table_verbs
from engine.position import Position
from games.record.append import CommandResult, append_events
from games.record.services.submit_action import by_person, idempotency_key
from games.time import terms


def abort(public_id: str, seat: int, key: str | None = None) -> CommandResult:
    """The game ends without a result, as long as not everybody has acted. Raises Refusal."""
    command = by_person(seat, lambda at, /, **context: table_verbs.abort(at, seat, **context))
    return append_events(public_id, seat, command, idempotency_key(key, "abort"))


def hardly_begun(position: Position) -> bool:
    """Whether a running game is rated and not everybody has acted: whoever leaves it now, it ends without a result."""
    return not position.ended and not position.under_way and terms.of(position.table).rated
