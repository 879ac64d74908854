"""What the log says when a player leaves a running game: pure functions on positions and steps."""

from __future__ import annotations

from typing import Unpack

from engine import table_verbs
from engine.newtypes import SeatNumber
from engine.position import Position, Step
from games.record.command_context import CommandContext
from games.time import terms


def leaving_aborts(position: Position) -> bool:
    """Whether a player who leaves this running game aborts it: it is rated, and not all players have acted yet."""
    return not position.ended and not position.under_way and terms.of(position.terms).rated


def substitute_for(position: Position, seat: SeatNumber, substitute: str | None) -> str | None:
    """Return the AI level that takes the seat over when its player leaves, or None: the seat goes out.

    `substitute` is the table's; only tables with enough seats have one (`seating.services.open_table`).
    """
    return substitute if substitute and set(position.persons) - {seat} else None


def removed(position: Position, seat: SeatNumber, substitute: str, /, **context: Unpack[CommandContext]) -> Step:
    """Return the step of a removal by moderators at a table with this substitute ("" for none)."""
    level = substitute_for(position, seat, substitute)
    return end_pause_if_deserted(table_verbs.remove(position, seat, level, **context), **context)


def end_pause_if_deserted(step: Step, /, **context: Unpack[CommandContext]) -> Step:
    """`step` is one by which a player leaves. If no person is left in a paused game, return it with a `resumed` event
    added; otherwise return it unchanged.
    """
    position = step.position
    if position.paused_ms is None or position.ended or position.persons:
        return step
    resumed = table_verbs.resume(position, None, **context)
    return Step(resumed.position, (*step.events, *resumed.events))
