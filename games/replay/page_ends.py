"""Positions of this process at which pages of steps have ended, so that the next page goes on from there."""

from __future__ import annotations

import threading
from collections import OrderedDict

from engine.position import Position
from pyramido_site.infrastructure.public_ids import PublicId

MOST = 64

_kept: OrderedDict[tuple[PublicId, str], Position] = OrderedDict()
_lock = threading.Lock()


def after(public_id: PublicId, last_hash: str) -> Position | None:
    """Return the position of a game after the event with this hash, or None. The hash stands for all of its log."""
    with _lock:
        return _kept.get((public_id, last_hash))


def keep(public_id: PublicId, position: Position) -> None:
    """Keep a position; of more than MOST the oldest is forgotten."""
    with _lock:
        _kept[public_id, position.hash] = position
        _kept.move_to_end((public_id, position.hash))
        while len(_kept) > MOST:
            _kept.popitem(last=False)
