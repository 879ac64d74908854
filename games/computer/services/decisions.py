"""A decision that a seat owes, and who is thinking about it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.cache import cache

from engine.position import Position
from games.record import positions
from games.record.models import Game
from pyramido_site.infrastructure import process_owners as owners

LOCK_S = 5
"""A thought that has not said for so long that it goes on is taken to be lost, with its worker."""


@dataclass(frozen=True, slots=True)
class OwedDecision:
    """What `seat` has owed since event `since`: it stands until the seat acts or the game moves on under it."""

    public_id: str
    seat: int
    since: int

    def position(self) -> Position | None:
        """The game, while the decision stands; None afterwards, in a pause, and without a game or a sound log."""
        game = Game.objects.filter(public_id=self.public_id, status=Game.Status.RUNNING).first()
        if game is None or not game.to_move >> self.seat & 1:
            return None
        entry = positions.load_or_none(game)
        if entry is None or entry.position.owed_since[self.seat] != self.since or entry.position.paused_ms is not None:
            return None
        return entry.position

    def stands(self) -> bool:
        return self.position() is not None

    @classmethod
    def now(cls, public_id: str, seat: int) -> OwedDecision | None:
        """What the seat owes now; None without a game or a sound log."""
        game = Game.objects.filter(public_id=public_id, status=Game.Status.RUNNING).first()
        entry = None if game is None else positions.load_or_none(game)
        return None if entry is None else cls(public_id, seat, entry.position.owed_since[seat])

    @contextmanager
    def alone(self, purpose: str) -> Iterator[Claim | None]:
        """None when somebody else is thinking about it; a lost cache lets everybody think."""
        claim = Claim(f"thinking:{purpose}:{self.public_id}:{self.seat}:{self.since}")
        if not claim.taken:
            yield None
            return
        try:
            yield claim
        finally:
            claim.give_back()


class Claim:
    """A lock in the cache that ends by itself soon after its owner."""

    def __init__(self, key: str) -> None:
        self.key, self.token = key, f"{secrets.token_hex(8)} {owners.myself()}"
        self.taken = cache.add(key, self.token, LOCK_S) or self._inherited()

    def _inherited(self) -> bool:
        """Whether the owner has died on this machine: then nobody need wait for the lock's end."""
        owner = str(cache.get(self.key, "")).partition(" ")[2]
        if not owners.is_gone(owner):
            return False
        self.renew()
        return True

    def renew(self) -> None:
        cache.set(self.key, self.token, LOCK_S)

    def give_back(self) -> None:
        if cache.get(self.key) == self.token:
            cache.delete(self.key)
