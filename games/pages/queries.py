"""What the pages read: tables to sit down at, somebody's games, the reigning Legend."""

from __future__ import annotations

from accounts.models import User
from games.models import Game, Seat


def waiting_count(user: User) -> int:
    """In how many games it is this player's turn."""
    seats = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING)
    return sum(to_move >> number & 1 for number, to_move in seats.values_list("number", "game__to_move"))
