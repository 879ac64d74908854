"""Counting a user's different opponents (users and AI levels) in a pool, in results that count and have been folded."""

from __future__ import annotations

from django.db.models import Count, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from ratings.models import ResultSeat


def met(until_ms: int | None = None) -> Coalesce:
    """Return the number of opponents as an annotation for a query of users' ratings, from all results or only from
    games that ended before `until_ms`.
    """
    own = ResultSeat.objects.filter(
        user=OuterRef(OuterRef("user")), result__pool=OuterRef(OuterRef("pool")), result__annulled=False,
        result__rating_seq__isnull=False,
    )  # fmt: skip
    if until_ms is not None:
        own = own.filter(result__finished_ms__lt=until_ms)
    others = ResultSeat.objects.filter(Q(user=None) | ~Q(user=OuterRef("user")), result__in=own.values("result"))
    number = Count("user", distinct=True) + Count("ai", distinct=True, filter=Q(user=None))
    return Coalesce(Subquery(others.order_by().annotate(all=Value(1)).values("all").annotate(n=number).values("n")), 0)
