"""What each audience may see of an event: the only place that removes hidden parts from events."""

from __future__ import annotations

from engine.core import JSON
from engine.newtypes import SeatNumber
from engine.position import Event


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
