"""A seat leaves a running game for good."""

from __future__ import annotations

from engine import replay
from games.services.append_events import Answer, append_events
from games.services.submit_action import once
from games.wall_clock import now_ms


def resign(public_id: str, seat: int, key: str | None = None) -> Answer:
    """The seat is out (RULES.md A7). Raises Refusal."""
    return append_events(
        public_id,
        seat,
        lambda position: replay.resign(position, seat, at_ms=now_ms()),
        once(key, "resign"),
    )
