"""Seeks and pairing pools as pages show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.matchmaking.models import PairingPool, Seek
from games.matchmaking.selectors.pools import all_pools, terms_of
from games.matchmaking.selectors.seeks import alerts_of, seeks_of
from games.matchmaking.selectors.who_waits import (
    WAITS,
    ratings_of,
    running_seats,
    still_waiting,
    waiting_counts,
    window_of,
)
from games.presenters import times
from games.presenters.game_kinds import ShownGame, ShownKind, all_games, chosen
from games.presenters.times import OFFERED, ShownControl
from games.time.clocks import MINUTE_MS, SECOND_MS
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.utc import utc_datetime

QUICK_LIVE = tuple(OFFERED[value] for value in ("per_move-60", "fischer-300-5-600", "fischer-900-15-1800"))
QUICK_SLOW = tuple(OFFERED[value] for value in ("per_move-86400", "per_move-259200", "per_move-604800"))
"""A few time controls, so that many users wait for the same."""

OTHERS_SHOWN = 6
"""Number of pools with waiting users shown beside the grid."""

POINT = 100
"""Ratings are stored in hundredths of a point."""


@dataclass(frozen=True, slots=True)
class ShownPool:
    """A pairing pool: what its users seek."""

    pool: PairingPool
    game: ShownGame

    @property
    def kind(self) -> ShownKind | None:
        """The kind of table, or None if it is no longer offered."""
        return self.game.kind_of(self.pool.options)

    @property
    def time(self) -> str:
        """The time control in a few words."""
        return times.in_words(terms_of(self.pool).time_control)

    @property
    def rated(self) -> bool:
        """Whether its games are rated."""
        return terms_of(self.pool).rated

    @property
    def weekend(self) -> str | None:
        """The time zone of the weekends on which clocks rest, or None."""
        return terms_of(self.pool).weekend


@dataclass(frozen=True, slots=True)
class ShownSeek:
    """One of the user's seeks. `others` is the number of other waiting seeks in its pool, `rating` the user's (in
    hundredths), and `running` the number of the user's running games from the pool.
    """

    seek: Seek
    shown: ShownPool
    now_ms: int
    others: int = 0
    rating: int = 0
    running: int = 0

    @property
    def waits(self) -> bool:
        """Whether the seek waits."""
        return self.seek.state == Seek.State.WAITING

    @property
    def title(self) -> str:
        """Title of the page that shows the seek."""
        if not self.waits:
            return _("The search has ended")
        kind = self.shown.kind
        return _("Looking for an opponent") if kind is None or kind.persons == 2 else _("Looking for opponents")

    @property
    def waited_ms(self) -> int:
        """How long it has waited (ms)."""
        return max(0, self.now_ms - self.seek.since_ms)

    @property
    def waited(self) -> str:
        """How long it has waited, in words."""
        return clock(self.waited_ms) if self.waited_ms < 60 * MINUTE_MS else times.left(self.waited_ms)

    @property
    def since(self) -> datetime:
        """When it began to wait."""
        return utc_datetime(self.seek.since_ms)

    @property
    def expires_in(self) -> str:
        """Time until it expires, in words; "" for a standing seek."""
        until = self.seek.until_ms
        return "" if until is None else times.left(until - self.now_ms)

    @property
    def range(self) -> tuple[int, int] | None:
        """Lowest and highest rating of an opponent now, in points; None if any will do."""
        window = window_of(self.seek.pool, self.waited_ms)
        if window is None:
            return None
        return _points(max(0, self.rating - window)), _points(self.rating + window)

    @property
    def range_text(self) -> str:
        """The range of ratings in words."""
        ratings = self.range
        if ratings is None:
            return _("any rating")
        return _("ratings from about %(low)s to %(high)s") % {"low": ratings[0], "high": ratings[1]}

    @property
    def missing(self) -> int:
        """How many games a standing seek still has to find."""
        return max(0, self.seek.concurrent_games - self.running)


def _points(rating: int) -> int:
    """Return hundredths as whole points, rounded."""
    return (rating + POINT // 2) // POINT


def clock(ms: int) -> str:
    """Return a duration as “3:07”, as `seeking.js` writes it."""
    minutes, seconds = divmod(ms // SECOND_MS, 60)
    return f"{minutes}:{seconds:02}"


def shown_pool(pool: PairingPool, games: Sequence[ShownGame] | None = None) -> ShownPool:
    """Return the pool with its game, from `games` if given."""
    game = chosen(games or all_games(), pool.game_key)
    assert game is not None  # no game is ever taken out of the registry
    return ShownPool(pool, game)


def shown_seeks(user: User, seeks: Sequence[Seek]) -> list[ShownSeek]:
    """Return the user's seeks as shown; their pools must be loaded."""
    if not seeks:
        return []
    now, games = now_ms(), all_games()
    waiting = waiting_counts([seek.pool_id for seek in seeks])
    seats = running_seats().filter(user=user, game__pool__in=waiting).order_by()
    running = dict(seats.values("game__pool").annotate(n=Count("pk")).values_list("game__pool", "n"))
    return [
        ShownSeek(
            seek,
            shown_pool(seek.pool, games),
            now,
            max(0, waiting[seek.pool_id] - (seek.state == Seek.State.WAITING)),
            ratings_of(seek.pool, [user.pk])[user.pk],
            running.get(seek.pool_id, 0),
        )
        for seek in seeks
    ]


@dataclass(frozen=True, slots=True)
class QuickPace:
    """A pace of a game in the grid: its time controls, and how many other users wait for a game at that pace."""

    name: str
    key: str
    """As `pace_key()` returns it."""
    controls: tuple[ShownControl, ...]
    waiting: int


@dataclass(frozen=True, slots=True)
class QuickGame:
    """A game of the grid. `players` are the numbers of people that pairing offers for it."""

    game: ShownGame
    players: tuple[int, ...]
    paces: tuple[QuickPace, ...]

    @property
    def numbers(self) -> str:
        """The numbers of people, separated by spaces."""
        return " ".join(map(str, self.players))


@dataclass(frozen=True, slots=True)
class Waiting:
    """Other users who wait, and whom the user could join."""

    numbers: Mapping[tuple[str, bool], int]
    """How many wait, by game and whether it is live; one who waits at several paces is counted at each."""
    others: tuple[tuple[ShownPool, int], ...]
    """Pools, and how many wait in each."""

    @property
    def counts(self) -> str:
        """The paces at which users wait, with their numbers, for the page's script: `go/live:2 go/slow:1`."""
        return " ".join(f"{pace_key(*pace)}:{number}" for pace, number in self.numbers.items())


@dataclass(frozen=True, slots=True)
class Quick:
    """The grid of quick pairing."""

    games: tuple[QuickGame, ...]
    seeks: tuple[ShownSeek, ...]
    """The user's seeks for a single game."""
    may_rate: bool
    alert: bool = False
    """Whether the user is told of other users' live seeks of any game."""

    @property
    def players(self) -> list[int]:
        """All numbers of people in the grid."""
        return sorted({number for one in self.games for number in one.players})


def quick(user: User | None, waiting: Waiting, games: Sequence[ShownGame], only: ShownGame | None = None) -> Quick:
    """Return the grid for `games` as the user sees them; with `only`, for that game alone."""
    offered = [
        QuickGame(one, numbers_of(one), _paces(one, waiting)) for one in games if only is None or one.key == only.key
    ]
    own: list[Seek] = []
    alert = False
    if user is not None:
        until = Q(until_ms=None) | Q(until_ms__gt=now_ms())
        own = list(seeks_of(user).filter(WAITS, until, concurrent_games=0))
        alert = alerts_of(user).filter(game_key="").exists()
    return Quick(
        tuple(one for one in offered if one.players),
        tuple(ShownSeek(seek, shown_pool(seek.pool, games), now_ms()) for seek in own),
        may_rate(user),
        alert,
    )


def _paces(game: ShownGame, waiting: Waiting) -> tuple[QuickPace, ...]:
    named = ((_("Live"), True, QUICK_LIVE), (_("Correspondence"), False, QUICK_SLOW))
    return tuple(
        QuickPace(name, pace_key(game.key, live), controls, waiting.numbers.get((game.key, live), 0))
        for name, live, controls in named
    )


def pace_key(game_key: str, live: bool) -> str:
    """Return the name of a game's pace in the grid: `go/live` or `go/slow`."""
    return f"{game_key}/{'live' if live else 'slow'}"


def waiting_players(user: User | None, games: Sequence[ShownGame], only: ShownGame | None = None) -> Waiting:
    """Return who waits for `games` as the user sees them; with `only`, for that game alone."""
    numbers = waiting_users(user)
    if only is not None:
        numbers = {pace: number for pace, number in numbers.items() if pace[0] == only.key}
    return Waiting(numbers, tuple(waiting_pools(user, games, only)))


def waiting_users(user: User | None) -> dict[tuple[str, bool], int]:
    """Return how many others wait for a game that the user could join, by game and whether it is live. One query."""
    seeks = still_waiting(now_ms())
    if user is not None:
        seeks = seeks.exclude(user=user)
    if not may_rate(user):
        seeks = seeks.filter(Q(pool__terms__rated=False) | Q(pool__terms__rated__isnull=True))
    counted = seeks.values("pool__game_key", "pool__live").annotate(n=Count("user", distinct=True))
    return {(key, live): n for key, live, n in counted.values_list("pool__game_key", "pool__live", "n")}


def numbers_of(game: ShownGame) -> tuple[int, ...]:
    """Return the numbers of people for which the game has unlocked kinds of tables."""
    return tuple(sorted({kind.persons for kind in game.kinds if kind.persons > 1 and kind.needed is None}))


def waiting_pools(
    user: User | None, games: Sequence[ShownGame], only: ShownGame | None = None
) -> list[tuple[ShownPool, int]]:
    """Return the pools with waiting users that the user could join, and how many wait in each, fullest first."""
    seeks = still_waiting(now_ms())
    counted = seeks.values("pool").annotate(n=Count("pk"), mine=Count("pk", filter=Q(user=user))).filter(mine=0)
    waiting: dict[int, Any] = dict(counted.values_list("pool", "n"))
    if not waiting:
        return []
    pools = [shown_pool(pool, games) for pool in all_pools().filter(pk__in=waiting)]
    fit = [
        one
        for one in pools
        if (may_rate(user) or not one.rated)
        and (only is None or one.game.key == only.key)
        and one.kind is not None
        and one.kind.needed is None
    ]
    fit.sort(key=lambda one: (-waiting[one.pool.pk], one.pool.pk))
    return [(one, waiting[one.pool.pk]) for one in fit[:OTHERS_SHOWN]]


def may_rate(user: User | None) -> bool:
    """Return whether the user may play rated games; guests may not."""
    return user is not None and not user.is_guest
