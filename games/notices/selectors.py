"""Games of which something is still to be told: what the sweep looks for."""

from __future__ import annotations

from django.db.models import F, Q

from games.record.models import Game

MOST_UNTOLD = 250
"""Events: who never rests does not keep others from being told."""


def untold_games(before_ms: int, limit: int) -> list[str]:
    """Public ids of games that have been at rest since then, and in which something has happened of which players have
    not been told; without a rest after so many events.
    """
    rests = Q(last_event_ms__lte=before_ms) | Q(seq__gt=F("told_seq") + MOST_UNTOLD)
    untold = Game.objects.filter(rests, told_seq__lt=F("seq")).order_by("last_event_ms")
    return list(untold.values_list("public_id", flat=True)[:limit])


def games_to_warn(at_ms: int, until_ms: int, limit: int) -> list[str]:
    """Public ids of running games with a deadline between these instants of which nobody has been warned."""
    near = Game.objects.filter(deadline_ms__gt=at_ms, deadline_ms__lte=until_ms, status=Game.Status.RUNNING)
    unwarned = near.exclude(warned_ms=F("deadline_ms")) | near.filter(warned_ms__isnull=True)
    return list(unwarned.order_by("deadline_ms").values_list("public_id", flat=True)[:limit])
