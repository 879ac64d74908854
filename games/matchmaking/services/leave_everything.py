"""Taking a user out of every game, table, seek and invitation."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from games.matchmaking.models import Seek, SeekAlert
from games.matchmaking.selectors.seeks import LASTS
from games.matchmaking.services.withdraw_seek import withdraw_seek
from games.record.models import Game, Invitation, Seat
from games.record.services.remove_person import remove_person
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.seating.services.answer_invitation import decline, withdraw
from games.seating.services.leave_table import leave_table

logger = logging.getLogger(__name__)


def leave_lobby(user: User) -> None:
    """End the user's seeks and alerts, leave open tables, and settle pending invitations from and to the user.
    Repeating it changes nothing.
    """
    for seek in Seek.objects.filter(LASTS, user=user).values_list("public_id", flat=True):
        _unless_refused(withdraw_seek, user, seek)
    SeekAlert.objects.filter(user=user).delete()
    for table in _seats(user, Game.Status.OPEN).values_list("game__public_id", flat=True):
        _unless_refused(leave_table, user, table)
    pending = Invitation.objects.filter(Q(user=user) | Q(by=user), state=Invitation.State.PENDING)
    for invitation, to in pending.values_list("public_id", "user_id"):
        if to == user.pk:
            _unless_refused(decline, user, invitation, Invitation.Reason.NO)
        else:
            _unless_refused(withdraw, user, invitation)


def leave_games(user: User, *, removed: bool = False) -> None:
    """Resign all the user's running games, or (`removed`) have the site take the user out of them. Repeating it changes
    nothing.
    """
    for table, seat in _seats(user, Game.Status.RUNNING).values_list("game__public_id", "number"):
        _unless_refused(remove_person if removed else resign, table, seat)


def _seats(user: User, status: Game.Status) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user, departure="", ai="", game__status=status).order_by("game_id")


def _unless_refused(verb: Callable[..., object], *arguments: Any) -> None:
    """Call `verb`, ignoring refusals: what was refused has been settled otherwise meanwhile, or a sweep finds it
    again.
    """
    try:
        verb(*arguments)
    except Refusal as refusal:
        logger.info("%s %s: refused, %s", verb.__name__, arguments, refusal.code)
