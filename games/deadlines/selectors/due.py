"""What the sweeps look for: deadlines that have passed, and vacations not yet written to the logs of all games."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from engine.newtypes import SeatNumber, UnixMs
from games.deadlines.models import Vacation
from games.record.models import Game, Seat
from games.time import terms
from pyramido_site.infrastructure.public_ids import PublicId


def deadlines_due(at_ms: UnixMs, limit: int) -> list[PublicId]:
    """Return public ids of running games with a deadline that has passed, oldest deadline first."""
    due = Game.objects.filter(deadline_ms__lte=at_ms, status=Game.Status.RUNNING).order_by("deadline_ms")
    return list(due.values_list("public_id", flat=True)[:limit])


def running_seats(user_id: int, deadline_before_ms: UnixMs | None = None) -> list[tuple[PublicId, SeatNumber]]:
    """Return (public id, seat) for each running game that the user plays; if given, only of games with a deadline
    before this time.
    """
    seats = Seat.objects.filter(user_id=user_id, ai="", departure="", game__status=Game.Status.RUNNING)
    if deadline_before_ms is not None:
        seats = seats.filter(game__deadline_ms__lt=deadline_before_ms)
    return list(seats.order_by("game_id").values_list("game__public_id", "number"))


def on_vacation(user_ids: Collection[int], at_ms: UnixMs) -> list[int]:
    """Return the ids of the users who are on vacation."""
    return list(vacations_at(at_ms).filter(user_id__in=user_ids).values_list("user_id", flat=True))


def vacations_at(at_ms: int) -> QuerySet[Vacation]:
    """Return the vacations that include this instant."""
    return Vacation.objects.filter(from_ms__lte=at_ms, until_ms__gt=at_ms)


def vacations_to_settle(at_ms: UnixMs, limit: int) -> list[int]:
    """Return ids of users whose vacation has begun or ended, but not yet in the logs of all their games."""
    ended = Vacation.objects.filter(until_ms__lte=at_ms, settled=False).order_by("until_ms")
    begun = vacations_at(at_ms).values("user_id")
    seats = Seat.objects.filter(user_id__in=begun, ai="", departure="", game__status=Game.Status.RUNNING)
    rows = seats.values_list("user_id", "number", "game__terms", "game__table_state__away")
    clock_still_runs = [
        user_id
        for user_id, seat, table_terms, away_seats in rows.iterator()
        if seat not in away_seats and terms.of(table_terms).rests_on_vacation
    ]
    return list(dict.fromkeys([*ended.values_list("user_id", flat=True)[:limit], *clock_still_runs]))[:limit]
