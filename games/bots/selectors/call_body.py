"""What is sent to a bot's address to ask for a decision (docs/formats/bots.md)."""

from __future__ import annotations

import json

from games.computer.services.owed_decision import OwedDecision
from games.record import selectors


def delivery_of(decision: OwedDecision) -> str:
    """Return the delivery's name, which is the same for repeated calls."""
    return f"{decision.public_id}.{decision.seat}.{decision.since}"


def body_of(decision: OwedDecision) -> bytes:
    """Return the body: the seat's `view` frame and its legal actions. Raise Refusal."""
    frame = selectors.view_for(decision.public_id, decision.seat)
    may = selectors.legal_actions(decision.public_id, decision.seat)
    sent = {
        "delivery": delivery_of(decision),
        "game": decision.public_id,
        "seat": decision.seat,
        "seq": frame["seq"],
        "frame": frame,
        "actions": may["actions"],
        "complete": may["complete"],
    }
    return json.dumps(sent, ensure_ascii=False, separators=(",", ":")).encode()
