"""What follows in the games when a sanction begins or ends. Everything here may be done again, and does nothing then.

Who is suspended or banned leaves every seek, waiting table and invitation. The clocks of a suspended player's running
games run on; a banned one resigns them, as by the own hand (RULES.md A7): the table's substitute plays on where it has
one. Who plays no rated games any more leaves what leads to one.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts import notify, sanctions
from accounts.models import Sanction, User
from accounts.sanctions import CLOSING, IN_FORCE, Kind
from games import followups, pairing
from games.errors import Refusal
from games.models import Game, Invitation, Seat, Seek
from games.services.answer_invitation import decline
from games.services.leave_everything import leave_games, leave_lobby
from games.services.leave_table import leave_table
from games.services.withdraw_seek import withdraw_seek

logger = logging.getLogger(__name__)


def carry_out(sanction_id: str) -> None:
    """What a sanction (by its public id) asks for now: `take_effect` while it holds, `lifted` after it was lifted."""
    sanction = Sanction.objects.filter(public_id=sanction_id).first()
    if sanction is not None:
        (take_effect if sanctions.state(sanction) == IN_FORCE else lifted)(sanction_id)


def take_effect(sanction_id: str) -> None:
    """Of one that does not hold any more it does nothing."""
    sanction = Sanction.objects.select_related("user").get(public_id=sanction_id)
    if sanctions.state(sanction) != IN_FORCE:
        return
    user = sanction.user
    if sanction.kind in CLOSING:
        leave_lobby(user)
    if sanction.kind == Kind.BAN:
        leave_games(user)
    if sanction.kind == Kind.UNRATED:
        _leave_rated(user)


def lifted(sanction_id: str) -> None:
    """What was left stays left; a bot is asked at once for what its running games have waited for."""
    user = Sanction.objects.select_related("user").get(public_id=sanction_id).user
    if not (user.is_active and user.is_bot):
        return
    seats = Seat.objects.filter(user=user, ai="", left="", game__status=Game.Status.RUNNING).select_related("game")
    for seat in seats:
        if seat.number in seat.game.seats_to_move:
            followups.bot_call(seat.game.public_id, seat.number, None)


def end_what_is_over(limit: int) -> None:
    """The accounts of those whose suspension is over are active again, and whoever something has ended for is told."""
    for sanction in sanctions.over().select_related("user")[:limit]:
        with transaction.atomic():
            if sanctions.end_if_over(sanction):
                _tell_of_end(sanction)


def _tell_of_end(sanction: Sanction) -> None:
    """Call it in the transaction that ends it. Nobody is told who is kept out, or held to the same, by another one."""
    user = sanction.user
    held = sanctions.closing(user) or sanctions.of_kind(user, sanction.kind)
    if sanction.kind != Kind.WARNING and held is None:
        data = {"what": f"{sanction.kind}_over", "reason": sanction.reason}
        notify.tell("sanction", [sanction.user_id], key=f"sanction_over:{sanction.public_id}", data=data)


def lost(limit: int) -> list[str]:
    """The public ids of the sanctions in force that have not had all their effect."""
    mine = OuterRef("user")
    seeks = Seek.objects.filter(pairing.LASTS, user=mine)
    seats = Seat.objects.filter(user=mine, ai="", left="")
    waiting, running = seats.filter(game__status=Game.Status.OPEN), seats.filter(game__status=Game.Status.RUNNING)
    invited = Invitation.objects.filter(user=mine, state=Invitation.State.PENDING)
    inviting = Invitation.objects.filter(by=mine, state=Invitation.State.PENDING)
    rated = (
        Q(Exists(seeks.filter(pool__terms__rated=True)))
        | Q(Exists(waiting.filter(game__rated=True)))
        | Q(Exists(invited.filter(game__rated=True)))
    )
    anything = Q(Exists(seeks)) | Q(Exists(waiting)) | Q(Exists(invited)) | Q(Exists(inviting))
    due = (
        Q(anything, kind__in=CLOSING)
        | Q(Exists(running), kind=Kind.BAN)
        | Q(rated, kind=Kind.UNRATED)
    )  # fmt: skip
    return list(sanctions.holding().filter(due).order_by("pk").values_list("public_id", flat=True)[:limit])


def _leave_rated(user: User) -> None:
    """Seeks, waiting tables and invitations that lead to rated games."""
    seeks = Seek.objects.filter(pairing.LASTS, user=user, pool__terms__rated=True).values_list("public_id", flat=True)
    tables = Seat.objects.filter(user=user, ai="", left="", game__status=Game.Status.OPEN, game__rated=True)
    invited = Invitation.objects.filter(user=user, state=Invitation.State.PENDING, game__rated=True)
    verbs: list[Callable[[], object]] = [
        *(functools.partial(withdraw_seek, user, seek) for seek in seeks),
        *(functools.partial(leave_table, user, table) for table in tables.values_list("game__public_id", flat=True)),
        *(
            functools.partial(decline, user, invitation, Invitation.Reason.UNRATED)
            for invitation in invited.values_list("public_id", flat=True)
        ),
    ]
    for verb in verbs:
        try:
            verb()
        except Refusal as refusal:  # it has led to a game meanwhile, or is over
            logger.info("user %s: %s", user.pk, refusal)
