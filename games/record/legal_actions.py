"""What a seat may do now, for programs that do not know the rules."""

from __future__ import annotations

from itertools import islice
from random import Random

from engine.position import Position
from games.record import selectors
from games.record.tables import JSON

MOST = 500
"""Actions that are listed. There are seldom more: of some secret submissions (docs/formats/actions.md)."""


def legal_actions(public_id: str, seat: int) -> JSON:
    """`{"seq", "actions", "complete"}` (docs/formats/api.md): nothing before the start, where nothing is owed, and
    where the log is broken.

    Raises Refusal.
    """
    entry = selectors.started(public_id)
    if entry is None:
        return {"seq": None, "actions": [], "complete": True}
    if entry.broken_at is not None:
        return {"seq": entry.position.seq, "actions": [], "complete": True}
    return legal_at(entry.position, seat)


def legal_at(position: Position, seat: int) -> JSON:
    """The same from a position, found in a state imagined of the seat's view: it tells nothing that the view hides."""
    owed = seat in position.to_move and position.paused_ms is None and position.ai[seat] is None
    if position.ended or not owed:
        return {"seq": position.seq, "actions": [], "complete": True}
    rules = position.rules
    imagined = rules.imagine(position.view(seat), Random(0))  # noqa: S311 (any imagined state does)
    found = list(islice(rules.legal_actions(imagined, seat), MOST + 1))
    return {
        "seq": position.seq,
        "actions": [rules.action_to_json(action) for action in found[:MOST]],
        "complete": len(found) <= MOST,
    }
