"""How many days of vacation a player has left: the calculation, and the queries for it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from accounts.models import User
from engine.newtypes import UnixMs
from games.deadlines.models import Vacation
from games.record.models import Game, Seat
from games.time.clocks import DAY_MS

# Days of vacation in a calendar year: to begin with, for each game finished in that year, and at most in all.
GIVEN_DAYS, EARNED_DAYS, MOST_DAYS = 10, 1, 30

Span = tuple[UnixMs, UnixMs]
"""Beginning and end (ms)."""


def year_of(at_ms: UnixMs) -> Span:
    """Return the beginning and end (ms) of the calendar year (UTC) that includes an instant."""
    year = datetime.fromtimestamp(at_ms // 1000, UTC).year
    start, end = (UnixMs(int(datetime(y, 1, 1, tzinfo=UTC).timestamp()) * 1000) for y in (year, year + 1))
    return start, end


def years(since_ms: UnixMs, until_ms: UnixMs) -> list[Span]:
    """Return the calendar years (UTC) that overlap the time between two instants."""
    found = [year_of(since_ms)]
    while found[-1][1] < until_ms:
        found.append(year_of(found[-1][1]))
    return found


def year_name(year: Span) -> str:
    """Return the year's number as text."""
    return str(datetime.fromtimestamp(year[0] // 1000, UTC).year)


def overlap_ms(year: Span, span: tuple[int, int]) -> int:
    """Return how many milliseconds of a span lie in a year."""
    return max(0, min(span[1], year[1]) - max(span[0], year[0]))


def left_ms(at_ms: UnixMs, finished_games: int, taken: Iterable[tuple[int, int]]) -> int:
    """Return how much vacation (ms) is left in this year, from the games finished and the vacations taken in it."""
    year = year_of(at_ms)
    allowed = min(MOST_DAYS, GIVEN_DAYS + EARNED_DAYS * finished_games) * DAY_MS
    return max(0, allowed - sum(overlap_ms(year, span) for span in taken))


def vacation_left_ms(user: User, at_ms: UnixMs) -> int:
    """Return how much vacation (ms) the user has left in this year. Games that the user left do not count
    as finished.
    """
    start, end = year_of(at_ms)
    finished = Seat.objects.filter(
        user=user, departure="", game__status=Game.Status.FINISHED, game__finished_ms__range=(start, end - 1)
    ).count()
    taken = Vacation.objects.filter(user=user, until_ms__gt=start, from_ms__lt=end)
    return left_ms(at_ms, finished, taken.values_list("from_ms", "until_ms"))


def current(user: User, at_ms: UnixMs) -> Vacation | None:
    """Return the vacation that the user is on, or None."""
    return Vacation.objects.filter(user=user, from_ms__lte=at_ms, until_ms__gt=at_ms).first()
