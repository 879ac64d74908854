"""How many days of vacation a player has: pure arithmetic, and the reads it needs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from accounts.models import User
from games.deadlines.models import Vacation
from games.record.models import Game, Seat
from games.time.clocks import DAY

GIVEN_DAYS, EARNED_DAYS, MOST_DAYS = 10, 1, 30
"""A year gives everybody so many, so many more for each game finished in it, and so many in all at most."""


def year_of(at_ms: int) -> tuple[int, int]:
    """The beginning and end of the calendar year (UTC) that an instant lies in."""
    year = datetime.fromtimestamp(at_ms // 1000, UTC).year
    start, end = (int(datetime(y, 1, 1, tzinfo=UTC).timestamp()) * 1000 for y in (year, year + 1))
    return start, end


Span = tuple[int, int]


def years(since_ms: int, until_ms: int) -> list[Span]:
    """The calendar years (UTC) that the time between two instants reaches into: their beginnings and ends."""
    found = [year_of(since_ms)]
    while found[-1][1] < until_ms:
        found.append(year_of(found[-1][1]))
    return found


def year_name(year: Span) -> str:
    return str(datetime.fromtimestamp(year[0] // 1000, UTC).year)


def within(year: Span, span: Span) -> int:
    """How much of a time lies in a year, in milliseconds."""
    return max(0, min(span[1], year[1]) - max(span[0], year[0]))


def left_ms(at_ms: int, finished_games: int, taken: Iterable[tuple[int, int]]) -> int:
    """What is left of the year's vacation, from the games finished in it and the vacations taken."""
    year = year_of(at_ms)
    allowed = min(MOST_DAYS, GIVEN_DAYS + EARNED_DAYS * finished_games) * DAY
    return max(0, allowed - sum(within(year, span) for span in taken))


def vacation_left_ms(user: User, at_ms: int) -> int:
    """Of this year, in milliseconds. Games count that the user has not left."""
    start, end = year_of(at_ms)
    finished = Seat.objects.filter(
        user=user, departure="", game__status=Game.Status.FINISHED, game__finished_ms__range=(start, end - 1)
    ).count()
    taken = Vacation.objects.filter(user=user, until_ms__gt=start, from_ms__lt=end)
    return left_ms(at_ms, finished, taken.values_list("from_ms", "until_ms"))


def current(user: User, at_ms: int) -> Vacation | None:
    """The vacation that the user is on."""
    return Vacation.objects.filter(user=user, from_ms__lte=at_ms, until_ms__gt=at_ms).first()
