"""When a player has acted, play the conditional moves whose turn has come."""

from __future__ import annotations

from games.conditional_moves.services.play_conditional_moves import play_conditional_moves
from games.record.after_commit import Follower, Turn


def has_turn(turn: Turn) -> bool:
    """Whether a seat with conditional moves is to move or has just acted, or the game has ended."""
    position = turn.after.position
    return turn.conditional_seats > 0 and (
        position.ended or any(turn.conditional_seats >> one & 1 for one in (turn.seat, *position.to_move))
    )


follower = Follower(has_turn=has_turn, take_turn=play_conditional_moves)
