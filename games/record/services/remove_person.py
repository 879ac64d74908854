"""Remove a player from a running game because moderators have closed the account (docs/rules.md A7).

The event says `removed`, so no rating moves between that seat and any other (docs/ratings.md).
"""

from __future__ import annotations

from typing import Unpack

from engine import table_verbs
from engine.newtypes import SeatNumber
from engine.position import Position, Step
from games.record.append import CommandResult, append_events
from games.record.command_context import CommandContext
from games.record.models import Game
from games.record.services.consent import end_pause_if_deserted
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


def removed(position: Position, seat: SeatNumber, substitute: str, /, **context: Unpack[CommandContext]) -> Step:
    """Return the step of a removal at a table with this substitute ("" for none)."""
    level = substitute_for(position, seat, substitute)
    return end_pause_if_deserted(table_verbs.remove(position, seat, level, **context), **context)


def substitute_for(position: Position, seat: SeatNumber, substitute: str | None) -> str | None:
    """Return the AI level that takes the seat over when its player leaves, or None: the seat goes out.

    `substitute` is the table's; only tables with enough seats have one (`seating.services.open_table`).
    """
    return substitute if substitute and set(position.persons) - {seat} else None
