"""What a browser keeps of a player's games, to show it without a network (docs/offline.md)."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.models import User
from games.presenters.game_lists import my_games, owes
from games.record.models import Game

KEPT = 50
"""Maximum number of games that a browser keeps."""


def kept_games(user: User) -> list[dict[str, Any]]:
    """Return the user's unfinished tables as a browser keeps them, those that wait for the user first: names and times,
    nothing of what lies on the table.
    """
    lists = my_games(user)
    return [
        {
            "url": reverse("table", args=[one.game.public_id]),
            "game": one.game.game_key,
            "others": [seat.user.display_name for seat in one.others if seat.user is not None],
            "yours": owes(one),
            "open": one.game.status == Game.Status.OPEN,
            "deadline_ms": one.deadline_ms,
        }
        for one in (*lists.mine_to_move, *lists.others_to_move, *lists.waiting)[:KEPT]
    ]
