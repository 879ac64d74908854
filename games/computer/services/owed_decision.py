"""A decision that a seat owes, and the claim of the worker that thinks about it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.cache import cache

from engine.newtypes import SeatNumber, Seq
from engine.position import Position
from games.record import positions
from games.record.models import Game
from pyramido_site.infrastructure import process_owners as owners
from pyramido_site.infrastructure.public_ids import PublicId

LOCK_S = 5
"""Seconds after which a claim that was not renewed ends, as its worker is taken to be dead."""


@dataclass(frozen=True, slots=True)
class OwedDecision:
    """The decision that `seat` has owed since event `since`. It stands until the seat acts or the game moves on without
    it.
    """

    public_id: PublicId
    seat: SeatNumber
    since: Seq

    def position(self) -> Position | None:
        """Return the game's position while the decision stands; None afterwards, in a pause, and if there is no game or
        its log is broken.
        """
        game = Game.objects.filter(public_id=self.public_id, status=Game.Status.RUNNING).first()
        if game is None or not game.to_move >> self.seat & 1:
            return None
        entry = positions.load_or_none(game)
        if entry is None or entry.position.owed_since[self.seat] != self.since or entry.position.paused_ms is not None:
            return None
        return entry.position

    def stands(self) -> bool:
        """Whether the decision is still owed."""
        return self.position() is not None

    @classmethod
    def now(cls, public_id: PublicId, seat: SeatNumber) -> OwedDecision | None:
        """Return the decision that the seat owes now; None if there is no game or its log is broken."""
        game = Game.objects.filter(public_id=public_id, status=Game.Status.RUNNING).first()
        entry = None if game is None else positions.load_or_none(game)
        return None if entry is None else cls(public_id, seat, entry.position.owed_since[seat])

    @contextmanager
    def alone(self, purpose: str) -> Iterator[Claim | None]:
        """Claim the decision for a purpose while the context lasts.

        The context is None if another worker has claimed it. A claim is best effort: if the cache is lost, several may
        have it.
        """
        claim = Claim(f"thinking:{purpose}:{self.public_id}:{self.seat}:{self.since}")
        if not claim.taken:
            yield None
            return
        try:
            yield claim
        finally:
            claim.give_back()


class Claim:
    """A lock in the cache, which expires soon after its owner has died."""

    def __init__(self, key: str) -> None:
        self.key, self.token = key, f"{secrets.token_hex(8)} {owners.myself()}"
        self.taken = cache.add(key, self.token, LOCK_S) or self._inherited()

    def _inherited(self) -> bool:
        """Take the lock over at once if its owner, on this machine, has died."""
        owner = str(cache.get(self.key, "")).partition(" ")[2]
        if not owners.is_gone(owner):
            return False
        self.renew()
        return True

    def renew(self) -> None:
        """Extend the lock."""
        cache.set(self.key, self.token, LOCK_S)

    def give_back(self) -> None:
        """Release the lock, if it is still this worker's."""
        if cache.get(self.key) == self.token:
            cache.delete(self.key)
