"""A player takes the last action back."""

from __future__ import annotations

from engine import replay
from engine.newtypes import SeatNumber, Seq
from games.record.append import CommandResult, append_events
from games.record.services.submit_action import by_person, idempotency_key
from pyramido_site.infrastructure.public_ids import PublicId


def take_back(public_id: PublicId, seat: SeatNumber, expected_seq: Seq, key: str | None = None) -> CommandResult:
    """Undo the seat's last action. Raise Refusal if it may not be undone or `expected_seq` is stale."""
    return append_events(
        public_id,
        seat,
        by_person(
            seat, lambda position, /, **context: replay.take_back(position, seat, expected_seq=expected_seq, **context)
        ),
        idempotency_key(key, "take_back", expected_seq),
    )
