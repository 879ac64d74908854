"""What each audience may see of an event, and how far back watchers are: the only place that removes parts of a log."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import JSON
from engine.newtypes import SeatNumber
from engine.position import Event

MOVES = ("action", "submission")
"""Kinds of events that count as moves."""


def seen_late(events: Sequence[Event], moves: int) -> int:
    """Return how many of the events are seen by watchers who are `moves` (at least 1) moves behind: those before the
    last `moves` moves. They always see the first event of a log.

    The delay is counted in moves, not in minutes: it follows from the log alone, so that every process, replay and
    picture agrees on it, and each move by itself shows watchers an earlier one, without a timer. It means the same
    whether a move takes seconds or days, and the number that is seen never falls as events are appended.
    """
    played = [place for place, event in enumerate(events) if event.kind in MOVES]
    if len(played) >= moves:
        return played[-moves]
    return 1 if events and events[0].kind == "start" else 0


def redact(event: Event, seat: SeatNumber | None, *, ended: bool) -> JSON:
    """Return the event as `seat` (None: the public) may see it (docs/formats/log.md). `ended`: the game is over or was
    aborted, so nothing is hidden any more.
    """
    if event.kind == "submission" and event.seat != seat and not ended:
        return {"seq": event.seq, "seat": event.seat, "kind": "submitted", "at_ms": event.at_ms}
    shown = {
        "seq": event.seq,
        "seat": event.seat,
        "kind": event.kind,
        "payload": event.payload,
        "at_ms": event.at_ms,
    }
    if ended:
        shown["hash"] = event.hash
    return shown
