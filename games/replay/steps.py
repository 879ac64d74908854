"""The steps of a log, as one audience could see them: pure functions on positions and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import redaction, replay
from engine.newtypes import SeatNumber
from engine.position import Event, Position
from pyramido_site.infrastructure.json_patch import diff

DERIVED = ("revealed", "paused", "finished")
"""Kinds of events that are written together with the one before them."""


def steps_after(
    at: Position, events: Sequence[Event], seat: SeatNumber | None, *, ended: bool, most: int | None = None
) -> tuple[list[dict[str, Any]], Position]:
    """Return the steps from a position on, each as `{"seq", "events", "patch"}`: its last event, its events as the
    audience may see them, and the patch from the view before to the view after it; and the position after the last.

    `ended`: the game is over or was aborted. The last step begins at most `most` events after the position.
    """
    since, view = at.seq, at.view(seat)
    steps = []
    for written in written_together(events):
        if most is not None and written[0].seq > since + most:
            break
        for event in written:
            at = replay.advance(at, event, at.secret, at.nonces)
        before, view = view, at.view(seat)
        shown = [redaction.redact(event, seat, ended=ended) for event in written]
        steps.append({"seq": at.seq, "events": shown, "patch": diff(before, view)})
    return steps, at


def written_together(events: Sequence[Event]) -> list[list[Event]]:
    """Return the events in groups: each event with the derived ones that follow it."""
    groups: list[list[Event]] = []
    for event in events:
        if groups and event.kind in DERIVED:
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups
