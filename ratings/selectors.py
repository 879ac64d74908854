"""Reads: ratings, their history, leaderboards, and pools with work left. No function here writes or locks.

Each needs a bounded number of queries, whatever the number of rows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Count, Exists, F, FilteredRelation, Max, OuterRef, Q, QuerySet, Subquery

from pyramido_site.infrastructure.public_ids import PublicId
from ratings import elo
from ratings.models import REMOVED, Annulment, Rating, RatingChange, RatingPool, Result, ResultSeat, Snapshot
from ratings.rating_update import Standing

DAY_MS = 86_400_000
ACTIVE_DAYS = {RatingPool.Pace.LIVE: 30, RatingPool.Pace.CORRESPONDENCE: 90}
"""Days after the last rated game for which a participant stays on the leaderboard."""
PAGE = 50
AROUND = 5
HISTORY = 1000


# --- what is left to do ---------------------------------------------------------------------------------------------


def pools_to_rate(limit: int | None, finished_before_ms: int | None = None) -> list[int]:
    """Pools with results to fold: unfolded ones (optionally only of games that ended before a time) and interrupted
    foldings.
    """
    waiting = Result.objects.filter(rating_seq=None)
    if finished_before_ms is not None:
        waiting = waiting.filter(finished_ms__lt=finished_before_ms)
    unfolded = Q(folded_seq__lt=F("next_seq") - 1)
    pools = RatingPool.objects.filter(unfolded | Exists(waiting.filter(pool=OuterRef("pk"))))
    return list(pools.order_by("id").values_list("id", flat=True)[:limit])


# --- one participant ------------------------------------------------------------------------------------------------


def pool(key: str, pace: str, population: str) -> RatingPool | None:
    """The pool of a game; None until a game has been recorded in it."""
    return RatingPool.objects.filter(game=key, pace=pace, population=population).first()


def pools(population: str) -> QuerySet[RatingPool]:
    """The pools of a population in which games have been recorded."""
    return RatingPool.objects.filter(population=population)


def rating_in(pool: RatingPool, user_id: int) -> Rating | None:
    """A user's rating in a pool, with the pool; None if the user has not played in it."""
    return Rating.objects.select_related("pool", "user").filter(pool=pool, user=user_id).first()


def standings(key: str, pace: str, population: str, users: Collection[int]) -> dict[int, Standing]:
    """The standing of each of `users` (primary keys) in a pool; the start value for users who have not played in it."""
    rated = Rating.objects.filter(pool__game=key, pool__pace=pace, pool__population=population, user__in=users)
    return dict.fromkeys(users, Standing()) | {rating.user_id: rating.standing for rating in rated if rating.user_id}


def ratings_of(user_id: int) -> list[Rating]:
    """A user's ratings in all pools, with the pools, by number of games, highest first."""
    return list(Rating.objects.filter(user=user_id).select_related("pool", "user").order_by("-games", "pool_id"))


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a rating's graph."""

    at_ms: int
    """The end of the game."""
    game: PublicId
    value: int
    moved: int
    provisional: bool


def history(rating: Rating, limit: int = HISTORY, skipped: int = 0) -> list[Point]:
    """The last `limit` changes of a rating by games that count, after skipping the `skipped` latest ones;
    oldest first.
    """
    changes = RatingChange.objects.current().filter(rating=rating, k__gt=0)
    rows = changes.order_by("-rating_seq", "-seat_id").select_related("seat__result")[skipped : skipped + limit]
    return [
        Point(row.seat.result.finished_ms, row.seat.result.game, row.after, row.moved, row.is_provisional)
        for row in reversed(rows)
    ]


@dataclass(frozen=True, slots=True)
class Against:
    """A user's results against one opponent, compared by rank."""

    user: Any
    """The opponent; None for an AI."""
    ai: str
    games: int
    won: int
    drawn: int
    last_ms: int

    @property
    def lost(self) -> int:
        """Games with a worse rank than the opponent."""
        return self.games - self.won - self.drawn


def by_opponent(user_id: int, in_pool: RatingPool | None = None, limit: int = PAGE, offset: int = 0) -> list[Against]:
    """A user's results by opponent, in one or all pools, the most frequent first. Annulled games do not count, nor
    games from which the site removed one of the two.
    """
    others = ResultSeat.objects.annotate(
        own=FilteredRelation("result__seats", condition=Q(result__seats__user=user_id))
    ).filter(Q(user=None) | ~Q(user=user_id), ~Q(departure=REMOVED), own__user=user_id, result__annulled=False)
    others = others.exclude(result__in=ResultSeat.objects.filter(user=user_id, departure=REMOVED).values("result"))
    if in_pool is not None:
        others = others.filter(result__pool=in_pool)
    rows = others.order_by().values("user", "ai")
    rows = rows.annotate(
        games=Count("id"),
        won=Count("id", filter=Q(rank__gt=F("own__rank"))),
        drawn=Count("id", filter=Q(rank=F("own__rank"))),
        last_ms=Max("result__finished_ms"),
    ).order_by("-games", "-last_ms", "user", "ai")[offset : offset + limit]
    found = list(rows)
    users = get_user_model().objects.in_bulk([row["user"] for row in found if row["user"]])
    return [
        Against(users.get(row["user"]), row["ai"], row["games"], row["won"], row["drawn"], row["last_ms"])
        for row in found
    ]


@dataclass(frozen=True, slots=True)
class Records:
    """A participant's best results in a pool that `Rating` does not store. Each may be missing."""

    strongest_beaten: RatingChange | None
    """The opponent's entry for the game: `before` is the opponent's rating, `seat` has the opponent."""
    most_points: ResultSeat | None


def records(rating: Rating) -> Records:
    """The strongest opponent (not provisional) who ranked behind, and the game with the most points."""
    own = ResultSeat.objects.filter(user=rating.user_id, ai=rating.ai, result__pool=rating.pool, result__annulled=False)
    same_seat = Q(seat__result__seats__user=rating.user_id, seat__result__seats__ai=rating.ai)
    beaten = (
        RatingChange.objects.current()
        .filter(seat__result__in=own.values("result"), games__gt=elo.PROVISIONAL_GAMES, k__gt=0)
        .annotate(own=FilteredRelation("seat__result__seats", condition=same_seat))
        .filter(seat__rank__gt=F("own__rank"))
        .exclude(rating=rating)
    )
    seen = ("seat__user", "seat__result")
    return Records(
        beaten.select_related(*seen).order_by("-before", "rating_seq").first(),
        own.exclude(score=None).select_related("result").order_by("-score", "result__finished_ms").first(),
    )


# --- one game -------------------------------------------------------------------------------------------------------


def changes_of_game(game: PublicId) -> list[RatingChange]:
    """The current changes by a game, by seat, with users, causes and annulments; empty while it is unrated."""
    changes = RatingChange.objects.current().filter(seat__result__game=game)
    return list(changes.select_related("seat__result", "seat__user", "annulment").order_by("seat__number"))


def revisions_of_game(game: PublicId) -> list[RatingChange]:
    """All revisions of the changes by a game, by seat and revision."""
    changes = RatingChange.objects.filter(seat__result__game=game)
    seen = ("seat__result", "seat__user", "annulment__result")
    return list(changes.select_related(*seen).order_by("seat__number", "revision"))


@dataclass(frozen=True, slots=True)
class Moved:
    """The change of a rating (with its user and pool) by an annulment, in hundredths."""

    rating: Rating
    before: int
    after: int


def moved_by(annulment: Annulment) -> list[Moved]:
    """The ratings that an annulment or reinstatement changed, before and after it."""
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


# --- leaderboards ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A line of a leaderboard."""

    place: int
    """From 1; equal ratings share a place."""
    rating: Rating


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard."""

    lines: list[LeaderboardLine]
    total: int
    """Lines on all pages."""


def active_since(of: RatingPool, now_ms: int) -> int:
    """The time (ms) since which a participant must have finished a game to be active."""
    return now_ms - ACTIVE_DAYS[RatingPool.Pace(of.pace)] * DAY_MS


def listed(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    """Filter ratings to AI levels and to active accounts with a confirmed address. The number of opponents is not
    checked here.
    """
    return ratings.filter(Q(user=None) | Q(user__is_active=True) & Q(_confirmed()))


def _confirmed() -> Exists:
    users = get_user_model().objects.filter(pk=OuterRef("user"), emailaddress__verified=True)
    return Exists(users)


def why_unlisted(rating: Rating, now_ms: int) -> str:
    """The reason why a user with a rated game is not on its leaderboard: `provisional`, `unconfirmed`, `opponents` (too
    few) or `away`; "" for a user who is on it.
    """
    own = Rating.objects.filter(pk=rating.pk)
    if rating.is_provisional:
        return "provisional"
    if not own.filter(_confirmed()).exists():
        return "unconfirmed"
    if rating.opponents < settings.LEADERBOARD_OPPONENTS:
        return "opponents"
    return "" if _board(rating.pool, now_ms).filter(pk=rating.pk).exists() else "away"


def places(values: Sequence[int], ahead: int = 0, above: int = 0) -> list[int]:
    """The places of `values`, sorted from high to low: `ahead` others stand before the first, `above` of them are
    higher.
    """
    found: list[int] = []
    for index, value in enumerate(values):
        if index and value == values[index - 1]:
            found.append(found[-1])
        else:
            found.append((ahead + index if index else above) + 1)
    return found


def leaderboard(of: RatingPool, now_ms: int, offset: int = 0, limit: int = PAGE) -> Board:
    """A page of a pool's leaderboard: active, no longer provisional and `listed` participants, highest rating first."""
    board = _board(of, now_ms)
    rows = board.select_related("user").order_by("-value", "id")[offset : offset + limit]
    return Board(_lines(board, list(rows)), board.count())


def around(rating: Rating, now_ms: int, reach: int = AROUND) -> list[LeaderboardLine]:
    """A participant's line on the leaderboard, with up to `reach` lines above and below; empty if not on it."""
    board = _board(rating.pool, now_ms)
    own = board.filter(pk=rating.pk).select_related("user").first()
    if own is None:
        return []
    rows = board.select_related("user")
    above = rows.filter(_before(own)).order_by("value", "-id")[:reach]
    below = rows.exclude(pk=own.pk).exclude(_before(own)).order_by("-value", "id")[:reach]
    return _lines(board, [*reversed(above), own, *below])


def months(of: RatingPool) -> list[str]:
    """The months with a stored leaderboard, latest first."""
    return list(Snapshot.objects.filter(pool=of).order_by("-month").values_list("month", flat=True).distinct())


def past_leaderboard(of: RatingPool, month: str) -> list[Snapshot]:
    """The leaderboard at the end of a month, with ratings and users, including accounts closed since."""
    lines = Snapshot.objects.filter(pool=of, month=month).select_related("rating__user")
    return list(lines.order_by("place", "rating_id"))


def _board(of: RatingPool, now_ms: int) -> QuerySet[Rating]:
    active = Rating.objects.filter(pool=of, games__gte=elo.PROVISIONAL_GAMES, last_ms__gte=active_since(of, now_ms))
    return listed(active).filter(Q(user=None) | Q(opponents__gte=settings.LEADERBOARD_OPPONENTS))


def _before(rating: Rating) -> Q:
    """The ratings that stand before this one on the leaderboard."""
    return Q(value__gt=rating.value) | Q(value=rating.value, id__lt=rating.pk)


def _lines(board: QuerySet[Rating], rows: Sequence[Rating]) -> list[LeaderboardLine]:
    """The lines for `rows`, which are consecutive on `board`."""
    if not rows:
        return []
    counts = board.aggregate(
        ahead=Count("id", filter=_before(rows[0])), above=Count("id", filter=Q(value__gt=rows[0].value))
    )
    return [
        LeaderboardLine(place, row)
        for place, row in zip(places([row.value for row in rows], **counts), rows, strict=True)
    ]
