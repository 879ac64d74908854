"""Accepting, declining and withdrawing an invitation: the first of these wins."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.notifications import services as notify
from engine import registry
from games.record.models import Game, Invitation, Seat
from games.record.projections import LEGEND_KINDS
from games.record.tables import names_at
from games.requests.refusals import Refusal
from games.seating.selectors.invitations import PENDING, invitation_of, not_host
from games.seating.services.close_table import close_table
from games.seating.services.hold_seats import settle
from games.seating.services.make_unrated_at_limit import make_unrated_at_limit
from games.seating.services.sit_down import table_changed, take_seat
from pyramido_site.infrastructure.public_ids import PublicId


def accept(user: User, invitation_id: PublicId, nonce: bytes | None = None, *, only_rated: bool = False) -> Invitation:
    """Take the seat that the invitation holds; repeating it changes nothing. Raise Refusal if the invitation is not the
    user's or not pending, the user may not sit down there, or (`only_rated`) the game would be unrated.
    """
    try:
        return _accept(user, invitation_id, nonce, only_rated)
    except Refusal as refusal:
        # `take_seat` made the table unrated, but its refusal rolled that back: make it unrated again, and commit that.
        if refusal.code == "unrated":
            _make_unrated(user, invitation_id)
        raise


def _make_unrated(user: User, invitation_id: PublicId) -> None:
    with transaction.atomic():
        _invitation, game = _locked(user, invitation_id)
        if game.status == Game.Status.OPEN and make_unrated_at_limit(game):
            table_changed(game)


def _accept(user: User, invitation_id: PublicId, nonce: bytes | None, only_rated: bool) -> Invitation:
    with transaction.atomic():
        invitation, game = _locked(user, invitation_id)
        _check_own(user, invitation)
        sits = Seat.objects.filter(game=game, user=user).exists()
        if invitation.state == Invitation.State.ACCEPTED and sits:
            return invitation
        _check_pending(invitation)
        take_seat(game, user, nonce, invitation, only_rated=only_rated)
    return invitation


def decline(user: User, invitation_id: PublicId, reason: str) -> Invitation:
    """Decline an invitation and tell the inviter the reason; repeating it changes nothing. An unlisted table for two
    closes, since it was meant for the user who declines. Raise Refusal if the invitation is not the user's or not
    pending.
    """
    with transaction.atomic():
        invitation, game = _locked(user, invitation_id)
        _check_own(user, invitation)
        if invitation.state == Invitation.State.DECLINED:
            return invitation
        _check_pending(invitation)
        settle(invitation, Invitation.State.DECLINED, reason)
        data = {"game": registry.get(game.game_key).name, "who": user.display_name, "reason": reason}
        key = f"declined:{invitation.public_id}"
        players = names_at(game.public_id)
        notify.tell(
            "invitation_declined", [invitation.by_id], subject=game.public_id, key=key, data=data, players=players
        )
        seats = Seat.objects.filter(game=game).exclude(kind__in=LEGEND_KINDS)
        if seats.count() == 2 and not game.listed:
            close_table(game)
        else:
            table_changed(game)
    return invitation


def withdraw(user: User, invitation_id: PublicId) -> Invitation:
    """Withdraw an invitation as the table's host; repeating it changes nothing. Raise Refusal if the user is not the
    host, or the invitation is not pending.
    """
    with transaction.atomic():
        invitation, game = _locked(user, invitation_id)
        if game.host_id != user.pk:
            raise not_host()
        if invitation.state == Invitation.State.WITHDRAWN:
            return invitation
        _check_pending(invitation)
        settle(invitation, Invitation.State.WITHDRAWN)
        table_changed(game)
    return invitation


def _locked(user: User, invitation_id: PublicId) -> tuple[Invitation, Game]:
    """Lock the table's row, and return the invitation as it is from then on. Raise Refusal 404 if there is none."""
    found = invitation_of(user, invitation_id)
    game = Game.objects.select_for_update().get(pk=found.game_id)
    invitation = invitation_of(user, invitation_id)
    return invitation, game


def _check_own(user: User, invitation: Invitation) -> None:
    if invitation.user_id != user.pk:
        raise Refusal(403, "not_invited", gettext_noop("This invitation is for another player."))


def _check_pending(invitation: Invitation) -> None:
    """Raise Refusal 409 `not_pending` if the invitation has been settled. A table that is no longer open has no pending
    invitations.
    """
    if invitation.state != PENDING:
        template = {
            Invitation.State.ACCEPTED: gettext_noop("This invitation was already accepted."),
            Invitation.State.DECLINED: gettext_noop("This invitation was declined."),
            Invitation.State.WITHDRAWN: gettext_noop("This invitation was withdrawn."),
        }[Invitation.State(invitation.state)]
        raise Refusal(409, "not_pending", template)
