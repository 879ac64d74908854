"""Reads: who stands where, how it came about, and what is left to do. Nothing here writes or locks."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from ratings.models import Annulment, Rating, RatingChange, RatingPool, Result

# --- what is left to do ---------------------------------------------------------------------------------------------


def pools_to_rate(limit: int, finished_before_ms: int | None = None) -> list[int]:
    """Pools with results that nobody has folded: those that ended before a time, and interrupted foldings."""
    waiting = Result.objects.filter(rating_seq=None)
    if finished_before_ms is not None:
        waiting = waiting.filter(finished_ms__lt=finished_before_ms)
    unfolded = Q(folded_seq__lt=F("next_seq") - 1)
    pools = RatingPool.objects.filter(unfolded | Exists(waiting.filter(pool=OuterRef("pk"))))
    return list(pools.order_by("id").values_list("id", flat=True)[:limit])


# --- the log --------------------------------------------------------------------------------------------------------


def latest(changes: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
    """Only the revisions that hold."""
    later = RatingChange.objects.filter(seat=OuterRef("seat"), revision__gt=OuterRef("revision"))
    return changes.filter(~Exists(later))


@dataclass(frozen=True, slots=True)
class Moved:
    """By how much an annulment has moved somebody's rating, in hundredths."""

    rating: Rating
    before: int
    after: int


def moved_by(annulment: Annulment) -> list[Moved]:
    """Whose rating an annulment or a reinstatement has moved: what it was when it was decided, and what it became."""
    own = RatingChange.objects.filter(annulment=annulment)
    further = Q(rating_seq__gt=OuterRef("rating_seq")) | Q(
        rating_seq=OuterRef("rating_seq"), seat_id__gt=OuterRef("seat_id")
    )
    before = RatingChange.objects.filter(seat=OuterRef("seat"), revision=OuterRef("revision") - 1).values("after")
    last = (
        own.filter(~Exists(own.filter(further, rating=OuterRef("rating"))), revision__gt=0)
        .annotate(was=Subquery(before))
        .exclude(was=F("after"))
        .select_related("rating__user", "rating__pool")
        .order_by("rating_id")
    )
    return [Moved(change.rating, change.was, change.after) for change in last]
