"""Deleting a whole game and keeping a record of that: for abandoned guests' tables and duties to erase."""

from __future__ import annotations

import functools

from django.db import connection, transaction

from engine.newtypes import SeatNumber
from games.live.groups import group_name, publisher
from games.live.lobby import lobby_changed
from games.pictures.services.keep import forget
from games.record import positions
from games.record.models import Event, Game, GameSecret, Purge, Seat
from games.requests.refusals import not_found
from pyramido_site.infrastructure.public_ids import PublicId


def purge_game(public_id: PublicId, reason: str) -> Purge:
    """Delete a game with its log, seats and secret, and return the record that stays; the database's guard requires
    one.

    Raise Refusal 404 if there is no such game.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(public_id=public_id).first()
        if game is None:
            raise not_found(public_id)
        audiences = positions.read_info(game).audiences
        record = Purge.objects.create(
            game_id=game.pk,
            public_id=public_id,
            reason=reason,
            events=Event.objects.filter(game_id=game.pk).count(),
            head_hash=game.head_hash,
        )
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM games_event WHERE game_id = %s", [game.pk])
        GameSecret.objects.filter(game=game).delete()
        Seat.objects.filter(game=game).delete()
        Game.objects.filter(pk=game.pk).delete()
        transaction.on_commit(functools.partial(_forget, public_id, audiences))
        if game.status == Game.Status.OPEN:
            lobby_changed()
    return record


def _forget(public_id: PublicId, audiences: tuple[SeatNumber | None, ...]) -> None:
    positions.cache.drop(public_id)
    forget([public_id])
    publisher.publish([(group_name(public_id, seat), {"type": "gone"}) for seat in audiences])
