"""Storing each month's final leaderboards."""

from __future__ import annotations

from datetime import UTC, datetime

from django.conf import settings
from django.db import transaction
from django.db.models import OuterRef, Q, Subquery

from ratings import elo
from ratings.models import Rating, RatingChange, RatingPool, Snapshot
from ratings.opponent_count import met
from ratings.selectors import active_since, listed, places, pools_to_rate

SNAPSHOT_PLACES = 100


def month_before(now_ms: int) -> str:
    """The last complete month (UTC), for example 2026-11."""
    now = datetime.fromtimestamp(now_ms / 1000, UTC)
    return f"{now.year - 1}-12" if now.month == 1 else f"{now.year}-{now.month - 1:02}"


def end_of(month: str) -> int:
    """The first millisecond after a month."""
    year, number = map(int, month.split("-"))
    after = datetime(year + number // 12, number % 12 + 1, 1, tzinfo=UTC)
    return int(after.timestamp()) * 1000


def snapshot(month: str) -> int:
    """Store each pool's leaderboard as of the end of `month` and return the number of lines written.

    It is read from the log, so it can be done late. Idempotent: stored leaderboards stay as they are. Pools with
    unfolded results of that month are left for the next call.
    """
    waiting = pools_to_rate(None, finished_before_ms=end_of(month))
    return sum(_keep(pool, month) for pool in RatingPool.objects.exclude(pk__in=waiting).order_by("id"))


def _keep(pool: RatingPool, month: str) -> int:
    end_ms = end_of(month)
    if Snapshot.objects.filter(pool=pool, month=month).exists():
        return 0
    entries = RatingChange.objects.current().filter(rating=OuterRef("pk"), seat__result__finished_ms__lt=end_ms)
    last = Subquery(entries.order_by("-rating_seq", "-seat_id").values("pk")[:1])
    then = Rating.objects.filter(pool=pool).annotate(met=met(end_ms))
    enough = Q(user=None) | Q(met__gte=settings.LEADERBOARD_OPPONENTS)
    ids = listed(then).filter(enough).annotate(entry=last).exclude(entry=None).values("entry")
    board = RatingChange.objects.filter(
        pk__in=ids, games__gte=elo.PROVISIONAL_GAMES, last_ms__gte=active_since(pool, end_ms)
    )
    rows = list(board.order_by("-after", "rating_id")[:SNAPSHOT_PLACES])
    lines = [
        Snapshot(pool=pool, month=month, place=place, rating_id=row.rating_id, value=row.after, games=row.games)
        for place, row in zip(places([row.after for row in rows]), rows, strict=True)
    ]
    with transaction.atomic():
        RatingPool.objects.select_for_update(no_key=True).get(pk=pool.pk)
        if Snapshot.objects.filter(pool=pool, month=month).exists():
            return 0
        Snapshot.objects.bulk_create(lines)
    return len(lines)
