"""A table that has not started is closed: by whoever leaves it, or because it was never begun."""

from __future__ import annotations

import logging

from django.db import transaction

from accounts.notifications import services as notify
from engine import registry
from games.notices.services import names_at
from games.record.models import Game, Invitation, Seat
from games.seating.selectors.invitations import expiry, held_seats
from games.seating.services.hold_seats import settle
from games.seating.services.sit_down import table_changed
from games.time import terms
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

LIMIT = 200
"""Tables that one sweep looks at; the rest is the next one's."""


def close_table(game: Game) -> None:
    """Whoever was invited is invited no more. Call it in the transaction that holds the row of an open table."""
    for invitation in held_seats(game):
        settle(invitation, Invitation.State.WITHDRAWN)
    game.status = Game.Status.ABORTED
    game.save(update_fields=["status"])
    table_changed(game)


def expire_tables() -> int:
    """Close what is due; gives how many tables that were. A table that does not know when it is due learns it."""
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
    """Close a table that is due, and tell who sat or was invited there. Whether it was: somebody may have sat down."""
    with transaction.atomic():
        due = Game.objects.filter(pk=game_id, status=Game.Status.OPEN, expires_ms__lte=now_ms())
        game = due.select_for_update().first()
        if game is None:
            return False
        people = {user_id for user_id in Seat.objects.filter(game=game).values_list("user_id", flat=True) if user_id}
        people |= set(held_seats(game).values_list("user_id", flat=True))
        names = names_at(game.public_id)
        close_table(game)
        data = {"game": registry.get(game.game_key).name, "how": "expired"}
        key = f"expired:{game.public_id}"
        notify.tell("table_closed", people, subject=game.public_id, key=key, data=data, players=names)
    return True


def tables_to_expire(at_ms: int, limit: int) -> list[int]:
    """Rows of tables that should have begun by then, the longest past first."""
    due = Game.objects.filter(status=Game.Status.OPEN, expires_ms__lte=at_ms).order_by("expires_ms")
    return list(due.values_list("pk", flat=True)[:limit])
