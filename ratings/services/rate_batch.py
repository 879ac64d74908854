"""Rating a batch of results: they are folded into the log and the ratings, in the order of their numbers.

`RatingPool.folded_seq` is the last result for which the log is right. Folding continues from there, both for new
results and after an annulment has set it back: an entry that differs from the log is appended as a further revision. A
batch is one transaction, so a killed process leaves nothing half done, and the next one continues.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from django.db import connection, transaction
from django.db.models import OuterRef, Subquery

from ratings.models import REMOVED, STANDS, Annulment, Rating, RatingChange, RatingPool, Result, ResultSeat
from ratings.opponent_count import met
from ratings.rating_update import Chair, Move, Standing, fold

BATCH = 40
"""Results per transaction. On SQLite a transaction blocks all other writers, for about a millisecond per result."""

Who = tuple[int | None, str]
"""A participant of a pool: a user's primary key, or None and an AI level."""


def who(row: ResultSeat | Rating) -> Who:
    """The participant of a seat or a rating."""
    return row.user_id, row.ai


def number(result: Result) -> int:
    """The `rating_seq` of a result that has one."""
    assert result.rating_seq is not None
    return result.rating_seq


def fold_batch(pool_id: int, at_ms: int) -> list[RatingChange] | None:
    """Fold the next results of a pool. Return the appended revisions, with their seats and results, or None if there
    was nothing to fold.
    """
    with transaction.atomic():
        # NO KEY: a finishing game inserts rows that refer to the pool, and must not wait for this lock.
        pool = RatingPool.objects.select_for_update(no_key=True).get(pk=pool_id)
        results = _next_results(pool)
        if not results:
            return None
        seats = seats_of(results)
        ratings = _participants(pool, [seat for group in seats.values() for seat in group])
        entries = last_entries([rating.pk for rating in ratings.values()], number(results[0]))
        standings = {one: entries[rating.pk].standing for one, rating in ratings.items() if rating.pk in entries}
        known = latest_changes(results)
        annulments = _annulments(results)
        cause = pool.refolding
        changes = []
        for result, seat, move in fold_results(results, seats, standings):
            rating = ratings[who(seat)]
            entry = _entry(result, seat, rating, move, at_ms)
            if entry.rating_seq >= rating.last_seq:
                rating.last_seq = entry.rating_seq
                rating.standing = move.after
            old = known.get(seat.pk)
            if old is None:
                entry.annulment = annulments.get(result.pk)
                entry.cause = RatingChange.Cause.ANNULMENT if result.annulled else RatingChange.Cause.RESULT
            elif same(old, entry):
                continue
            else:
                entry.revision = old.revision + 1
                entry.annulment = cause
                entry.cause = _cause(cause, result)
            changes.append(entry)
        RatingChange.objects.bulk_create(changes)
        store_standings(ratings.values())
        count_opponents(rating.pk for rating in ratings.values())
        pool.folded_seq = number(results[-1])
        if pool.folded_seq == pool.next_seq - 1:
            pool.refolding = None
        pool.save(update_fields=["next_seq", "folded_seq", "refolding"])
    return changes


def fold_results(
    results: Iterable[Result], seats: Mapping[int, Sequence[ResultSeat]], standings: dict[Who, Standing]
) -> Iterator[tuple[Result, ResultSeat, Move]]:
    """Yield the effect of each seat's result, and update `standings` with it; missing ones begin at the start value."""
    for result in results:
        chairs = [Chair(seat.number, who(seat), seat.rank, seat.departure == REMOVED) for seat in seats[result.pk]]
        before = {chair.who: standings.get(chair.who, Standing()) for chair in chairs}
        moves = fold(chairs, before, result.finished_ms, annulled=result.annulled)
        for seat, move in zip(seats[result.pk], moves, strict=True):
            standings[who(seat)] = move.after
            yield result, seat, move


def _next_results(pool: RatingPool) -> list[Result]:
    """The next results that have numbers but are not folded; if there are none, the next ones without numbers, which
    get them here.
    """
    if pool.folded_seq < pool.next_seq - 1:
        numbered = Result.objects.filter(pool=pool, rating_seq__gt=pool.folded_seq)
        return list(numbered.order_by("rating_seq")[:BATCH])
    waiting = Result.objects.filter(pool=pool, rating_seq=None)
    results = list(waiting.order_by("finished_ms", "id")[:BATCH])
    for result in results:
        result.rating_seq = pool.next_seq
        pool.next_seq += 1
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE ratings_result SET rating_seq = %s WHERE id = %s",
            [(result.rating_seq, result.pk) for result in results],
        )
    return results


def seats_of(results: Sequence[Result]) -> dict[int, list[ResultSeat]]:
    """The seats of each result, by the result's primary key, in the order of the seats."""
    seats: dict[int, list[ResultSeat]] = defaultdict(list)
    for seat in ResultSeat.objects.filter(result__in=results).order_by("result_id", "number"):
        seats[seat.result_id].append(seat)
    return seats


def latest_changes(results: Sequence[Result]) -> dict[int, RatingChange]:
    """The highest revision of each folded seat, by the seat's primary key."""
    found = RatingChange.objects.current().filter(seat__result__in=results).select_related("rating")
    return {change.seat_id: change for change in found}


def _participants(pool: RatingPool, seats: Sequence[ResultSeat]) -> dict[Who, Rating]:
    """The ratings of all participants on `seats`; new rows are created for first games."""
    wanted = dict.fromkeys(who(seat) for seat in seats)
    users = {user for user, _ in wanted if user is not None}
    levels = {ai for _, ai in wanted if ai}
    own = Rating.objects.filter(pool=pool)
    ratings = {who(rating): rating for rating in own.filter(user__in=users)}
    ratings |= {who(rating): rating for rating in own.filter(ai__in=levels)} if levels else {}
    fresh = [Rating(pool=pool, user_id=user, ai=ai) for user, ai in wanted if (user, ai) not in ratings]
    if fresh:
        Rating.objects.bulk_create(fresh)
        return _participants(pool, seats)
    return ratings


def last_entries(ratings: Collection[int], before_seq: int | None = None) -> dict[int, RatingChange]:
    """The last log entry of each of `ratings` (primary keys) before the result `before_seq`; ratings without one are
    omitted.
    """
    earlier = RatingChange.objects.current().filter(rating=OuterRef("pk"))
    if before_seq is not None:
        earlier = earlier.filter(rating_seq__lt=before_seq)
    last = earlier.order_by("-rating_seq", "-seat_id").values("pk")[:1]
    rows = Rating.objects.filter(pk__in=ratings).annotate(last=Subquery(last)).values_list("pk", "last")
    last_of = {rating: change for rating, change in rows if change is not None}
    changes = RatingChange.objects.in_bulk(list(last_of.values()))
    return {rating: changes[pk] for rating, pk in last_of.items()}


def store_standings(ratings: Collection[Rating]) -> None:
    """Save the standings of `ratings`, which are stored already."""
    Rating.objects.bulk_create(
        ratings, update_conflicts=True, unique_fields=["id"], update_fields=["value", "last_seq", *STANDS]
    )


def count_opponents(ratings: Iterable[int]) -> None:
    """Store the number of opponents of these ratings (primary keys), so that leaderboards need not read all results."""
    Rating.objects.filter(pk__in=list(ratings), user__isnull=False).update(opponents=met())


def _annulments(results: Sequence[Result]) -> dict[int, Annulment]:
    """The last annulment of each annulled result."""
    annulled = [result for result in results if result.annulled]
    if not annulled:
        return {}
    return {row.result_id: row for row in Annulment.objects.filter(result__in=annulled).order_by("id")}


def _entry(result: Result, seat: ResultSeat, rating: Rating, move: Move, at_ms: int) -> RatingChange:
    seat.result = result
    return RatingChange(
        seat=seat,
        revision=0,
        rating=rating,
        rating_seq=number(result),
        before=move.before,
        after=move.after.value,
        expectation=move.expectation,
        score=move.score,
        k=move.k,
        at_ms=at_ms,
        **{name: getattr(move.after, name) for name in STANDS},
    )


COMPARED = ("rating_id", "rating_seq", "before", "after", "expectation", "score", "k", *STANDS)


def same(one: RatingChange, other: RatingChange) -> bool:
    """Whether two revisions have the same contents."""
    return all(getattr(one, name) == getattr(other, name) for name in COMPARED)


def _cause(annulment: Annulment | None, result: Result) -> RatingChange.Cause:
    if annulment is None or annulment.result_id != result.pk:
        return RatingChange.Cause.REFOLD
    if annulment.kind == Annulment.Kind.ANNULLED:
        return RatingChange.Cause.ANNULMENT
    return RatingChange.Cause.REINSTATEMENT
