"""Effects of a sanction's beginning and end on games. Everything here is idempotent.

A suspended or banned user leaves every seek, open table and invitation. The site takes a banned player out of running
games (docs/rules.md A7): the table's substitute plays on if there is one, and no rating moves between that seat and any
other. A suspension stops the player's clocks for a while (`stop_clocks`). A user barred from rated play leaves what
leads to a rated game.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import Sanction, User
from accounts.notifications import services as notify
from accounts.sanctions import selectors as sanctions
from accounts.sanctions import services as sanctioning
from accounts.sanctions.selectors import CLOSING, IN_FORCE, Kind
from games.live import followups
from games.matchmaking.selectors.seeks import lasting_seeks, seeks_of
from games.matchmaking.services.leave_everything import leave_games, leave_lobby
from games.matchmaking.services.withdraw_seek import withdraw_seek
from games.moderation.services.stop_clocks import restart_clocks, stop_clocks, suspensions_due
from games.record.models import Game, Invitation, Seat
from games.requests.refusals import Refusal
from games.seating.services.answer_invitation import decline
from games.seating.services.leave_table import leave_table
from pyramido_site.infrastructure.public_ids import PublicId

logger = logging.getLogger(__name__)


def carry_out(sanction_id: PublicId) -> None:
    """Apply what a sanction (public id) requires now: `take_effect` while it is in force, `lifted` after its end."""
    sanction = Sanction.objects.filter(public_id=sanction_id).first()
    if sanction is not None:
        (take_effect if sanctions.state(sanction) == IN_FORCE else lifted)(sanction_id)


def take_effect(sanction_id: PublicId) -> None:
    """Apply the effects of a sanction; do nothing if it is no longer in force."""
    sanction = Sanction.objects.select_related("user").get(public_id=sanction_id)
    if sanctions.state(sanction) != IN_FORCE:
        return
    user = sanction.user
    if sanction.kind in CLOSING:
        leave_lobby(user)
    if sanction.kind == Kind.BAN:
        leave_games(user, removed=True)
    if sanction.kind == Kind.SUSPENSION:
        stop_clocks(sanction)
    if sanction.kind == Kind.UNRATED:
        _leave_rated(user)


def lifted(sanction_id: PublicId) -> None:
    """Restart clocks that nothing else stops, and ask a bot at once for the decisions its running games wait for. Seats
    and seeks that were left are not restored.
    """
    sanction = Sanction.objects.select_related("user").get(public_id=sanction_id)
    user = sanction.user
    if sanction.stops_clocks:
        restart_clocks(sanction)
    if not (user.is_active and user.is_bot):
        return
    seats = Seat.objects.filter(user=user, ai="", departure="", game__status=Game.Status.RUNNING).select_related("game")
    for seat in seats:
        if seat.number in seat.game.seats_to_move:
            followups.bot_call(seat.game.public_id, seat.number, None)


def end_what_is_over(limit: int) -> None:
    """End the sanctions that are over: reactivate accounts whose suspension has ended, and notify the users."""
    for sanction in sanctions.over().select_related("user")[:limit]:
        with transaction.atomic():
            if sanctioning.end_if_over(sanction):
                _tell_of_end(sanction)
        if sanction.stops_clocks:
            lifted(sanction.public_id)


def _tell_of_end(sanction: Sanction) -> None:
    """Notify the user, unless another sanction still closes the account or has the same effect. Call inside the
    transaction that ends the sanction.
    """
    user = sanction.user
    held = sanctions.closing(user) or sanctions.of_kind(user, sanction.kind)
    if sanction.kind != Kind.WARNING and held is None:
        data = {"what": f"{sanction.kind}_over", "reason": sanction.reason}
        notify.tell("sanction", [sanction.user_id], key=f"sanction_over:{sanction.public_id}", data=data)


def lost(limit: int) -> list[PublicId]:
    """Return public ids of the sanctions whose effect, or whose end, has not been carried out completely."""
    mine = OuterRef("user")
    seeks = lasting_seeks().filter(user=mine)
    seats = Seat.objects.filter(user=mine, ai="", departure="")
    waiting, running = seats.filter(game__status=Game.Status.OPEN), seats.filter(game__status=Game.Status.RUNNING)
    invited = Invitation.objects.filter(user=mine, state=Invitation.State.PENDING)
    inviting = Invitation.objects.filter(by=mine, state=Invitation.State.PENDING)
    leads_to_rated = (
        Q(Exists(seeks.filter(pool__terms__rated=True)))
        | Q(Exists(waiting.filter(game__rated=True)))
        | Q(Exists(invited.filter(game__rated=True)))
    )
    anything = Q(Exists(seeks)) | Q(Exists(waiting)) | Q(Exists(invited)) | Q(Exists(inviting))
    due = (
        Q(anything, kind__in=CLOSING)
        | Q(Exists(running), kind=Kind.BAN)
        | Q(leads_to_rated, kind=Kind.UNRATED)
    )  # fmt: skip
    holding = list(sanctions.holding().filter(due).order_by("pk").values_list("public_id", flat=True)[:limit])
    ended = Sanction.objects.filter(stops_clocks=True, lifted_ms__isnull=False).values_list("public_id", flat=True)
    return list(dict.fromkeys([*holding, *suspensions_due(), *ended[:limit]]))[:limit]


def _leave_rated(user: User) -> None:
    """Leave seeks, open tables and invitations that lead to rated games."""
    seeks = seeks_of(user).filter(pool__terms__rated=True).values_list("public_id", flat=True)
    tables = Seat.objects.filter(user=user, ai="", departure="", game__status=Game.Status.OPEN, game__rated=True)
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
        except Refusal as refusal:  # it has ended, or led to a game meanwhile
            logger.info("user %s: %s", user.pk, refusal)
