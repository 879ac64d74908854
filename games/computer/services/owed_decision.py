"""A decision that a seat owes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.newtypes import SeatNumber, Seq
from engine.position import Position
from games.computer.services.thinking_lock import ThinkingLock
from games.record import positions
from games.record.models import Game
from pyramido_site.infrastructure.public_ids import PublicId


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
    def alone(self, purpose: str) -> Iterator[ThinkingLock | None]:
        """Lock the decision for a purpose while the context lasts.

        The context is None if another worker has the lock. It is best effort: several may have it if the cache is lost.
        """
        lock = ThinkingLock(purpose, self.public_id, self.seat, self.since)
        if not lock.taken:
            yield None
            return
        try:
            yield lock
        finally:
            lock.give_back()
