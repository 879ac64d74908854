"""Ratings and leaderboards as JSON (docs/formats/api.md): hundredths of a point, times in ISO 8601."""

from __future__ import annotations

import re

from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.users.player_json import player_json
from engine import registry
from engine.core import GameError
from games.record.tables import JSON
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.site_clock import now_ms
from ratings import selectors
from ratings.models import Rating, RatingPool


def pool_named(key: str, pace: str, population: str | None) -> RatingPool | None:
    """Return the pool, among people unless `population` says otherwise; None if no game has been rated in it. Raise
    Refusal 404 if there can be no such pool.
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
    """Return the rating of a participant, with its results."""
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
        "peak_ms": rating.peak_ms,
        "last_ms": rating.last_ms,
    }


def ratings_json(user: User) -> list[JSON]:
    """Return all ratings of a user, each with its pool."""
    return [{**pool_json(rating.pool), **rating_json(rating)} for rating in selectors.ratings_of(user.pk)]


def pool_json(pool: RatingPool) -> JSON:
    """Return what identifies a pool."""
    return {"game": pool.game, "pace": pool.pace, "population": pool.population}


def history_json(user: User, pool: RatingPool | None) -> list[JSON]:
    """Return the history of a user's rating, latest game first; empty if there is none."""
    rating = None if pool is None else selectors.rating_in(pool, user.pk)
    return [
        {
            "game": point.game,
            "at_ms": point.at_ms,
            "rating": point.value,
            "moved": point.moved,
            "provisional": point.provisional,
        }
        for point in reversed(selectors.history(rating) if rating is not None else [])
    ]


PLACES = selectors.PAGE
"""Number of places on a page of a leaderboard, unless the request names another."""


class Leaderboard:
    """A pool's leaderboard, read in parts. `pool` is None if no game has been rated in it. `total` is set by
    reading.
    """

    def __init__(self, pool: RatingPool | None) -> None:
        self.pool = pool
        self.total = 0

    def lines(self, first: int, most: int) -> list[selectors.LeaderboardLine]:
        """Return `most` lines, starting with number `first`, counted from 0."""
        if self.pool is None:
            return []
        board = selectors.leaderboard(self.pool, now_ms(), first, most)
        self.total = board.total
        return board.lines


def around_json(pool: RatingPool | None, user: User) -> JSON:
    """Return the lines around a user on the leaderboard; empty for a user who is not on it."""
    rating = None if pool is None else selectors.rating_in(pool, user.pk)
    return {"results": [line_json(line) for line in (selectors.around(rating, now_ms()) if rating is not None else [])]}


def past_json(pool: RatingPool | None, month: str) -> JSON:
    """Return the leaderboard as it stood at the end of a month, and the `months` that are kept; `results` is empty for
    others.

    Raise Refusal 400 `malformed` if `month` is not a month.
    """
    if re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", month, re.ASCII) is None:
        raise Refusal(400, "malformed", gettext_noop("“month” must be a month like 2026-10."), field="month")
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
    """Return a line of a leaderboard."""
    return {"place": line.place, **rating_json(line.rating)}
