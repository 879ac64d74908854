"""Tables by state, game and player, for lists of `games.record.selectors.games_with_seats`."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from games.record.models import Game
from games.requests.refusals import Refusal


def with_status(games: QuerySet[Game], status: str | None) -> QuerySet[Game]:
    """Return the games in this state; all for None. Raise Refusal 400 `malformed` for an unknown state."""
    if status is None:
        return games
    if status not in Game.Status.values:
        template = gettext_noop("Unknown status “%(status)s”.")
        raise Refusal(400, "malformed", template, field="status", status=status[:40])
    return games.filter(status=status)


def of_game(games: QuerySet[Game], key: str) -> QuerySet[Game]:
    """Return the tables of the game with this key."""
    return games.filter(game_key=key)


def with_player(games: QuerySet[Game], user_id: int) -> QuerySet[Game]:
    """Return the tables where this user sits or sat."""
    return games.filter(seats__user_id=user_id)
