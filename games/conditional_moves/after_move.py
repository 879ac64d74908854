"""When a player has acted, play the conditional moves whose turn has come."""

from __future__ import annotations

from games.conditional_moves.services.play_conditional_moves import play_conditional_moves
from games.record.after_commit import Acted, Follower


def has_reply(acted: Acted) -> bool:
    """Whether a seat with conditional moves is to move or has just acted, or the game has ended."""
    position = acted.after.position
    return acted.conditional_seats > 0 and (
        position.ended or any(acted.conditional_seats >> one & 1 for one in (acted.seat, *position.to_move))
    )


follower = Follower(has_reply=has_reply, reply=play_conditional_moves)
