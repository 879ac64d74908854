"""Closing a table that has not started: its last user left, or it expired."""

from __future__ import annotations

import logging

from django.db import transaction

from accounts.notifications import services as notify
from engine import registry
from games.record.models import Game, Invitation, Seat
from games.record.tables import names_at
from games.seating.selectors.expiry import expiry, tables_to_expire
from games.seating.selectors.invitations import pending_invitations
from games.seating.services.hold_seats import settle
from games.seating.services.sit_down import table_changed
from games.time import terms
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

LIMIT = 200
"""Number of tables that one sweep handles; the rest is left to the next."""


def close_table(game: Game) -> None:
    """Close an open table and withdraw its invitations. Call inside the transaction that locks the table's row."""
    for invitation in pending_invitations(game):
        settle(invitation, Invitation.State.WITHDRAWN)
    game.status = Game.Status.ABORTED
    game.save(update_fields=["status"])
    table_changed(game)


def expire_tables() -> int:
    """Close the tables that have expired and return how many. A table without an expiry gets one."""
    for game in Game.objects.filter(status=Game.Status.OPEN, expires_ms__isnull=True)[:LIMIT]:
        unset = Game.objects.filter(pk=game.pk, expires_ms__isnull=True)
        unset.update(expires_ms=expiry(terms.of(game.terms)))
    closed = 0
    for game_id in tables_to_expire(now_ms(), LIMIT):
        try:
            closed += expire_table(game_id)
        except Exception:
            logger.exception("table %s could not be closed", game_id)
    return closed


def expire_table(game_id: int) -> bool:
    """Close an expired table and tell its users and invited users. Return False if it is not due any more, for example
    because a user has sat down.
    """
    with transaction.atomic():
        due = Game.objects.filter(pk=game_id, status=Game.Status.OPEN, expires_ms__lte=now_ms())
        game = due.select_for_update().first()
        if game is None:
            return False
        people = {user_id for user_id in Seat.objects.filter(game=game).values_list("user_id", flat=True) if user_id}
        people |= set(pending_invitations(game).values_list("user_id", flat=True))
        names = names_at(game.public_id)
        close_table(game)
        data = {"game": registry.get(game.game_key).name, "how": "expired"}
        key = f"expired:{game.public_id}"
        notify.tell("table_closed", people, subject=game.public_id, key=key, data=data, players=names)
    return True
