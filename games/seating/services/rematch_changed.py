"""Telling an ended table of its rematch and of who joins it."""

from __future__ import annotations

import functools

from django.db import transaction

from games.live.groups import publisher
from games.record import frames, selectors
from games.record.models import Game
from games.record.tables import table_json, with_rematch


def rematch_changed(rematch: Game) -> None:
    """After the commit, publish the state of a rematch at the table that it follows; for other tables do nothing."""
    if rematch.rematch_of_id is not None:
        transaction.on_commit(functools.partial(_publish, rematch.rematch_of_id))


def _publish(game_id: int) -> None:
    game = selectors.games_with_seats().get(pk=game_id)
    info = selectors.info_of(game)
    tables = [(seat, with_rematch(table_json(info, game, seat), game)) for seat in info.audiences]
    publisher.publish([frames.addressed(game.public_id, seat, {"type": "table", "table": one}) for seat, one in tables])
