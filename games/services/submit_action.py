"""A seat acts."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from engine import replay
from games.services.append_events import Answer, Once, append_events
from games.wall_clock import now_ms

_encode = msgspec.json.Encoder(order="deterministic").encode


def once(key: str | None, *request: Any) -> Once | None:
    """The key with the digest of what it was sent with; None without a key. `request` is plain JSON."""
    return None if key is None else Once(key, hashlib.sha256(_encode(request)).digest())


def submit_action(public_id: str, seat: int, expected_seq: int, action: object, key: str | None = None) -> Answer:
    """Carry out the action (JSON) of a seat that decided on it at `expected_seq`. Raises Refusal."""
    return append_events(
        public_id,
        seat,
        lambda position: replay.act(position, seat, action, expected_seq=expected_seq, at_ms=now_ms()),
        once(key, "act", expected_seq, action),
    )
