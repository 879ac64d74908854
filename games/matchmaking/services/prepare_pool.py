"""A pool commits itself to the secrets of games to come, before anybody's nonce is known (docs/rules.md E)."""

from __future__ import annotations

import secrets

from django.db import transaction

from engine.chance import commitment
from games.matchmaking.models import PairingPool, PoolSecret
from games.matchmaking.selectors import waiting_counts
from games.seating.services.open_table import SECRET_BYTES

AHEAD = 32
"""Beside one for each seek that waits, so many secrets are prepared at least."""


def prepare_pool(pool_id: int) -> None:
    """See to it that a pool has enough secrets that no game has taken; twice as many, so that this is rare."""
    if not _wanted(PairingPool.objects.get(pk=pool_id)):
        return
    with transaction.atomic():
        pool = PairingPool.objects.select_for_update(no_key=True).get(pk=pool_id)
        prepare(pool, _wanted(pool))


def _wanted(pool: PairingPool) -> int:
    ready, needed = pool.prepared - pool.taken, waiting_counts([pool.pk])[pool.pk] + AHEAD
    return needed + AHEAD if ready < needed else 0


def prepare(pool: PairingPool, ready: int) -> None:
    """Have so many secrets ready. Call it in the transaction that holds the pool's row."""
    numbers = range(pool.prepared, pool.taken + ready)
    if not numbers:
        return
    fresh = [secrets.token_bytes(SECRET_BYTES) for _ in numbers]
    PoolSecret.objects.bulk_create(
        PoolSecret(pool=pool, number=number, secret=secret, commitment=commitment(secret))
        for number, secret in zip(numbers, fresh, strict=True)
    )
    pool.prepared = numbers.stop
    pool.save(update_fields=["prepared"])
