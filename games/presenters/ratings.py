"""How the pages speak of ratings. Ratings are hundredths of a point; people see whole points."""

from __future__ import annotations

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
from games.presenters import rating_graph
from games.presenters.computer_levels import ShownLevel
from games.presenters.game_kinds import ShownGame, all_games
from pyramido_site.infrastructure.paging import Page, shown_part
from pyramido_site.infrastructure.utc import utc_datetime
from ratings import maths, selectors
from ratings.models import Rating, RatingPool, ResultSeat

Population = RatingPool.Population
POINTS_LISTED = 100
"""Games on a page of the table beside a graph, which draws more."""
OPPONENTS = 20


def points(value: int) -> int:
    """Hundredths as whole points."""
    return maths.rounded(value, maths.POINT)


def signed(change: int) -> str:
    """With its sign, a true minus; ±0 where nothing has changed."""
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0"


def in_a_row(streak: int) -> str:
    """A streak in words; "" without one."""
    if streak > 0:
        return ngettext("%(count)s win", "%(count)s wins", streak) % {"count": streak}
    if streak < 0:
        return ngettext("%(count)s loss", "%(count)s losses", -streak) % {"count": -streak}
    return ""


def readers_zone(user: User | None) -> AbstractContextManager[None]:
    """Within it, dates are those of the reader's time zone."""
    return timezone.override(None if user is None else preferences.zone_of(preferences.of(user.pk)))


# --- pools ----------------------------------------------------------------------------------------------------------


def pace_name(pace: str) -> str:
    return _("Live") if pace == RatingPool.Pace.LIVE else _("Correspondence")


def population_name(population: str) -> str:
    return pgettext("who plays", "People") if population == Population.PEOPLE else _("People and bots")


@dataclass(frozen=True, slots=True)
class ShownPool:
    """A pool of ratings, whether anything has been rated in it yet or not."""

    game: ShownGame
    pace: str
    population: str = Population.PEOPLE

    @property
    def id(self) -> str:
        """A word for it in pages and addresses."""
        return f"{self.game.key}-{self.pace}-{self.population}"

    @property
    def pace_name(self) -> str:
        return pace_name(self.pace)

    @property
    def population_name(self) -> str:
        return population_name(self.population)

    @property
    def title(self) -> str:
        parts = [self.game.name, self.pace_name] + ([self.population_name] if self.bots else [])
        return ", ".join(parts)

    @property
    def bots(self) -> bool:
        return self.population == Population.BOTS

    @property
    def address(self) -> str:
        """Of its leaderboard."""
        return self.asked()

    @property
    def active_days(self) -> int:
        return selectors.ACTIVE_DAYS[RatingPool.Pace(self.pace)]

    def asked(self, **more: str) -> str:
        """The leaderboard's address with more asked, as `month` or `page`."""
        asked = ({"population": self.population} if self.bots else {}) | more
        address = reverse("leaderboard", args=[self.game.key, self.pace])
        return f"{address}?{urlencode(asked)}" if asked else address

    def stored(self) -> RatingPool | None:
        return selectors.pool(self.game.key, self.pace, self.population)


# --- one participant ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A participant of a pool: a user, or a level of the computer."""

    rating: Rating

    @property
    def points(self) -> int:
        return points(self.rating.value)

    @property
    def provisional(self) -> bool:
        return self.rating.is_provisional

    @property
    def to_go(self) -> int:
        """Games until the rating is no longer provisional."""
        return max(0, maths.PROVISIONAL_GAMES - self.rating.games)

    @property
    def level(self) -> ShownLevel | None:
        return ShownLevel(self.rating.ai) if self.rating.ai else None

    @property
    def streak(self) -> str:
        return in_a_row(self.rating.streak)

    @property
    def best_streak(self) -> str:
        return in_a_row(self.rating.best_streak)

    @property
    def peak(self) -> int | None:
        return None if self.rating.peak is None else points(self.rating.peak)

    @property
    def peak_at(self) -> datetime | None:
        return None if self.rating.peak_ms is None else utc_datetime(self.rating.peak_ms)


@dataclass(frozen=True, slots=True)
class ShownPoint:
    """A game in the table beside a graph. `change` is the difference of the whole points before and after."""

    at: datetime
    game: str
    points: int
    change: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class Beaten:
    """The strongest opponent whom somebody has left behind, as strong as they were before that game."""

    user: User | None
    level: ShownLevel | None
    points: int
    game: str


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """Somebody's rating in one pool, with how it came about."""

    pool: ShownPool
    shown: ShownRating
    graph: rating_graph.Graph | None
    """From two games on."""
    page: Page[ShownPoint]
    """Of the games that count, the latest first."""
    leafed: bool
    """Whether the reader has turned this page."""
    beaten: Beaten | None
    most_points: ResultSeat | None

    @property
    def id(self) -> str:
        """Of its part of the page."""
        return self.pool.id

    @property
    def title(self) -> str:
        return self.pool.title


def ratings_of(request: HttpRequest, user: User) -> list[ShownRecord]:
    """All pools in which somebody has a rating, in the order in which games and paces are offered."""
    games = {game.key: game for game in all_games()}
    order = [(key, pace) for key in games for pace in RatingPool.Pace.values]
    rated_in = [rating for rating in selectors.ratings_of(user.pk) if rating.pool.game in games]
    rated_in.sort(key=lambda rating: order.index((rating.pool.game, rating.pool.pace)))
    return [_record(request, rating, games[rating.pool.game]) for rating in rated_in]


def _record(request: HttpRequest, rating: Rating, game: ShownGame) -> ShownRecord:
    history, records = selectors.history(rating), selectors.records(rating)
    pool = ShownPool(game, rating.pool.pace, rating.pool.population)

    def listed(first: int, most: int) -> list[ShownPoint]:
        return [_point(one) for one in reversed(selectors.history(rating, most, first))]

    moments = [rating_graph.Moment(utc_datetime(one.at_ms), one.value, one.provisional) for one in history]
    beaten = records.strongest_beaten
    return ShownRecord(
        pool,
        ShownRating(rating),
        rating_graph.drawn(moments) if len(moments) > 1 else None,
        shown_part(request, listed, POINTS_LISTED, parameter=pool.id),
        pool.id in request.GET,
        None
        if beaten is None
        else Beaten(
            beaten.seat.user,
            ShownLevel(beaten.seat.ai) if beaten.seat.ai else None,
            points(beaten.before),
            beaten.seat.result.game,
        ),
        records.most_points,
    )


def _point(one: selectors.Point) -> ShownPoint:
    change = points(one.value) - points(one.value - one.moved)
    return ShownPoint(utc_datetime(one.at_ms), one.game, points(one.value), signed(change), one.provisional)


def profile(request: HttpRequest, user: User) -> dict[str, Any]:
    """What the page of a player shows of ratings; the queries grow with the pools alone."""
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
    against: selectors.Against

    @property
    def user(self) -> User | None:
        opponent: User | None = self.against.user
        return opponent

    @property
    def level(self) -> ShownLevel | None:
        return ShownLevel(self.against.ai) if self.against.ai else None


def opponents_of(user: User, first: int = 0, most: int = OPPONENTS) -> list[Opponent]:
    """Whom somebody has met in rated games, those met most often first."""
    return [Opponent(against) for against in selectors.by_opponent(user.pk, limit=most, offset=first)]
