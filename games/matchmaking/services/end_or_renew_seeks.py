"""Upkeep of seeks: they expire, rated ones of barred users end, and standing ones seek again or end if their user timed
out.
"""

from __future__ import annotations

import logging

from django.db import transaction
from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.notifications import services as notify
from games.live.lobby import lobby_changed
from games.matchmaking.models import Seek
from games.matchmaking.selectors.pools import rules_of
from games.matchmaking.selectors.seeks import LASTS
from games.matchmaking.selectors.who_waits import WAITS, running_seats
from games.record.models import Event, Game, Seat
from games.seating.selectors.may_play_rated import excluded
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

LIMIT = 500
"""Number of seeks of each sort that one sweep handles; the rest is left to the next."""


def end_or_renew_seeks() -> None:
    """Apply to seeks what time and ended games require. Idempotent, and safe to run concurrently."""
    now = now_ms()
    for seek in _overdue(now)[:LIMIT]:
        _end(seek, Seek.State.EXPIRED, "expired")
    for seek in [*_absent()[:LIMIT], *_barred()[:LIMIT]]:
        _end(seek, Seek.State.WITHDRAWN, "left")
    for number in _short_of_games().values_list("pk", flat=True)[:LIMIT]:
        Seek.objects.filter(pk=number, state=Seek.State.PAIRED).update(state=Seek.State.WAITING, since_ms=now)


def _end(seek: Seek, state: Seek.State, how: str) -> None:
    """End a seek once, and notify its user, unless it was for a live game: then the user has left the page."""
    with transaction.atomic():
        ended = Seek.objects.filter(LASTS, pk=seek.pk, until_ms=seek.until_ms).update(state=state, nonce="")
        if ended:
            lobby_changed()
        if ended and not seek.pool.live:
            data = {"game": rules_of(seek.pool).name, "how": how}
            notify.tell("seek_ended", [seek.user_id], key=f"seek_ended:{seek.public_id}", data=data)


def _overdue(at_ms: int) -> QuerySet[Seek]:
    return Seek.objects.filter(WAITS, until_ms__lte=at_ms).select_related("pool").order_by("until_ms")


def _absent() -> QuerySet[Seek]:
    """Return standing seeks whose users have timed out since, or in whose pool a game was aborted because of the user,
    for example for never acting in it.
    """
    theirs = Seat.objects.filter(
        Q(departure="timed_out") | Q(game__status=Game.Status.ABORTED, game__pool=OuterRef("pool")),
        user=OuterRef("user"),
        game__last_event_ms__gte=OuterRef("made_ms"),
    )
    since = OuterRef(OuterRef("made_ms"))
    leaving = Event.objects.filter(
        game_id=OuterRef("game_id"), seat=OuterRef("number"), kind__in=("timed_out", "aborted"), at_ms__gte=since
    )
    standing = Seek.objects.filter(LASTS, concurrent_games__gt=0).select_related("pool")
    return standing.filter(Exists(theirs.filter(Exists(leaving)))).order_by("pk")


def _barred() -> QuerySet[Seek]:
    """Return rated seeks of users who owe games or are barred from rated play."""
    rated = Seek.objects.filter(LASTS, pool__terms__rated=True)
    return rated.filter(user__in=excluded(rated.values("user_id"))).select_related("pool").order_by("pk")


def _short_of_games() -> QuerySet[Seek]:
    """Return standing seeks that keep more games than are running."""
    playing = running_seats().filter(user=OuterRef("user"), game__pool=OuterRef("pool")).order_by()
    count = Subquery(playing.values("user").annotate(n=Count("pk")).values("n"), output_field=IntegerField())
    resting = Seek.objects.filter(state=Seek.State.PAIRED, concurrent_games__gt=0)
    return resting.annotate(running=Coalesce(count, 0)).filter(running__lt=F("concurrent_games")).order_by("pk")
