"""First part of a write: a position and a command give events, at the time and with the nights of the table's context.

A command is a function from a position to the events that follow it (`engine.replay`).
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, Unpack

from engine.position import Position, Step
from games.record.command_context import CommandContext, context_now
from games.record.positions import Entry


class Command(Protocol):
    """A verb of the log, given the position and the time and clocks of its table. Raises GameError."""

    def __call__(self, position: Position, /, **context: Unpack[CommandContext]) -> Step: ...


class Decided(NamedTuple):
    """What a command leads to: the step, and the game before and after it."""

    before: Entry
    after: Entry
    step: Step

    @property
    def touches_seats(self) -> bool:
        """Whether rows of seats change too: when the game ends, and when a player leaves it."""
        position = self.step.position
        return position.ended or position.left != self.before.position.left


def decide(entry: Entry, command: Command) -> Decided:
    """Apply a command to a position. Raise GameError if the command is refused."""
    step = command(entry.position, **context_now(entry.info))
    return Decided(entry, entry.moved_to(step.position), step)
