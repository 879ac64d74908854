"""Which events players are notified of, and which at once. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.position import Event as LogEvent
from engine.position import Position
from games.record.positions import Entry
from games.record.tables import people
from games.time import terms, timing

LEAVING = {
    "resigned": "resigned",
    "taken_over": "resigned",
    "timed_out": "timed_out",
    "removed": "removed",
    "aborted": "aborted",
}
"""How a player left, by kind of event."""
LASTING = {"start", "finished", *LEAVING}
"""Kinds of events that players are notified of even after the game is over."""

NOTED = {*LASTING, "asked", "agreed", "declined", "paused", "resumed"}
"""Kinds of events that players are notified of at once, in live play too."""


def worth_telling(before: Entry, after: Entry, events: Sequence[LogEvent]) -> bool:
    """Whether players may have to be notified of these events.

    Never at a table with one player. In live play only of rare events; otherwise also when the game begins to wait for
    another player, but not of further actions within a turn.
    """
    if len(people(before.info)) < 2:
        return False
    if told_at_once(before, events):
        return True
    slow = terms.of(before.position.terms).time_control.slow
    return slow and (_waiting(before.position) != _waiting(after.position) or events[0].kind == "taken_back")


def told_at_once(before: Entry, events: Sequence[LogEvent]) -> bool:
    """Whether the events are rare and urgent.

    For all others, players are notified when the game has been at rest for a moment, so that a player who is present
    and moves on gets no notification.
    """
    if len(people(before.info)) < 2:
        return False
    return before.position.asked is not None or any(event.kind in NOTED for event in events)


def _waiting(position: Position) -> list[tuple[int, int, int | None]]:
    """Return the decisions that the game waits for: seat, turn and deadline (ms)."""
    until = timing.read(position)
    return [
        (seat, turn, None if (clock := until[seat]) is None else clock.deadline_ms)
        for seat, turn in timing.owed_turns(position).items()
    ]
