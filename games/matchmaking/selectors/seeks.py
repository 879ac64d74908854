"""A user's searches and alerts."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from games.matchmaking.models import PairingPool, Seek, SeekAlert
from games.matchmaking.selectors.who_waits import WAITS
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

LASTS = WAITS | Q(state=Seek.State.PAIRED, concurrent_games__gt=0)
"""Filter for seeks that have not ended: they wait, or have enough running games."""


def lasting_seeks() -> QuerySet[Seek]:
    """Return the seeks that have not ended."""
    return Seek.objects.filter(LASTS)


def alerts_of(user: User) -> QuerySet[SeekAlert]:
    """Return the user's alerts that are not over."""
    return SeekAlert.objects.filter(user=user, until_ms__gt=now_ms()).order_by("game_key")


def own_seek(user: User, public_id: PublicId) -> Seek:
    """Return the user's seek. Raise Refusal 404 `not_found` if there is none, for other users' seeks too."""
    found = Seek.objects.filter(user=user, public_id=public_id).select_related("pool", "game").first()
    if found is None:
        raise Refusal(404, "not_found", gettext_noop("You have no search with the id “%(id)s”."), id=public_id[:20])
    return found


def seeks_of(user: User) -> QuerySet[Seek]:
    """Return the user's seeks that have not ended, with their pools and games, latest first."""
    return lasting_seeks().filter(user=user).select_related("pool", "game").order_by("-pk")


def seeks_with(user: User, key: str) -> QuerySet[Seek]:
    """Return the query for the seek that this key made."""
    return Seek.objects.filter(user=user, key=key)


def seek_in(user: User, pool: PairingPool) -> Seek | None:
    """Return the user's seek in this pool that has not ended, or None."""
    return seeks_of(user).filter(pool=pool).first()
