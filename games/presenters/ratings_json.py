"""Ratings and leaderboards as JSON (docs/formats/api.md): hundredths of a point, times in ISO 8601."""

from __future__ import annotations

import re

from django.utils.translation import gettext_noop

from accounts.models import User
from engine import registry
from engine.core import GameError
from games.record.tables import JSON, iso, player_json
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.site_clock import now_ms
from ratings import selectors
from ratings.models import Rating, RatingPool


def pool_named(key: str, pace: str, population: str | None) -> RatingPool | None:
    """The pool, among people unless `population` says else; None as long as nothing was rated in it. Raises Refusal
    for one that cannot be.
    """
    population = RatingPool.Population.PEOPLE if population is None else population
    try:
        registry.get(key)
    except GameError as error:
        refusal = Refusal.of(error)
        refusal.status = 404
        raise refusal from None
    for field, value, known in (
        ("pace", pace, RatingPool.Pace.values),
        ("population", population, RatingPool.Population.values),
    ):
        if value not in known:
            template = gettext_noop("“%(got)s” is not one of %(known)s.")
            raise Refusal(404, "unknown_pool", template, field=field, got=value[:20], known=", ".join(known))
    return selectors.pool(key, pace, population)


def rating_json(rating: Rating) -> JSON:
    """Where a participant of a pool stands."""
    return {
        "player": None if rating.user is None else player_json(rating.user),
        "ai": rating.ai or None,
        "rating": rating.value,
        "provisional": rating.is_provisional,
        "games": rating.games,
        "wins": rating.wins,
        "draws": rating.draws,
        "losses": rating.losses,
        "streak": rating.streak,
        "best_streak": rating.best_streak,
        "peak": rating.peak,
        "peak_at": iso(rating.peak_ms),
        "last_at": iso(rating.last_ms),
    }


def ratings_json(user: User) -> list[JSON]:
    """All ratings of a user, with the names of their pools."""
    return [{**pool_json(rating.pool), **rating_json(rating)} for rating in selectors.ratings_of(user.pk)]


def pool_json(pool: RatingPool) -> JSON:
    return {"game": pool.game, "pace": pool.pace, "population": pool.population}


def history_json(user: User, pool: RatingPool | None) -> list[JSON]:
    """How a user's rating came about, the latest game first; empty without one."""
    rating = None if pool is None else Rating.objects.filter(pool=pool, user=user).first()
    return [
        {
            "game": point.game,
            "at": iso(point.at_ms),
            "rating": point.value,
            "moved": point.moved,
            "provisional": point.provisional,
        }
        for point in reversed(selectors.history(rating) if rating is not None else [])
    ]


PLACES = selectors.PAGE
"""Of a page of a leaderboard, unless more or fewer are asked for."""


class Leaderboard:
    """A pool's leaderboard, read in parts. None: nothing was rated in it yet. `total` is known once one was read."""

    def __init__(self, pool: RatingPool | None) -> None:
        self.pool = pool
        self.total = 0

    def lines(self, first: int, most: int) -> list[selectors.LeaderboardLine]:
        """So many lines from the `first` on, which counts from 0."""
        if self.pool is None:
            return []
        board = selectors.leaderboard(self.pool, now_ms(), first, most)
        self.total = board.total
        return board.lines


def around_json(pool: RatingPool | None, user: User) -> JSON:
    """A user's neighbours on the leaderboard; empty for who is not on it."""
    rating = None if pool is None else Rating.objects.select_related("pool").filter(pool=pool, user=user).first()
    return {"results": [line_json(line) for line in (selectors.around(rating, now_ms()) if rating is not None else [])]}


def past_json(pool: RatingPool | None, month: str) -> JSON:
    """The leaderboard as it stood at the end of a month; empty for one that is not kept. `months` are those kept.

    Raises Refusal for what is no month.
    """
    if re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", month, re.ASCII) is None:
        raise Refusal(400, "malformed", gettext_noop("“month” is a month like 2026-10."), field="month")
    if pool is None:
        return {"month": month, "months": [], "results": []}
    return {
        "month": month,
        "months": selectors.months(pool),
        "results": [
            {
                "place": line.place,
                "player": None if line.rating.user is None else player_json(line.rating.user),
                "ai": line.rating.ai or None,
                "rating": line.value,
                "games": line.games,
            }
            for line in selectors.past_leaderboard(pool, month)
        ],
    }


def line_json(line: selectors.LeaderboardLine) -> JSON:
    return {"place": line.place, **rating_json(line.rating)}
