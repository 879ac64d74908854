"""Turns that the server has to play, for the sweep."""

from __future__ import annotations

from django.db.models import F
from django.db.models.expressions import Combinable, CombinedExpression

from engine.newtypes import SeatNumber, Seq
from games.record.models import Game, Seat
from games.record.projections import LEGEND_KINDS
from pyramido_site.infrastructure.public_ids import PublicId


def automatic_turns_due(before_ms: int, limit: int) -> list[tuple[PublicId, Seq]]:
    """Return (public id, seq) of games in which a seat without a choice may have been to move since before
    `before_ms`.
    """
    due = Game.objects.filter(automatic_due=True, last_event_ms__lte=before_ms).order_by("last_event_ms")
    unoccupied = {"seats__user__isnull": True, "seats__ai": ""}  # leaves PostgreSQL few rows to look at
    rows = due.filter(seats__kind__in=LEGEND_KINDS, **unoccupied).values_list("public_id", "seq")
    return [(public_id, seq) for public_id, seq in rows[:limit] if seq is not None]


def ai_turns_due(before_ms: int, limit: int) -> list[tuple[PublicId, SeatNumber]]:
    """Return (public id, seat) of AIs that may have owed a decision since before `before_ms`."""
    seats = Seat.objects.filter(game__automatic_due=True, game__last_event_ms__lte=before_ms).exclude(ai="")
    bit = CombinedExpression(F("game__to_move"), Combinable.BITRIGHTSHIFT, F("number")).bitand(1)
    owing = seats.alias(owes=bit).filter(owes=1)
    return list(owing.order_by("game__last_event_ms").values_list("game__public_id", "number")[:limit])
