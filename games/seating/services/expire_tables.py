"""Tables that nobody has begun for too long are closed."""

from __future__ import annotations

import logging

from django.db import transaction

from accounts.notifications import services as notify
from engine import registry
from games.notices.services import names_at
from games.record.models import Game, Seat
from games.seating.selectors import titles as seating
from games.seating.selectors.invitations import expiry, held_seats
from games.seating.services.close_table import close_table
from games.time import terms
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

LIMIT = 200
"""Tables that one sweep looks at; the rest is the next one's."""


def expire_tables() -> int:
    """Close what is due; gives how many tables that were. A table that does not know when it is due learns it."""
    for game in Game.objects.filter(status=Game.Status.OPEN, expires_ms__isnull=True)[:LIMIT]:
        unset = Game.objects.filter(pk=game.pk, expires_ms__isnull=True)
        unset.update(expires_ms=expiry(terms.of(game.terms)))
    closed = 0
    for game_id in seating.tables_to_expire(now_ms(), LIMIT):
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
        data = {"game": registry.get(game.game).name, "how": "expired"}
        key = f"expired:{game.public_id}"
        notify.tell("table_closed", people, subject=game.public_id, key=key, data=data, players=names)
    return True
