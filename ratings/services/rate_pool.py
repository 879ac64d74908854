"""All results of a pool that wait are folded."""

from __future__ import annotations

from ratings.models import RatingChange
from ratings.services.fold import fold_batch


def rate_pool(pool_id: int, at_ms: int) -> list[RatingChange]:
    """Fold what waits in a pool, batch after batch; gives the revisions appended, with their seats and results.

    Any number of callers may do so at once, and again: the pool's row (on SQLite, the database) lets in one at a time,
    and each goes on where the last one has ended.
    """
    changes: list[RatingChange] = []
    while (batch := fold_batch(pool_id, at_ms)) is not None:
        changes += batch
    return changes
