"""Somebody leaves a table that has not started; the host's leaving closes it."""

from __future__ import annotations

import functools

from django.db import transaction

from accounts.models import User
from games.errors import not_seated
from games.live import publisher, seat_change
from games.models import Game, GameSecret, Seat
from games.services.sit_down import HOST, locked_table, table_changed


def leave_table(user: User, public_id: str) -> Game:
    """Free the user's seat. Raises Refusal."""
    with transaction.atomic():
        game = locked_table(public_id)
        seat = Seat.objects.filter(game=game, user=user).first()
        if seat is None:
            raise not_seated()
        if seat.number == HOST:
            game.status = Game.Status.ABORTED
            game.save(update_fields=["status"])
        else:
            seat.user = None
            seat.save(update_fields=["user"])
            secret = GameSecret.objects.get(game=game)
            secret.nonces = {number: nonce for number, nonce in secret.nonces.items() if number != str(seat.number)}
            secret.save(update_fields=["nonces"])
            left = seat_change(public_id, seat.number, user.pk, None)
            transaction.on_commit(functools.partial(publisher.publish, left))
        table_changed(game)
    return game
