"""Remove a player from a running game because moderators have closed the account (docs/rules.md A7).

The event says `removed`, so no rating points pass between that seat and any other (docs/ratings.md).
"""

from __future__ import annotations

from typing import Unpack

from engine.newtypes import SeatNumber
from engine.position import Position, Step
from games.record.append import CommandResult, append_events
from games.record.command_context import CommandContext
from games.record.leaving import removed
from games.record.models import Game
from games.record.services.submit_action import by_person
from pyramido_site.infrastructure.public_ids import PublicId


def remove_person(public_id: PublicId, seat: SeatNumber) -> CommandResult:
    """Let the table's AI take the seat over if other people still play, or else put the seat out. Raise Refusal if the
    player has already left.
    """
    substitute = Game.objects.filter(public_id=public_id).values_list("substitute", flat=True).first()

    def leave(position: Position, /, **context: Unpack[CommandContext]) -> Step:
        return removed(position, seat, substitute or "", **context)

    return append_events(public_id, seat, by_person(seat, leave))
