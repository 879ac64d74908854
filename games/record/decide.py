"""First part of a write: a position and a command lead to events.

A command is a function from a position to the events that follow it (`engine.replay`). It gets the time and the clocks
of the table as its context.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, Unpack

from engine.position import Position, Step
from games.record.command_context import CommandContext, context_now
from games.record.positions import Entry


class Command(Protocol):
    """A function that is called with a position and the context of its table, and returns the step that follows. Raises
    GameError if it refuses.
    """

    def __call__(self, position: Position, /, **context: Unpack[CommandContext]) -> Step: ...


class Decided(NamedTuple):
    """The outcome of a command: its step, and the game before and after it."""

    before: Entry
    after: Entry
    step: Step

    @property
    def touches_seats(self) -> bool:
        """Whether rows of seats change too, which they do when the game ends or a player leaves."""
        position = self.step.position
        return position.ended or position.left != self.before.position.left


def decide(entry: Entry, command: Command) -> Decided:
    """Apply a command to a position. Raise GameError if the command is refused."""
    step = command(entry.position, **context_now(entry.info))
    return Decided(entry, entry.moved_to(step.position, step.events), step)
