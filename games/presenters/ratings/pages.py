"""Ratings as pages show them. They are stored in hundredths of a point, and shown in whole points."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from accounts.notifications import preferences
from games.presenters.computer_levels import ShownLevel
from games.presenters.game_kinds import ShownGame, all_games
from games.presenters.ratings import graph as rating_graph
from games.record.selectors import private_games
from games.requests.caller import person
from pyramido_site.infrastructure.paging import Page, shown_part
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.utc import utc_datetime
from ratings import elo, selectors
from ratings.models import Rating, RatingPool, ResultSeat

Population = RatingPool.Population
POINTS_LISTED = 100
"""Games on a page of the table beside a graph; the graph shows them all."""
OPPONENTS = 20


def points(value: int) -> int:
    """Return hundredths as whole points."""
    return elo.rounded(value, elo.POINT)


def signed(change: int) -> str:
    """Return the change with its sign, a true minus; ±0 for no change."""
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0"


def in_a_row(streak: int) -> str:
    """Return a streak in words; "" without one."""
    if streak > 0:
        return ngettext("%(count)s win", "%(count)s wins", streak) % {"count": streak}
    if streak < 0:
        return ngettext("%(count)s loss", "%(count)s losses", -streak) % {"count": -streak}
    return ""


def readers_zone(user: User | None) -> AbstractContextManager[None]:
    """Return a context in which dates are in the reader's time zone."""
    return timezone.override(None if user is None else preferences.zone_of(preferences.of(user.pk)))


# --- pools ----------------------------------------------------------------------------------------------------------


def pace_name(pace: str) -> str:
    """Return the name of a pace, translated."""
    return _("Live") if pace == RatingPool.Pace.LIVE else _("Correspondence")


def population_name(population: str) -> str:
    """Return the name of a population, translated."""
    return pgettext("who plays", "People") if population == Population.PEOPLE else _("People and bots")


@dataclass(frozen=True, slots=True)
class ShownPool:
    """A pool of ratings, even if no game has been rated in it."""

    game: ShownGame
    pace: str
    population: str = Population.PEOPLE

    @property
    def id(self) -> str:
        """An identifier for pages and addresses."""
        return f"{self.game.key}-{self.pace}-{self.population}"

    @property
    def pace_name(self) -> str:
        """The name of its pace, translated."""
        return pace_name(self.pace)

    @property
    def population_name(self) -> str:
        """The name of its population, translated."""
        return population_name(self.population)

    @property
    def title(self) -> str:
        """Its title: game, pace and, with bots, population."""
        parts = [self.game.name, self.pace_name] + ([self.population_name] if self.bots else [])
        return ", ".join(parts)

    @property
    def bots(self) -> bool:
        """Whether bots play in it."""
        return self.population == Population.BOTS

    @property
    def address(self) -> str:
        """Address of its leaderboard."""
        return self.asked()

    @property
    def active_days(self) -> int:
        """Number of days after which an inactive player leaves the leaderboard."""
        return selectors.ACTIVE_DAYS[RatingPool.Pace(self.pace)]

    def asked(self, **more: str) -> str:
        """Return the leaderboard's address with more parameters, such as `month` or `page`."""
        asked = ({"population": self.population} if self.bots else {}) | more
        address = reverse("leaderboard", args=[self.game.key, self.pace])
        return f"{address}?{urlencode(asked)}" if asked else address

    def stored(self) -> RatingPool | None:
        """Return the stored pool, or None if no game has been rated in it."""
        return selectors.pool(self.game.key, self.pace, self.population)


# --- one participant ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A participant of a pool: a user, or a level of computer players."""

    rating: Rating

    @property
    def points(self) -> int:
        """The rating in whole points."""
        return points(self.rating.value)

    @property
    def provisional(self) -> bool:
        """Whether the rating is provisional."""
        return self.rating.is_provisional

    @property
    def to_go(self) -> int:
        """Games until the rating is no longer provisional."""
        return max(0, elo.PROVISIONAL_GAMES - self.rating.games)

    @property
    def level(self) -> ShownLevel | None:
        """The level of a computer player, or None."""
        return ShownLevel(self.rating.ai) if self.rating.ai else None

    @property
    def streak(self) -> str:
        """The current streak in words, or ""."""
        return in_a_row(self.rating.streak)

    @property
    def best_streak(self) -> str:
        """The longest winning streak in words, or ""."""
        return in_a_row(self.rating.best_streak)

    @property
    def peak(self) -> int | None:
        """The highest rating in whole points, or None."""
        return None if self.rating.peak is None else points(self.rating.peak)

    @property
    def peak_at(self) -> datetime | None:
        """When the highest rating was reached, or None."""
        return None if self.rating.peak_ms is None else utc_datetime(self.rating.peak_ms)


@dataclass(frozen=True, slots=True)
class ShownPoint:
    """A game in the table beside a graph. `change` is the difference of the whole points before and after; `game` is
    empty if the reader may not find the game.
    """

    at: datetime
    game: str
    points: int
    change: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class Beaten:
    """The strongest opponent that a user has beaten, with the opponent's rating before that game; `game` is empty if
    the reader may not find the game.
    """

    user: User | None
    level: ShownLevel | None
    points: int
    game: str


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A user's rating in a pool, with its history."""

    pool: ShownPool
    shown: ShownRating
    graph: rating_graph.Graph | None
    """None with fewer than two games."""
    page: Page[ShownPoint]
    """The rated games, latest first."""
    leafed: bool
    """Whether the reader has turned to a page of this list."""
    beaten: Beaten | None
    most_points: ResultSeat | None
    most_points_in: str
    """The game with the most points; empty if the reader may not find it."""

    @property
    def id(self) -> str:
        """Identifier of its section of the page."""
        return self.pool.id

    @property
    def title(self) -> str:
        """The pool's title."""
        return self.pool.title


def ratings_of(request: HttpRequest, user: User) -> list[ShownRecord]:
    """Return the user's ratings in all pools, in the order in which games and paces are offered."""
    games = {game.key: game for game in all_games()}
    order = [(key, pace) for key in games for pace in RatingPool.Pace.values]
    rated_in = [rating for rating in selectors.ratings_of(user.pk) if rating.pool.game in games]
    rated_in.sort(key=lambda rating: order.index((rating.pool.game, rating.pool.pace)))
    return [_record(request, rating, games[rating.pool.game]) for rating in rated_in]


def _record(request: HttpRequest, rating: Rating, game: ShownGame) -> ShownRecord:
    history, records = selectors.history(rating), selectors.records(rating)
    pool = ShownPool(game, rating.pool.pace, rating.pool.population)
    beaten, most_points = records.strongest_beaten, records.most_points
    best = [*([beaten.seat] if beaten is not None else []), *([most_points] if most_points is not None else [])]
    private: set[PublicId] = set()

    def listed(first: int, most: int) -> list[ShownPoint]:
        some = selectors.history(rating, most, first)
        named = [*(one.game for one in some), *(seat.result.game for seat in best)]
        private.update(private_games(named, person(request)))
        return [_point(one, private) for one in reversed(some)]

    page = shown_part(request, listed, POINTS_LISTED, parameter=pool.id)

    moments = [rating_graph.Moment(utc_datetime(one.at_ms), one.value, one.provisional) for one in history]
    return ShownRecord(
        pool,
        ShownRating(rating),
        rating_graph.drawn(moments) if len(moments) > 1 else None,
        page,
        pool.id in request.GET,
        None
        if beaten is None
        else Beaten(
            beaten.seat.user,
            ShownLevel(beaten.seat.ai) if beaten.seat.ai else None,
            points(beaten.before),
            _found(beaten.seat.result.game, private),
        ),
        most_points,
        "" if most_points is None else _found(most_points.result.game, private),
    )


def _point(one: selectors.Point, private: Collection[PublicId]) -> ShownPoint:
    change, game = points(one.value) - points(one.value - one.moved), _found(one.game, private)
    return ShownPoint(utc_datetime(one.at_ms), game, points(one.value), signed(change), one.provisional)


def _found(game: PublicId, private: Collection[PublicId]) -> str:
    return "" if game in private else game


def profile(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return what a player's page shows of ratings. The number of queries depends only on the number of pools."""
    ratings = ratings_of(request, user)

    def opponents(first: int, most: int) -> list[Opponent]:
        return opponents_of(user, first, most) if ratings else []

    return {
        "ratings": ratings,
        "among_people": [one for one in ratings if not one.pool.bots],
        "with_bots": [one for one in ratings if one.pool.bots],
        "opponents": shown_part(request, opponents, OPPONENTS, parameter="opponents"),
    }


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent with the results against it."""

    against: selectors.Against

    @property
    def user(self) -> User | None:
        """The opponent's user, or None."""
        opponent: User | None = self.against.user
        return opponent

    @property
    def level(self) -> ShownLevel | None:
        """The opponent's level, if it is a computer player."""
        return ShownLevel(self.against.ai) if self.against.ai else None


def opponents_of(user: User, first: int = 0, most: int = OPPONENTS) -> list[Opponent]:
    """Return the user's opponents in rated games, most frequent first."""
    return [Opponent(against) for against in selectors.by_opponent(user.pk, limit=most, offset=first)]
