"""A player leaves a running game for good."""

from __future__ import annotations

from typing import Unpack

from engine import table_verbs
from engine.newtypes import SeatNumber
from engine.position import Position, Step
from games.record.append import CommandResult, append_events
from games.record.command_context import CommandContext
from games.record.leaving import end_pause_if_deserted, leaving_aborts, substitute_for
from games.record.models import Game
from games.record.services.submit_action import by_person, idempotency_key
from pyramido_site.infrastructure.public_ids import PublicId


def resign(public_id: PublicId, seat: SeatNumber, key: str | None = None) -> CommandResult:
    """Put the seat out (docs/rules.md A7), or let the table's AI take it over if other people still play.

    A rated game in which a player has not yet acted is aborted instead. The last player to leave ends a pause. Raise
    Refusal if the player may not resign now.
    """
    substitute = Game.objects.filter(public_id=public_id).values_list("substitute", flat=True).first()

    def leave(position: Position, /, **context: Unpack[CommandContext]) -> Step:
        if leaving_aborts(position):
            return table_verbs.abort(position, seat, **context)
        level = substitute_for(position, seat, substitute)
        if level is not None:
            return table_verbs.take_over(position, seat, level, **context)
        return end_pause_if_deserted(table_verbs.resign(position, seat, **context), **context)

    return append_events(public_id, seat, by_person(seat, leave), idempotency_key(key, "resign"))
