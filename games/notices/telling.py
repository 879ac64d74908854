"""Which events are something to tell players, and which at once. Pure."""

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
LASTING = {"start", "finished", *LEAVING}
"""Events of which players are told also when the game is over."""
NOTED = {*LASTING, "asked", "agreed", "declined", "paused", "resumed"}
"""Events of which players are told at once, also in live play."""


def worth_telling(before: Entry, after: Entry, events: Sequence[LogEvent]) -> bool:
    """Whether these events may be something to tell: not at tables for one, of live play only what is rare, and of
    other play not what somebody does within a turn.
    """
    if len(people(before.info)) < 2:
        return False
    if told_at_once(before, events):
        return True
    slow = terms.of(before.position.table).time_control.slow
    return slow and (_waiting(before.position) != _waiting(after.position) or events[0].kind == "taken_back")


def told_at_once(before: Entry, events: Sequence[LogEvent]) -> bool:
    """Whether it is rare, and urgent. The rest is told when the game has been at rest for a moment: who has moved on by
    then needs no word of it.
    """
    if len(people(before.info)) < 2:
        return False
    return before.position.asked is not None or any(event.kind in NOTED for event in events)


def _waiting(position: Position) -> list[tuple[int, int, int | None]]:
    """For whom the game waits, in which turn, and until when."""
    until = timing.read(position)
    return [
        (seat, turn, None if (clock := until[seat]) is None else clock.deadline_ms)
        for seat, turn in timing.owed(position).items()
    ]
