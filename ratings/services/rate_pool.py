"""Folding all waiting results of a pool."""

from __future__ import annotations

from ratings.models import RatingChange
from ratings.services.rate_batch import fold_batch


def rate_pool(pool_id: int, at_ms: int) -> list[RatingChange]:
    """Fold all waiting results of a pool, batch by batch. Return the appended revisions, with their seats and results.

    Idempotent, and safe to run concurrently: the lock on the pool's row (on SQLite, on the database) admits one batch
    at a time, and each continues after the last.
    """
    changes: list[RatingChange] = []
    while (batch := fold_batch(pool_id, at_ms)) is not None:
        changes += batch
    return changes
