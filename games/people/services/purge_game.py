"""A whole game is removed, with a record of it: abandoned guests' tables, duties to erase."""

from __future__ import annotations

import functools

from django.db import connection, transaction

from games.live.groups import group_name, publisher
from games.live.lobby import lobby_changed
from games.record import positions
from games.record.models import Event, Game, GameSecret, Purge, Seat
from games.requests.refusals import not_found


def purge_game(public_id: str, reason: str) -> Purge:
    """Remove a game, its log, seats and secret; the record that stays is what the database's guard asks for.

    Raises Refusal.
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


def _forget(public_id: str, audiences: tuple[int | None, ...]) -> None:
    positions.cache.drop(public_id)
    publisher.publish([(group_name(public_id, seat), {"type": "gone"}) for seat in audiences])
