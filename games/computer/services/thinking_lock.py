"""The lock of the worker that thinks about a decision."""

from __future__ import annotations

import secrets

from django.core.cache import cache

from engine.newtypes import SeatNumber, Seq
from pyramido_site.infrastructure import process_owners as owners
from pyramido_site.infrastructure.public_ids import PublicId

LOCK_S = 5
"""Seconds after which a lock that was not renewed ends, as its worker is taken to be dead."""


class ThinkingLock:
    """A lock in the cache, which expires soon after its owner has died."""

    def __init__(self, purpose: str, public_id: PublicId, seat: SeatNumber, since: Seq) -> None:
        self.key = f"thinking:{purpose}:{public_id}:{seat}:{since}"
        self.token = f"{secrets.token_hex(8)} {owners.myself()}"
        self.taken = cache.add(self.key, self.token, LOCK_S) or self._inherited()

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
