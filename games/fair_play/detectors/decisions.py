"""Decisions of the seats of a finished game, read from its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine import replay
from engine.core import Rules
from engine.newtypes import SeatNumber, Seq
from engine.position import Event, Position

DECIDING = ("action", "submission")
STANDS = ("paused", "resumed", "grace", "vacation")
"""Kinds of events that stop clocks: after them, event times alone do not tell how long a player thought."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision by a person's seat in `state`. `taken_ms` is the time since it was owed (None if unknown), `progress`
    the part of the game played, from 0 to 1.
    """

    seq: Seq
    seat: SeatNumber
    state: Any
    action: Any
    taken_ms: int | None
    progress: float


def taken(events: Sequence[Event]) -> tuple[Rules[Any, Any], list[Taken]]:
    """Return the rules and all decisions by persons that were not taken back. Raise ValueError for a game that is not
    finished, and LogError for a broken log.
    """
    last = events[-1]
    if last.kind != "finished":
        raise ValueError("nothing looks into a game that is not finished")
    secret, nonces = bytes.fromhex(last.payload["secret"]), tuple(map(bytes.fromhex, last.payload["nonces"]))
    found: list[Taken] = []
    position: Position | None = None
    stood = -1
    for event in events:
        if event.kind in STANDS:
            stood = event.seq
        if event.kind == "taken_back":
            found = [one for one in found if one.seq <= event.payload["to"]]
        if position is not None and event.kind in DECIDING and event.seat in position.persons:
            owed_since = position.owed_since[event.seat]
            known = stood < owed_since and events[owed_since].kind != "taken_back"
            found.append(
                Taken(
                    event.seq,
                    event.seat,
                    position.state,
                    position.rules.action_from_json(event.payload["action"]),
                    event.at_ms - events[owed_since].at_ms if known else None,
                    event.seq / last.seq,
                )
            )
        position = replay.advance(position, event, secret, nonces)
    assert position is not None
    return position.rules, found


def of_seat(decisions: Iterable[Taken], seat: int) -> list[Taken]:
    """Return the decisions of one seat."""
    return [one for one in decisions if one.seat == seat]
