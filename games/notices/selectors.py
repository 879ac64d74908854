"""Games with notifications still to be sent, for the sweep."""

from __future__ import annotations

from django.db.models import F, Q

from games.record.models import Game
from pyramido_site.infrastructure.public_ids import PublicId

MOST_UNTOLD = 250
"""Events after which players are notified even if the game is never at rest."""


def untold_games(before_ms: int, limit: int) -> list[PublicId]:
    """Return public ids of games with events that players have not been notified of, if the game has been at rest since
    `before_ms` or has more such events than `MOST_UNTOLD`.
    """
    rests = Q(last_event_ms__lte=before_ms) | Q(seq__gt=F("told_seq") + MOST_UNTOLD)
    untold = Game.objects.filter(rests, told_seq__lt=F("seq")).order_by("last_event_ms")
    return list(untold.values_list("public_id", flat=True)[:limit])


def games_to_warn(at_ms: int, until_ms: int, limit: int) -> list[PublicId]:
    """Return public ids of running games with a deadline between these instants about which no player has
    been warned.
    """
    near = Game.objects.filter(deadline_ms__gt=at_ms, deadline_ms__lte=until_ms, status=Game.Status.RUNNING)
    unwarned = near.exclude(warned_ms=F("deadline_ms")) | near.filter(warned_ms__isnull=True)
    return list(unwarned.order_by("deadline_ms").values_list("public_id", flat=True)[:limit])
