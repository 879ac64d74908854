"""Begin and end vacations, and stop and start players' clocks accordingly, for suspensions too."""

from __future__ import annotations

import functools
import logging

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.sanctions import selectors as sanctions
from engine import table_verbs
from engine.newtypes import SeatNumber, UnixMs
from games.deadlines.models import Vacation
from games.deadlines.selectors import due
from games.deadlines.selectors.vacation_days import MOST_DAYS, current, overlap_ms, vacation_left_ms, year_name, years
from games.live import followups
from games.record import positions
from games.record.append import append_events
from games.record.models import Game
from games.requests.refusals import Refusal
from games.time import terms
from games.time.clocks import DAY_MS, MINUTE_MS
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

LONGEST_DAYS = 2 * MOST_DAYS
"""The longest possible vacation: all days of two calendar years, around New Year."""
BEGUN_A_DAY = 3
"""How many vacations may be begun within 24 hours."""

AT_ONCE_MS = 5 * MINUTE_MS
"""Clocks that run out within this time are stopped in the request itself. For all others the queued task is early
enough; if it is lost, the sweep still comes before they run out.
"""


def begin_vacation(user: User, days: int) -> Vacation:
    """Begin a vacation of this many days now.

    Raise Refusal if `days` is out of range, the user is on vacation, has begun too many vacations today, or has not
    enough days left in a year that the vacation overlaps.
    """
    if not 1 <= days <= LONGEST_DAYS:
        raise Refusal(
            400, "malformed", gettext_noop("A vacation can last 1 to %(most)s days, not %(got)s."), field="days",
            most=LONGEST_DAYS, got=days,
        )  # fmt: skip
    now = now_ms()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if current(user, now) is not None:
            raise Refusal(409, "on_vacation", gettext_noop("You are already on vacation."))
        begun = Vacation.objects.filter(user=user, from_ms__gt=now - DAY_MS).count()
        if begun >= BEGUN_A_DAY:
            template = gettext_noop("You have started %(begun)s vacations within a day. Try again later.")
            raise Refusal(422, "vacations_too_often", template, begun=begun)
        until = UnixMs(now + days * DAY_MS)
        for year in years(now, until):
            left, wanted = vacation_left_ms(user, year[0]), overlap_ms(year, (now, until))
            if left < wanted:
                template = gettext_noop("You have %(left)s days of vacation left in %(year)s, not %(days)s.")
                raise Refusal(
                    422,
                    "vacation_used_up",
                    template,
                    field="days",
                    left=left // DAY_MS,
                    days=-(-wanted // DAY_MS),
                    year=year_name(year),
                )
        made = Vacation.objects.create(user=user, from_ms=now, until_ms=until)
        transaction.on_commit(functools.partial(_begun, user.pk, now))
    return made


def _begun(user_id: int, begun_ms: UnixMs) -> None:
    """Stop clocks that may run out before the task has run, then queue the task."""
    suspended = sanctions.is_suspended(user_id)
    for public_id, seat in due.running_seats(user_id, deadline_before_ms=UnixMs(begun_ms + AT_ONCE_MS)):
        _settle(public_id, seat, vacation=True, suspended=suspended)
    followups.settle_vacations(user_id)


def end_vacation(user: User) -> None:
    """End the user's vacation now. Raise Refusal 409 `no_vacation` if there is none."""
    now = now_ms()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        vacation = current(user, now)
        if vacation is None:
            raise Refusal(409, "no_vacation", gettext_noop("You are not on vacation."))
        vacation.until_ms = now
        vacation.save(update_fields=["until_ms"])
        transaction.on_commit(lambda: followups.settle_vacations(user.pk))


def settle_vacations(user_id: int) -> None:
    """Write to the logs of the user's running games whether the user's clock is stopped: on a vacation if the table
    agreed to that, during a suspension always. Idempotent.
    """
    now = now_ms()
    suspended = sanctions.is_suspended(user_id)
    away = Vacation.objects.filter(user_id=user_id, from_ms__lte=now, until_ms__gt=now).exists()
    for public_id, seat in due.running_seats(user_id):
        _settle(public_id, seat, vacation=away, suspended=suspended)
    if not away:
        Vacation.objects.filter(user_id=user_id, until_ms__lte=now, settled=False).update(settled=True)


def _settle(public_id: PublicId, seat: SeatNumber, *, vacation: bool, suspended: bool) -> None:
    """Stop or start the clock of one seat, unless the game's log already says so."""
    game = Game.objects.filter(public_id=public_id, status=Game.Status.RUNNING).first()
    if game is None or game.table_state is None:
        return
    away = suspended or (vacation and terms.of(game.terms).rests_on_vacation)
    if (seat in game.table_state["away"]) == away:
        return
    entry = positions.load_or_none(game)
    if entry is None:
        return
    position = entry.position
    if (seat in position.away) == away or seat not in position.persons:
        return
    try:
        append_events(
            public_id, seat, lambda position, /, **context: table_verbs.vacation(position, seat, away, **context)
        )
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        logger.info("game %s: %s", public_id, refusal)  # the game has ended, or another process was quicker
