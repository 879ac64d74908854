"""Telling users, who have asked for it, that another user seeks a live game."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from accounts.notifications import services as notify
from engine import registry
from engine.core import GameError
from games.bots.selectors import bot_policies as bots
from games.matchmaking.models import Seek, SeekAlert
from games.matchmaking.seek_lifetimes import ALERT_MS
from games.matchmaking.selectors.pools import rules_of, terms_of
from games.matchmaking.selectors.who_waits import kept_apart, still_waiting
from games.requests.refusals import Refusal
from games.seating.selectors import live_tables
from pyramido_site.infrastructure.site_clock import now_ms

ANY_GAME = ""

LIMIT = 500
"""The most seeks that one sweep looks at, those first that have waited longest."""


def set_alert(user: User, game_key: str) -> SeekAlert:
    """Tell the user once when another user seeks a live game, of this game or of any (""), within a day. Repeating it
    begins the day anew. Raise Refusal if there is no such game, and for bots.
    """
    bots.check_may_seek(user)
    _check_game(game_key)
    now = now_ms()
    times = {"made_ms": now, "until_ms": now + ALERT_MS}
    return SeekAlert.objects.update_or_create(user=user, game_key=game_key, defaults=times)[0]


def remove_alert(user: User, game_key: str) -> None:
    """Do not tell the user after all; do nothing if there is no alert. Raise Refusal if there is no such game."""
    _check_game(game_key)
    SeekAlert.objects.filter(user=user, game_key=game_key).delete()


def _check_game(game_key: str) -> None:
    if game_key != ANY_GAME:
        try:
            registry.get(game_key)
        except GameError as error:
            raise Refusal.of(error) from error


def tell_alerts() -> int:
    """Tell users about live seeks that wait, and return how many were told; forget alerts that are over. Idempotent,
    and safe to run concurrently.
    """
    now = now_ms()
    SeekAlert.objects.filter(until_ms__lte=now).delete()
    seeks = still_waiting(now).filter(pool__live=True).select_related("pool").order_by("pk")[:LIMIT]
    found = list(seeks)
    if not found:
        return 0
    games = {seek.pool.game_key for seek in found}
    alerts = list(SeekAlert.objects.filter(game_key__in=(ANY_GAME, *games)).select_related("user").order_by("pk"))
    users = {alert.user_id for alert in alerts}
    busy = {*live_tables.live_tables(users), *(seek.user_id for seek in found)}  # they play, or see who waits
    apart = kept_apart([*users, *(seek.user_id for seek in found)])
    told = 0
    for alert in alerts:
        seek = None if alert.user_id in busy else _first_for(alert, found, apart)
        if seek is not None:
            told += _tell(alert, seek)
    return told


def _first_for(alert: SeekAlert, seeks: Sequence[Seek], apart: set[frozenset[int]]) -> Seek | None:
    """Return the first seek that the alert is about, and that its user could join."""

    def fits(seek: Seek) -> bool:
        return (
            seek.since_ms >= alert.made_ms
            and alert.game_key in (ANY_GAME, seek.pool.game_key)
            and not (alert.user.is_guest and terms_of(seek.pool).rated)
            and frozenset((alert.user_id, seek.user_id)) not in apart
        )

    return next(filter(fits, seeks), None)


def _tell(alert: SeekAlert, seek: Seek) -> bool:
    """Tell the user, unless another worker has; return whether this call did it."""
    with transaction.atomic():
        deleted, _ = SeekAlert.objects.filter(pk=alert.pk, made_ms=alert.made_ms).delete()
        if deleted:
            data = {"game": rules_of(seek.pool).name}
            notify.tell("opponent_waiting", [alert.user_id], key=f"opponent_waiting:{seek.public_id}", data=data)
    return bool(deleted)
