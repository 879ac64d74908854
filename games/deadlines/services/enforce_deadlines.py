"""Find deadlines that have passed and enforce them, unless an outage, a vacation or a sanction kept the player from
acting.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Mapping
from typing import Unpack

from django.utils.translation import gettext_noop

from accounts.sanctions import selectors as sanctions
from accounts.sanctions.selectors import Kind
from engine import table_verbs
from engine.core import Illegal
from engine.newtypes import SeatNumber, UnixMs
from engine.position import ClockStamper, Position, Step
from games.deadlines.selectors import due, outages
from games.deadlines.services.heartbeat import beat
from games.record import command_context, positions
from games.record.append import append_events
from games.record.command_context import CommandContext
from games.record.decide import Command
from games.record.leaving import leaving_aborts, removed, substitute_for
from games.record.models import Event, Game
from games.requests.refusals import Refusal
from games.time import clocks, terms, timing
from games.time.clocks import DAY_MS, Night, Unlimited
from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

LIMIT = 200
"""Maximum number of games in one sweep; the next sweep takes the rest."""

AFTER_SUSPENSION_MS = DAY_MS
"""How long (ms) after the end of a suspension the player does not lose on time."""


def sweep_deadlines() -> int:
    """Send the heartbeat, then enforce passed deadlines. Return the number of games in which anything was done.

    Does nothing while the machine's clock is not to be trusted (`site_clock.trusted`).
    """
    if not site_clock.trusted():
        logger.warning("the system clock has jumped or differs from the database's: deadlines are not enforced")
        return 0
    beat(now_ms())
    done = 0
    for public_id in due.deadlines_due(now_ms(), LIMIT):
        try:
            done += enforce_deadline(public_id)
        except Exception:
            logger.exception("the deadline of game %s could not be enforced", public_id)
    return done


def enforce_deadline(public_id: PublicId) -> bool:
    """Do all that is due in a game. Return whether anything was done.

    Idempotent, and safe to run in parallel: each command checks the deadline on the position it is written on.
    """
    done = False
    while (command := _due(public_id)) is not None:
        try:
            append_events(public_id, SeatNumber(0), command)  # any seat: the result, redacted for it, is not used
        except Refusal as refusal:
            if refusal.status >= 500:
                raise
            logger.info("game %s: %s", public_id, refusal)  # another process or a move was quicker
            return done
        done = True
    return done


def _due(public_id: PublicId) -> Command | None:
    """Return the command for what is due now, or None if nothing is."""
    game = Game.objects.filter(public_id=public_id, status=Game.Status.RUNNING).first()
    if game is None:
        return None
    entry = positions.load_or_none(game)
    if entry is None:
        return None
    position = entry.position
    deadline = timing.deadline_ms(position)
    if deadline is None or deadline > now_ms():
        return None
    if position.paused_ms is not None:
        return _if_due(lambda position, /, **context: table_verbs.resume(position, None, **context))
    agreed = terms.of(position.terms)
    lost = timing.lost_time(
        timing.read(position), _outages(position), timing.graced(position) or UnixMs(0), agreed.calendar
    )
    # Without a time control no lost time is restored: an outage is short compared with the 90 days that a table waits.
    if lost is not None and not isinstance(agreed.time_control, Unlimited):
        until, lost_by_seat = lost
        nights = command_context.nights_of(entry.info, lost_by_seat) if agreed.time_control.slow else {}
        stamper = _restoring(until, lost_by_seat, nights)
        return _if_due(
            lambda position, /, **context: table_verbs.grace(position, at_ms=context["at_ms"], clocks=stamper)
        )
    for seat in late_seats(position, now_ms()):  # the task of a ban, suspension or vacation may be lost or yet to run
        user_id = entry.info.seats[seat].user_id
        if user_id is None:
            continue
        if sanctions.holds(user_id, Kind.BAN) or _was_kept_out(game, seat, user_id):
            # Remove the player, which changes no rating, instead of timing the seat out.
            return _if_due(functools.partial(_remove, seat, game.substitute or ""))
        on_vacation = agreed.rests_on_vacation and due.on_vacation([user_id], now_ms())
        if on_vacation or sanctions.is_suspended(user_id):
            return _if_due(functools.partial(_stop_clock, seat))
    return _if_due(lambda position, /, **context: _time_out(position, game.substitute, **context))


def _if_due(command: Command) -> Command:
    """Return the command with a check that a deadline has passed. The new command raises Illegal `not_due`
    otherwise.
    """

    def checked(position: Position, /, **context: Unpack[CommandContext]) -> Step:
        deadline = timing.deadline_ms(position)
        if deadline is None or deadline > context["at_ms"]:
            raise Illegal("not_due", gettext_noop("No player has run out of time."))
        return command(position, **context)

    return checked


def late_seats(position: Position, at_ms: UnixMs) -> list[SeatNumber]:
    """Return the seats whose time is up, earliest deadline first."""
    if isinstance(terms.of(position.terms).time_control, Unlimited):
        return list(timing.owed_turns(position))
    running = [(c.deadline_ms, SeatNumber(seat)) for seat, c in enumerate(timing.read(position)) if c is not None]
    return [seat for deadline, seat in sorted((d, seat) for d, seat in running if d is not None) if deadline <= at_ms]


def _stop_clock(seat: SeatNumber, position: Position, /, **context: Unpack[CommandContext]) -> Step:
    """Stop the seat's clock."""
    return table_verbs.vacation(position, seat, True, **context)


def _was_kept_out(game: Game, seat: SeatNumber, user_id: int) -> bool:
    """Whether a suspension ended less than a day ago and the seat has not acted since.

    An opponent is not to win on time against a player who could not know when the clock would run again.
    """
    ended_ms = sanctions.suspended_until(user_id, now_ms() - AFTER_SUSPENSION_MS)
    if ended_ms is None or (game.started_ms or 0) > ended_ms:
        return False
    acted = Event.objects.filter(game=game, seat=seat, kind__in=("action", "submission"), at_ms__gte=ended_ms)
    return not acted.exists()


def _remove(seat: SeatNumber, substitute: str, position: Position, /, **context: Unpack[CommandContext]) -> Step:
    """Remove the player from the seat."""
    return removed(position, seat, substitute, **context)


def _time_out(position: Position, substitute: str, /, **context: Unpack[CommandContext]) -> Step:
    """Time out the late players one after the other, unless the game ends in between."""
    step = Step(position, ())
    for seat in late_seats(position, context["at_ms"]):
        if seat in timing.owed_turns(step.position):
            more = _time_out_seat(step.position, seat, substitute, **context)
            step = Step(more.position, (*step.events, *more.events))
    return step


def _time_out_seat(position: Position, seat: SeatNumber, substitute: str, /, **context: Unpack[CommandContext]) -> Step:
    """Abort the game if the late seat has never acted, or if the game is rated and not all players have acted.
    Otherwise put the seat out, or let the table's AI take it over if other people still play.
    """
    if leaving_aborts(position) or not (position.under_way or position.acted >> seat & 1):
        return table_verbs.abort(position, seat, late=True, **context)
    return table_verbs.time_out(position, seat, substitute_for(position, seat, substitute), **context)


# --- outages ----------------------------------------------------------------------------------------------------------
def _outages(position: Position) -> list[outages.Span]:
    """Return outages that may have cost a running clock time and whose lost time is not restored yet."""
    return outages.since(max(_since(position), timing.graced(position) or UnixMs(0)))


def _since(position: Position) -> UnixMs:
    """Return when the clock that has run longest was started (ms)."""
    running = [c.since_ms for c in timing.read(position) if c is not None and c.since_ms is not None]
    return min(running, default=position.at_ms)


def _restoring(until_ms: UnixMs, lost: Mapping[SeatNumber, int], nights: Mapping[SeatNumber, Night]) -> ClockStamper:
    """Return a stamper that adds the lost time to the clocks."""

    def stamp(before: Position | None, after: Position, at_ms: UnixMs) -> timing.JSON:
        made = clocks.extended(timing.read(after), lost, terms.of(after.terms).calendar, nights)
        return timing.with_clocks(after, made, until_ms)

    return stamp
