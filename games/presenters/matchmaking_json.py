"""Pairing pools and seeks as JSON (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from msgspec import to_builtins

from engine import registry
from games.matchmaking.models import PairingPool, Seek, SeekAlert
from games.matchmaking.selectors.pools import CONTROLS, kinds_offered, secrets_of, terms_of
from games.matchmaking.selectors.who_waits import pools_with_seeks, ratings_of, waiting_counts, window_of
from games.time import terms
from pyramido_site.infrastructure.site_clock import now_ms

JSON = dict[str, Any]

ANY = "any"
"""The key of an alert for any game."""

COMMITMENTS = 100
"""Number of commitments shown at a time."""


def offer_json() -> JSON:
    """Return what can be sought, and the pools in which seeks wait now."""
    pools = list(pools_with_seeks())
    waiting = waiting_counts([pool.pk for pool in pools])
    games = [
        {
            "game": rules.key,
            "name": gettext(rules.name),
            "kinds": [
                {"options": kind.options, "name": gettext(kind.name), "about": gettext(kind.about)}
                for kind in kinds_offered(rules)
            ],
        }
        for rules in registry.games()
    ]
    controls = [{"time_control": to_builtins(control), "live": not control.slow} for control in CONTROLS]
    return {
        "games": games,
        "time_controls": controls,
        "pools": [_pool_json(pool) | {"waiting": waiting[pool.pk]} for pool in pools],
    }


def pool_json(pool: PairingPool) -> JSON:
    """Return a pool without its commitments."""
    return _pool_json(pool) | {
        "waiting": waiting_counts([pool.pk])[pool.pk],
        "taken": pool.taken,
        "prepared": pool.prepared,
    }


def commitments(pool: PairingPool, first: int, most: int) -> list[JSON]:
    """Return a pool's commitments, `most` of them, from number `first`."""
    rows = secrets_of(pool, first, most).values_list("number", "commitment", "game__public_id")
    return [
        {"number": number, "commitment": commitment, "taken": number < pool.taken, "game": game}
        for number, commitment, game in rows
    ]


def _pool_json(pool: PairingPool) -> JSON:
    return {
        "id": pool.public_id,
        "game": pool.game_key,
        "options": pool.options,
        "terms": terms.public_json(pool.terms),
        "rated": terms_of(pool).rated,
        "live": pool.live,
    }


def seek_json(seek: Seek) -> JSON:
    """Return a seek; its pool and game must be loaded. While it waits, `window` is how far opponents' ratings may be
    from `rating`.
    """
    pool, now = seek.pool, now_ms()
    waits = seek.state == Seek.State.WAITING
    waited = max(0, now - seek.since_ms)
    game = None
    if seek.game is not None:
        game = {"id": seek.game.public_id, "url": reverse("table", args=[seek.game.public_id])}
    return {
        "id": seek.public_id,
        "state": seek.state,
        "pool": _pool_json(pool),
        "keep": seek.concurrent_games,
        "table": game,
        "nonce": bool(seek.nonce),
        "shown": seek.commitments_shown,
        "made_ms": seek.made_ms,
        "since_ms": seek.since_ms,
        "until_ms": seek.until_ms,
        "server_now_ms": now,
        "waited_ms": waited if waits else None,
        "waiting": waiting_counts([pool.pk])[pool.pk],
        "rating": ratings_of(pool, [seek.user_id])[seek.user_id],
        "window": window_of(pool, waited) if waits else None,
    }


def alert_json(alert: SeekAlert) -> JSON:
    """Return an alert; `game` is null if it is for any game."""
    return {"key": alert.game_key or ANY, "game": alert.game_key or None, "until_ms": alert.until_ms}
