"""Listing an open table in the lobby, or restricting it to users with its link: then its game is private."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.record.models import Game
from games.seating.selectors.invitations import new_link
from games.seating.services.seat_ai import own_table
from games.seating.services.sit_down import table_changed
from pyramido_site.infrastructure.public_ids import PublicId


def list_table(user: User, public_id: PublicId, listed: bool) -> Game:
    """Set whether the host's table is listed. Raise Refusal if it is not open or the user is not its host."""
    with transaction.atomic():
        game = own_table(user, public_id)
        game.listed, game.private = listed, not listed
        game.link = game.link or (None if listed else new_link())
        game.save(update_fields=["listed", "private", "link"])
        table_changed(game)
    return game
