"""Recomputing the log and the ratings from the results, and comparing them with the stored ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from django.db import transaction
from django.db.models import Count, F, Max, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from ratings.models import Annulment, Rating, RatingChange, RatingPool, Result
from ratings.rating_update import Standing
from ratings.services.rate_batch import (
    Who,
    fold_results,
    last_entries,
    latest_changes,
    number,
    seats_of,
    store_standings,
    who,
)
from ratings.services.rate_pool import rate_pool

CHUNK = 500


def differences(pool: RatingPool) -> Iterator[str]:
    """Yield a sentence for each stored row of a pool that does not follow from its results. Read-only.

    Results that wait to be folded are not differences. While a pool is being refolded, entries not yet refolded are.
    """
    pool = RatingPool.objects.get(pk=pool.pk)
    if pool.folded_seq < pool.next_seq - 1:
        yield f"folded up to result {pool.folded_seq} of {pool.next_seq - 1} only"
    for result in _wrongly_annulled(pool):
        yield f"game {result.game}: annulled is {result.annulled}, and must be {not result.annulled}"
    standings: dict[Who, Standing] = {}
    last: dict[Who, int] = {}
    met: defaultdict[Who, set[Who]] = defaultdict(set)
    expected = 1
    for chunk in _numbered(pool):
        seats, known = seats_of(chunk), latest_changes(chunk)
        yield from _lost_revisions(chunk)
        for result in chunk:
            if number(result) != expected:
                yield f"result {expected} is missing: the next number is {number(result)}"
            expected = number(result) + 1
            together = {who(seat) for seat in seats[result.pk]} if not result.annulled else set()
            for one in together:
                met[one] |= together - {one}
        for result, seat, move in fold_results(chunk, seats, standings):
            last[who(seat)] = number(result)
            place = f"game {result.game}, seat {seat.number}"
            change = known.get(seat.pk)
            if change is None:
                yield f"{place}: the log has no entry"
                continue
            if (who(change.rating), change.rating_seq) != (who(seat), number(result)):
                yield f"{place}: the log names somebody else, or another result"
            for what, stored, folded in (
                ("before", change.before, move.before),
                ("expectation", change.expectation, move.expectation),
                ("score", change.score, move.score),
                ("K", change.k, move.k),
                ("standing after", change.standing, move.after),
            ):
                if stored != folded:
                    yield f"{place}: {what} is {stored}, and must be {folded}"
    # Ratings with a later result, if it exists, were folded after the pool was read; skip them.
    comparable = Q(last_seq__lt=pool.next_seq) | Q(last_seq__gte=F("pool__next_seq"))
    for rating in Rating.objects.filter(comparable, pool=pool).order_by("id").iterator(CHUNK):
        folded_last, folded = last.get(who(rating), 0), standings.get(who(rating), Standing())
        if (rating.last_seq, rating.standing) != (folded_last, folded):
            yield (
                f"rating of {_named(rating)}: {rating.standing} after result {rating.last_seq}, "
                f"and must be {folded} after result {folded_last}"
            )
        opponents = len(met[who(rating)]) if rating.user_id is not None else 0
        if rating.opponents != opponents:
            yield f"rating of {_named(rating)}: {rating.opponents} opponents, and must be {opponents}"


def rebuild(pool: RatingPool, at_ms: int) -> list[str]:
    """Fold all results of a pool from the beginning: append revisions where the log differs, and rewrite the ratings.

    Return the differences found. Some cannot be repaired (entries removed from the log) and remain.
    """
    rate_pool(pool.pk, at_ms)  # first, so that revisions with a known cause keep it
    found = list(differences(pool))
    for result in _wrongly_annulled(pool):
        Result.objects.filter(pk=result.pk).update(annulled=not result.annulled)
    with transaction.atomic():
        locked = RatingPool.objects.select_for_update(no_key=True).get(pk=pool.pk)
        highest = Result.objects.filter(pool=locked).aggregate(highest=Max("rating_seq"))["highest"] or 0
        locked.next_seq, locked.folded_seq, locked.refolding = highest + 1, 0, None
        locked.save(update_fields=["next_seq", "folded_seq", "refolding"])
    rate_pool(pool.pk, at_ms)
    _mend_standings(pool)
    return found


def _numbered(pool: RatingPool) -> Iterator[list[Result]]:
    """Yield the numbered results in order, in chunks."""
    at = 0
    while True:
        rows = Result.objects.filter(pool=pool, rating_seq__gt=at, rating_seq__lt=pool.next_seq)
        chunk = list(rows.order_by("rating_seq")[:CHUNK])
        if not chunk:
            return
        yield chunk
        at = number(chunk[-1])


def _wrongly_annulled(pool: RatingPool) -> list[Result]:
    """Results whose `annulled` does not match their last annulment."""
    last = Annulment.objects.filter(result=OuterRef("pk")).order_by("-id").values("kind")[:1]
    annulled = Q(kind=Annulment.Kind.ANNULLED)
    results = Result.objects.filter(pool=pool).annotate(kind=Coalesce(Subquery(last), Value("")))
    return list(results.filter(Q(annulled=True) & ~annulled | Q(annulled=False) & annulled).order_by("id"))


def _lost_revisions(results: list[Result]) -> Iterator[str]:
    entries = RatingChange.objects.filter(seat__result__in=results)
    counted = entries.values("seat__result__game", "seat__number").annotate(rows=Count("id"), last=Max("revision"))
    for row in counted.exclude(last=F("rows") - 1).order_by("seat__result__game", "seat__number"):
        game, seat, rows = row["seat__result__game"], row["seat__number"], row["rows"]
        yield f"game {game}, seat {seat}: the log has {rows} of {row['last'] + 1} revisions"


def _mend_standings(pool: RatingPool) -> None:
    """Set all ratings to the standings after their last log entries."""
    ids = list(Rating.objects.filter(pool=pool).order_by("id").values_list("id", flat=True))
    for start in range(0, len(ids), CHUNK):
        with transaction.atomic():
            RatingPool.objects.select_for_update(no_key=True).get(pk=pool.pk)
            ratings = Rating.objects.in_bulk(ids[start : start + CHUNK])
            entries = last_entries(ratings)
            wrong = []
            for rating in ratings.values():
                entry = entries.get(rating.pk)
                seq, standing = (0, Standing()) if entry is None else (entry.rating_seq, entry.standing)
                if (rating.last_seq, rating.standing) != (seq, standing):
                    rating.last_seq, rating.standing = seq, standing
                    wrong.append(rating)
            store_standings(wrong)


def _named(rating: Rating) -> str:
    return rating.ai or f"user {rating.user_id}"
