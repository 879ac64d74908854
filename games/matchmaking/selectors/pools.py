"""Pairing pools: which there can be, and what one is for."""

from __future__ import annotations

import hashlib
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from engine import canonical, registry
from engine.core import TableKind
from games.matchmaking.models import PairingPool, PoolSecret
from games.record.projections import LEGEND_KINDS
from games.requests.refusals import Refusal
from games.seating.selectors.table_kinds import AnyRules, player_seats
from games.time import terms
from games.time.clocks import Control, Unlimited
from games.time.terms import PRESETS, Terms
from pyramido_site.infrastructure.public_ids import PublicId

CONTROLS: tuple[Control, ...] = tuple(control for control in PRESETS if not isinstance(control, Unlimited))
"""The time controls that can be sought. Few choices keep pools large."""


def kinds_offered(rules: AnyRules) -> list[TableKind]:
    """Return the kinds of tables of a game for which users can be paired: those for two or more people."""
    return [kind for kind in rules.table_kinds() if player_seats(rules, kind.options) > 1]


def agreed_in_pools(agreed: Terms) -> Terms:
    """Return the terms without differences that do not matter in a pool: live games have no vacations."""
    if agreed.time_control.slow:
        return agreed
    return Terms(agreed.time_control, vacation=False, rated=agreed.rated)


def known_pool(rules: AnyRules, options: dict[str, Any], agreed: Terms) -> PairingPool | None:
    """Return the pool for these options and terms, or None if no user has sought there yet."""
    return PairingPool.objects.filter(fingerprint=meaning(rules, options, agreed)[1]).first()


def pool_by_id(public_id: PublicId) -> PairingPool:
    """Return the pool. Raise Refusal 404 `not_found` if there is none."""
    pool = all_pools().filter(public_id=public_id).first()
    if pool is None:
        raise Refusal(404, "not_found", gettext_noop("Pairing pool “%(id)s” not found."), id=public_id)
    return pool


def all_pools() -> QuerySet[PairingPool]:
    """Return all pools."""
    return PairingPool.objects.all()


def secrets_of(pool: PairingPool, first: int, most: int) -> QuerySet[PoolSecret]:
    """Return a pool's secrets from number `first`, at most `most` of them, in the order in which games take them."""
    return PoolSecret.objects.filter(pool=pool, number__range=(first, first + most - 1)).order_by("number")


def meaning(rules: AnyRules, options: dict[str, Any], agreed: Terms) -> tuple[dict[str, Any], str]:
    """Return what a pool is for, and its fingerprint."""
    means = {"game": rules.key, "options": options, "terms": agreed_in_pools(agreed).to_json()}
    return means, hashlib.sha256(canonical.encode(means)).hexdigest()


def rules_of(pool: PairingPool) -> AnyRules:
    """Return the latest rules of the pool's game, by which new games are played."""
    return registry.get(pool.game_key)


def persons_seats(rules: AnyRules, pool: PairingPool) -> list[int]:
    """Return the numbers of the seats that people take in a game of the pool."""
    return [seat for seat, kind in enumerate(rules.seat_kinds(pool.options)) if kind not in LEGEND_KINDS]


def terms_of(pool: PairingPool) -> Terms:
    """Return the terms of the pool's games."""
    return terms.of(pool.terms)
