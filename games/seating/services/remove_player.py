"""Removing a user from a table that has not started, by its host."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.notifications import services as notify
from engine import registry
from engine.newtypes import SeatNumber
from games.record.models import Game, Seat
from games.record.tables import names_at
from games.requests.refusals import Refusal
from games.seating.models import Removal
from games.seating.services.leave_table import free_seat
from games.seating.services.seat_ai import no_such_seat, own_table
from games.seating.services.sit_down import table_changed
from pyramido_site.infrastructure.public_ids import PublicId


def remove_player(user: User, public_id: PublicId, number: SeatNumber) -> Game:
    """Free this seat and tell its user, who needs an invitation to sit down there again. Raise Refusal if the user is
    not the host, or the seat is the host's own or has no user.
    """
    with transaction.atomic():
        game = own_table(user, public_id)
        seat = Seat.objects.filter(game=game, number=number).select_related("user").first()
        if seat is None:
            raise no_such_seat()
        if seat.user is None:
            raise Refusal(409, "nobody_there", gettext_noop("This seat is empty."), field="seat")
        if seat.user == user:
            raise Refusal(
                422, "own_seat", gettext_noop("This is your own seat. Leave the table instead."), field="seat"
            )
        removed = seat.user
        free_seat(game, seat)
        removal, _new = Removal.objects.get_or_create(game=game, user=removed)
        # The kind `table_closed` is also that of an expired table; `how` tells them apart.
        data = {"game": registry.get(game.game_key).name, "how": "removed"}
        key = f"removed:{game.public_id}:{removal.pk}"
        names = names_at(game.public_id)
        notify.tell("table_closed", [removed.pk], subject=game.public_id, key=key, data=data, players=names)
        table_changed(game)
    return game
