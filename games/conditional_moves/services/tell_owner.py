"""Send the owner of conditional moves their state."""

from __future__ import annotations

from django.db import transaction

from engine.newtypes import SeatNumber
from games.conditional_moves.models import ConditionalMoves
from games.conditional_moves.selectors import conditional_moves_json
from games.live.groups import publisher
from games.record import frames
from pyramido_site.infrastructure.public_ids import PublicId


def tell_owner(public_id: PublicId, seat: SeatNumber, plan: ConditionalMoves | None) -> None:
    """Send the `plan` frame to the seat's own audience only, after the commit."""
    frame = {"type": "plan", "plan": conditional_moves_json(plan)}
    transaction.on_commit(lambda: publisher.publish([frames.addressed(public_id, seat, frame)]))
