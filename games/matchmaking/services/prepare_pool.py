"""Preparing a pool's secrets: it commits to those of future games before any user's nonce is known (docs/rules.md
E).
"""

from __future__ import annotations

import secrets

from django.db import transaction

from engine.chance import commitment
from games.matchmaking.models import PairingPool, PoolSecret
from games.matchmaking.selectors.who_waits import waiting_counts
from games.seating.services.open_table import SECRET_BYTES

AHEAD = 32
"""Least number of secrets to have ready beyond one for each waiting seek."""


def prepare_pool(pool_id: int) -> None:
    """Top up the pool's unused secrets if they run short. It prepares twice the reserve, so that this is rare."""
    if not _wanted(PairingPool.objects.get(pk=pool_id)):
        return
    with transaction.atomic():
        pool = PairingPool.objects.select_for_update(no_key=True).get(pk=pool_id)
        prepare(pool, _wanted(pool))


def _wanted(pool: PairingPool) -> int:
    ready, needed = pool.prepared - pool.taken, waiting_counts([pool.pk])[pool.pk] + AHEAD
    return needed + AHEAD if ready < needed else 0


def prepare(pool: PairingPool, ready: int) -> None:
    """Make sure that this many unused secrets are ready. Call inside the transaction that locks the pool's row."""
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
