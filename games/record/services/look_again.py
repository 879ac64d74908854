"""Whoever looks at a game looks whether something was lost on the way: who wrote it may have died before telling."""

from __future__ import annotations

from games.live.groups import group_name, publisher
from games.record.models import Seat
from pyramido_site.infrastructure.channel_layer import LOOK


def look_again(public_id: str) -> None:
    """For what was asked for again and found done, which is rare. A page alone would look after twenty seconds."""
    seats = Seat.objects.filter(game__public_id=public_id).values_list("number", flat=True)
    publisher.publish([(group_name(public_id, seat), LOOK) for seat in (*seats, None)])
