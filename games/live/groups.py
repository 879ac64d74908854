"""What is sent after a commit.

Frames are made once for each audience and sent to its group by `pyramido_site.infrastructure.publisher`, in order and
without being waited for. A lost channel layer costs frames only: clients see the gap by `seq`.
"""

from __future__ import annotations

from pyramido_site.infrastructure.channel_layer import Addressed
from pyramido_site.infrastructure.publisher import publisher

__all__ = ["Addressed", "group_name", "publisher", "seat_change"]


def group_name(public_id: str, seat: int | None) -> str:
    """The channel group of one audience of a game: a seat, or (None) everybody else."""
    return f"game.{public_id}.{'public' if seat is None else seat}"


def seat_change(public_id: str, before: int | None, user_id: int, after: int | None) -> list[Addressed]:
    """Tells the sockets of one user, in the audience they belong to now, that they belong to another one."""
    return [(group_name(public_id, before), {"type": "reseat", "user": user_id, "seat": after})]
