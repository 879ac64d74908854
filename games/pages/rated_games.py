"""The leaderboards: current, and as they stood at the end of a month."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from games.presenters import game_lists
from games.presenters.computer_levels import ShownLevel
from games.presenters.game_kinds import ShownGame, all_games, chosen
from games.presenters.previews import pages as previews
from games.presenters.ratings.pages import ShownPool, ShownRating, in_a_row, points, readers_zone
from games.requests.caller import person
from pyramido_site.infrastructure.paging import shown_part
from pyramido_site.infrastructure.site_clock import now_ms
from ratings import selectors
from ratings.models import Rating, RatingPool

PEOPLE, BOTS = RatingPool.Population.PEOPLE, RatingPool.Population.BOTS
BEST = 3
"""Number of lines for each pool on the overview."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of a leaderboard: a user's, or that of a level of computer player."""

    place: int
    user: User | None
    level: ShownLevel | None
    points: int
    games: int
    streak: str
    """"" at the end of a month, for which it is not stored."""
    own: bool

    @property
    def name(self) -> str:
        """Whose line it is: the user's name, or that of the level."""
        return self.user.display_name if self.user is not None else self.level.name if self.level is not None else ""


@dataclass(frozen=True, slots=True)
class Tab:
    """A link of a tab bar."""

    text: str
    address: str
    current: bool
    game: ShownGame | None = None


@dataclass(frozen=True, slots=True)
class Own:
    """The user's own line in a pool. `why` says why the user is not listed: `guest`, `none`, or what
    `selectors.why_unlisted` returns; "" if listed. `near` are the lines around the user's, if the page does not show it
    anyway.
    """

    why: str
    shown: ShownRating | None = None
    place: int = 0
    near: tuple[LeaderboardRow, ...] = ()


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Show the best of each game and pace, and who holds the titles."""
    stored = {(pool.game, pool.pace): pool for pool in selectors.pools(PEOPLE)}
    user, now = person(request), now_ms()
    games = []
    for game in all_games():
        pools = []
        for pace in RatingPool.Pace.values:
            pool = stored.get((game.key, pace))
            board = selectors.leaderboard(pool, now, limit=BEST) if pool is not None else selectors.Board([], 0)
            pools.append((ShownPool(game, pace), _lines(board.lines, user)))
        games.append((game, pools, [ShownPool(game, pace, BOTS) for pace in RatingPool.Pace.values]))
    context = {"games": games, "titles": game_lists.titles(), "preview": previews.leaderboards()}
    return render(request, "games/leaderboards.html", context)


@require_safe
def leaderboard(request: HttpRequest, key: str, pace: str) -> HttpResponse:
    """Show a pool's leaderboard: `?population=bots` for people and bots, `?cursor=` for further pages, `?month=` for
    the end of a month. Raise Http404 if there is no such pool or month.
    """
    pool = _pool(key, pace, request.GET.get("population", PEOPLE))
    user, stored = person(request), pool.stored()
    months = selectors.months(stored) if stored is not None else []
    context: dict[str, Any] = {
        "pool": pool,
        "games": [
            Tab(game.name, ShownPool(game, pace, pool.population).address, game.key == key, game)
            for game in all_games()
        ],
        "paces": [
            Tab(one.pace_name, one.address, one.pace == pace)
            for one in (ShownPool(pool.game, value, pool.population) for value in RatingPool.Pace.values)
        ],
        "populations": [
            Tab(one.population_name, one.address, one.population == pool.population)
            for one in (ShownPool(pool.game, pace, value) for value in RatingPool.Population.values)
        ],
        "titles": game_lists.titles(pool.game),
        "fewest_opponents": settings.LEADERBOARD_OPPONENTS,
        "months": [(month, _first_day(month)) for month in months],
    }
    month = request.GET.get("month")
    if month:
        if stored is None or month not in months:
            raise Http404(f"no leaderboard is kept for {month[:20]!r}")
        context |= {"month": month, "ended": _first_day(month), "lines": _past(stored, month, user)}
    else:
        context |= _now(request, stored, user)
    lines: list[LeaderboardRow] = context["lines"]
    first = not month and context["page"].previous is None
    best = [f"{line.name} {line.points}" for line in lines[:BEST]] if first else []
    context["preview"] = previews.leaderboard(pool, best, listed=first)
    with readers_zone(user):
        return render(request, "games/leaderboard.html", context)


def _pool(key: str, pace: str, population: str) -> ShownPool:
    """Return the pool. Raise Http404 if there can be none like it."""
    game = chosen(all_games(), key)
    if game is None or pace not in RatingPool.Pace.values or population not in RatingPool.Population.values:
        raise Http404(f"no leaderboard of {key[:40]!r}, {pace[:20]!r}, {population[:20]!r}")
    return ShownPool(game, pace, population)


def _first_day(month: str) -> date:
    year, number = map(int, month.split("-"))
    return date(year, number, 1)


def _line(place: int, rating: Rating, value: int, games: int, reader: User | None, streak: str = "") -> LeaderboardRow:
    level = ShownLevel(rating.ai) if rating.ai else None
    own = reader is not None and rating.user_id == reader.pk
    return LeaderboardRow(place, rating.user, level, points(value), games, streak, own)


def _lines(lines: list[selectors.LeaderboardLine], reader: User | None) -> list[LeaderboardRow]:
    return [
        _line(line.place, line.rating, line.rating.value, line.rating.games, reader, in_a_row(line.rating.streak))
        for line in lines
    ]


def _past(stored: RatingPool, month: str, reader: User | None) -> list[LeaderboardRow]:
    lines = selectors.past_leaderboard(stored, month)
    return [_line(line.place, line.rating, line.value, line.games, reader) for line in lines]


def _now(request: HttpRequest, stored: RatingPool | None, user: User | None) -> dict[str, object]:
    now, total = now_ms(), 0

    def read(first: int, most: int) -> list[selectors.LeaderboardLine]:
        nonlocal total
        if stored is None:
            return []
        board = selectors.leaderboard(stored, now, first, most)
        total = board.total
        return board.lines

    page = shown_part(request, read, selectors.PAGE)
    lines = _lines(page.rows, user)
    return {"lines": lines, "total": total, "page": page, "own": None if user is None else _own(stored, user, lines)}


def _own(stored: RatingPool | None, user: User, lines: list[LeaderboardRow]) -> Own:
    if user.is_guest:
        return Own("guest")
    rating = None if stored is None else selectors.rating_in(stored, user.pk)
    if rating is None or rating.games == 0:
        return Own("none")
    shown = ShownRating(rating)
    if shown.provisional:
        return Own("provisional", shown)
    near = _lines(selectors.around(rating, now_ms()), user)
    place = next((line.place for line in near if line.own), 0)
    if not place:
        return Own(selectors.why_unlisted(rating, now_ms()) or "away", shown)
    return Own("", shown, place, () if any(line.own for line in lines) else tuple(near))
