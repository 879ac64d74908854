"""Annulling a result, or reinstating it; all ratings that it influences are folded again."""

from __future__ import annotations

from django.db import transaction

from pyramido_site.infrastructure.public_ids import PublicId
from ratings.models import Annulment, RatingPool, Result
from ratings.selectors import Moved, moved_by
from ratings.services.rate_batch import fold_batch
from ratings.services.rate_pool import rate_pool


def annul(game: PublicId, by_id: int | None, reason: str, at_ms: int) -> list[Moved]:
    """Annul the result of a game and return the ratings changed by that, before and after.

    A result that is already annulled stays as it is. Raise Result.DoesNotExist if the game has none.
    """
    return _decide(game, Annulment.Kind.ANNULLED, by_id, reason, at_ms)


def reinstate(game: PublicId, by_id: int | None, reason: str, at_ms: int) -> list[Moved]:
    """Let the result of a game count again, as if it always had; otherwise like `annul`."""
    return _decide(game, Annulment.Kind.REINSTATED, by_id, reason, at_ms)


def _decide(game: PublicId, kind: Annulment.Kind, by_id: int | None, reason: str, at_ms: int) -> list[Moved]:
    annulment = mark(game, kind, by_id, reason, at_ms)
    if annulment is None:
        return []
    rate_pool(annulment.result.pool_id, at_ms)
    return moved_by(annulment)


def mark(game: PublicId, kind: Annulment.Kind, by_id: int | None, reason: str, at_ms: int) -> Annulment | None:
    """Store an annulment or reinstatement, and set its pool back to be folded again from there. Return None if the
    result is in that state already.

    `rate_pool` does the folding, either called next or by the sweep. For callers who store more in the same
    transaction. Raise Result.DoesNotExist if the game has no result.
    """
    pool_id = Result.objects.values_list("pool_id", flat=True).get(game=game)
    while True:
        with transaction.atomic():
            pool = RatingPool.objects.select_for_update(no_key=True).get(pk=pool_id)
            result = Result.objects.get(game=game)
            if result.annulled == (kind == Annulment.Kind.ANNULLED):
                return None
            if pool.folded_seq == pool.next_seq - 1:
                annulment = Annulment.objects.create(result=result, kind=kind, by_id=by_id, reason=reason, at_ms=at_ms)
                Result.objects.filter(pk=result.pk).update(annulled=not result.annulled)
                if result.rating_seq is not None:
                    pool.folded_seq = result.rating_seq - 1
                    pool.refolding = annulment
                    pool.save(update_fields=["folded_seq", "refolding"])
                return annulment
        fold_batch(pool_id, at_ms)  # finish earlier refolding first, so that each revision has one cause
