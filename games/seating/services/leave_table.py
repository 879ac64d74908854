"""Leaving a table that has not started, and freeing a seat."""

from __future__ import annotations

import functools

from django.db import transaction

from accounts.models import User
from games.live.groups import publisher, seat_change
from games.record.models import Game, GameSecret, Seat
from games.requests.refusals import not_seated
from games.seating.selectors.invitations import pending_invitations
from games.seating.services.close_table import close_table
from games.seating.services.sit_down import locked_table, table_changed
from pyramido_site.infrastructure.public_ids import PublicId


def leave_table(user: User, public_id: PublicId) -> Game:
    """Free the user's seat. If the host leaves, the user on the next taken seat becomes host; when the last user
    leaves, the table closes. Raise Refusal if the table is not open or the user is not seated there.
    """
    with transaction.atomic():
        game = locked_table(public_id)
        seat = Seat.objects.filter(game=game, user=user).first()
        if seat is None:
            raise not_seated()
        others = list(Seat.objects.filter(game=game, user__isnull=False).exclude(pk=seat.pk).order_by("number"))
        if not others:
            close_table(game)
            return game
        free_seat(game, seat)
        if game.host_id == user.pk:
            after = [other for other in others if other.number > seat.number]
            game.host = (after or others)[0].user
            game.save(update_fields=["host"])
            pending_invitations(game).filter(by=user).update(by=game.host)
        table_changed(game)
    return game


def free_seat(game: Game, seat: Seat) -> None:
    """Free the seat and drop the nonce that its user brought. Call inside the transaction that locks the table's
    row.
    """
    assert seat.user_id is not None
    left = seat_change(game.public_id, seat.number, seat.user_id, None)
    seat.user = None
    seat.save(update_fields=["user"])
    secret = GameSecret.objects.get(game=game)
    secret.nonces = {number: nonce for number, nonce in secret.nonces.items() if number != str(seat.number)}
    secret.save(update_fields=["nonces"])
    transaction.on_commit(functools.partial(publisher.publish, left))
