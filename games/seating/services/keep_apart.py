"""Separating two users at tables that have not started, after one has blocked the other."""

from __future__ import annotations

import logging

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.record.models import Game, Invitation, Seat
from games.requests.refusals import Refusal
from games.seating.selectors.invitations import PENDING
from games.seating.services.hold_seats import settle
from games.seating.services.leave_table import leave_table
from games.seating.services.remove_player import remove_player
from games.seating.services.sit_down import table_changed

logger = logging.getLogger(__name__)


def keep_apart(blocker: User, blocked: User) -> None:
    """At each open table where both sit, remove the blocked user if the blocker is its host; otherwise the blocker
    leaves. Withdraw invitations between the two. Repeating it changes nothing.
    """
    both = Game.objects.filter(status=Game.Status.OPEN, seats__user=blocker).filter(seats__user=blocked)
    for game in both.order_by("pk"):
        try:
            if game.host_id == blocker.pk:
                seat = Seat.objects.filter(game=game, user=blocked).values_list("number", flat=True).first()
                if seat is not None:
                    remove_player(blocker, game.public_id, seat)
            else:
                leave_table(blocker, game.public_id)
        except Refusal as refusal:
            logger.info("table %s: %s", game.public_id, refusal)  # it has started, or the user has left meanwhile
    between = Q(user=blocked, by=blocker) | Q(user=blocker, by=blocked)
    for found in Invitation.objects.filter(between, state=PENDING).order_by("pk"):
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=found.game_id)
            invitation = Invitation.objects.filter(pk=found.pk, state=PENDING).first()
            if invitation is not None and game.status == Game.Status.OPEN:
                settle(invitation, Invitation.State.WITHDRAWN)
                table_changed(game)
