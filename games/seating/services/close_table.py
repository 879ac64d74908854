"""A table that has not started is closed."""

from __future__ import annotations

from games.record.models import Game, Invitation
from games.seating.selectors.invitations import held_seats, settle
from games.seating.services.sit_down import table_changed


def close_table(game: Game) -> None:
    """Whoever was invited is invited no more. Call it in the transaction that holds the row of an open table."""
    for invitation in held_seats(game):
        settle(invitation, Invitation.State.WITHDRAWN)
    game.status = Game.Status.ABORTED
    game.save(update_fields=["status"])
    table_changed(game)
