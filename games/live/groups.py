"""Channel groups of a game's audiences.

Frames are built once per audience and sent to its group by `pyramido_site.infrastructure.publisher`, in order and
without waiting. If the channel layer is lost, only frames are: clients notice the gap by `seq`.
"""

from __future__ import annotations

from engine.newtypes import SeatNumber
from pyramido_site.infrastructure.channel_layer import Addressed
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.publisher import publisher

__all__ = ["Addressed", "group_name", "publisher", "seat_change"]


def group_name(public_id: PublicId, seat: SeatNumber | None) -> str:
    """Return the channel group of one audience of a game: a seat, or None for spectators."""
    return f"game.{public_id}.{'public' if seat is None else seat}"


def seat_change(
    public_id: PublicId, before: SeatNumber | None, user_id: int, after: SeatNumber | None
) -> list[Addressed]:
    """Return the message that moves a user's sockets from one audience to another."""
    return [(group_name(public_id, before), {"type": "reseat", "user": user_id, "seat": after})]
