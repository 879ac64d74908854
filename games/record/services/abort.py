"""A player ends a game that has hardly begun."""

from __future__ import annotations

from engine import table_verbs
from games.record.append import Answer, append_events
from games.record.services.submit_action import by_person, once


def abort(public_id: str, seat: int, key: str | None = None) -> Answer:
    """The game ends without a result, as long as not everybody has acted. Raises Refusal."""
    command = by_person(seat, lambda at, /, **when: table_verbs.abort(at, seat, **when))
    return append_events(public_id, seat, command, once(key, "abort"))
