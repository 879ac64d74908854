"""The pool of ratings to which a game belongs (docs/ratings.md)."""

from __future__ import annotations

from collections.abc import Iterable

from games.record.tables import SeatInfo
from games.time.terms import Terms
from ratings.models import RatingPool


def pace_of(agreed: Terms) -> RatingPool.Pace:
    """Return the pace of a time control: decisions within an hour are live play."""
    return RatingPool.Pace.CORRESPONDENCE if agreed.time_control.slow else RatingPool.Pace.LIVE


def population_of(seats: Iterable[SeatInfo]) -> RatingPool.Population:
    """Return whose ratings a game moves. With a bot or an AI at the table these are the bots' ratings; a substitute AI,
    which plays on for a user, does not count.
    """
    with_program = any(seat.is_bot or (seat.ai is not None and seat.user_id is None) for seat in seats)
    return RatingPool.Population.BOTS if with_program else RatingPool.Population.PEOPLE
