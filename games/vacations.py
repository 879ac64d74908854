"""How many days of vacation a player has: pure arithmetic, and the reads it needs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from accounts.models import User
from games.clocks import DAY
from games.models import Game, Seat, Vacation

GIVEN_DAYS, EARNED_DAYS, MOST_DAYS = 10, 1, 30
"""A year gives everybody so many, so many more for each game finished in it, and so many in all at most."""


def year_of(at_ms: int) -> tuple[int, int]:
    """The beginning and end of the calendar year (UTC) that an instant lies in."""
    year = datetime.fromtimestamp(at_ms // 1000, UTC).year
    start, end = (int(datetime(y, 1, 1, tzinfo=UTC).timestamp()) * 1000 for y in (year, year + 1))
    return start, end


def left_ms(at_ms: int, finished_games: int, taken: Iterable[tuple[int, int]]) -> int:
    """What is left of the year's vacation, from the games finished in it and the vacations taken."""
    start, end = year_of(at_ms)
    allowed = min(MOST_DAYS, GIVEN_DAYS + EARNED_DAYS * finished_games) * DAY
    used = sum(max(0, min(until, end) - max(since, start)) for since, until in taken)
    return max(0, allowed - used)


def vacation_left_ms(user: User, at_ms: int) -> int:
    """Of this year, in milliseconds. Games count that the user has not left."""
    start, end = year_of(at_ms)
    finished = Seat.objects.filter(
        user=user, left="", game__status=Game.Status.FINISHED, game__finished_ms__range=(start, end - 1)
    ).count()
    taken = Vacation.objects.filter(user=user, until_ms__gt=start, from_ms__lt=end)
    return left_ms(at_ms, finished, taken.values_list("from_ms", "until_ms"))


def current(user: User, at_ms: int) -> Vacation | None:
    """The vacation that the user is on."""
    return Vacation.objects.filter(user=user, from_ms__lte=at_ms, until_ms__gt=at_ms).first()
