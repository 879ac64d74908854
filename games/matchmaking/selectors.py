"""Reads of pairing pools: what can be sought, who waits where, and the input of `games.matchmaking.pairing`."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import Block, User
from engine import canonical, registry
from engine.core import TableKind
from games.deadlines.selectors.due import vacations_at
from games.matchmaking import pairing
from games.matchmaking.models import PairingPool, PoolSecret, Seek, SeekAlert
from games.matchmaking.pairing import Waiting
from games.record.models import Game, Seat
from games.record.projections import LEGEND_KINDS
from games.requests.refusals import Refusal
from games.seating.selectors import meetings
from games.seating.selectors.may_play_rated import excluded
from games.seating.selectors.table_kinds import AnyRules, player_seats
from games.time import terms
from games.time.clocks import Control, Unlimited
from games.time.terms import PRESETS, Terms
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from ratings import selectors
from ratings.models import RatingPool

CONTROLS: tuple[Control, ...] = tuple(control for control in PRESETS if not isinstance(control, Unlimited))
"""The time controls that can be sought. Few choices keep pools large."""

WAITS = Q(state=Seek.State.WAITING)
LASTS = WAITS | Q(state=Seek.State.PAIRED, concurrent_games__gt=0)
"""Filter for seeks that have not ended: they wait, or have enough running games."""

ASKED_FOR = 10_000
"""Number of players whose ratings one query reads, far below SQLite's limit of parameters."""


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
    pool = pools().filter(public_id=public_id).first()
    if pool is None:
        raise Refusal(404, "not_found", gettext_noop("Pairing pool “%(id)s” not found."), id=public_id)
    return pool


def pools() -> QuerySet[PairingPool]:
    """Return all pools."""
    return PairingPool.objects.all()


def pools_with_seeks() -> QuerySet[PairingPool]:
    """Return the pools in which seeks wait."""
    return pools().filter(pk__in=Seek.objects.filter(WAITS).values("pool")).order_by("pk")


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


# --- who waits --------------------------------------------------------------------------------------------------------
def still_waiting(at_ms: int) -> QuerySet[Seek]:
    """Return the seeks that may be paired at this time."""
    unexpired = Q(until_ms=None) | Q(until_ms__gt=at_ms)
    away = vacations_at(at_ms).filter(user_id=OuterRef("user_id"))
    return Seek.objects.filter(WAITS, unexpired, Q(concurrent_games=0) | ~Exists(away), user__is_active=True)


def lasting_seeks() -> QuerySet[Seek]:
    """Return the seeks that have not ended."""
    return Seek.objects.filter(LASTS)


def window_of(pool: PairingPool, waited_ms: int) -> int | None:
    """Return how far (hundredths of a point) opponents' ratings may be from that of a seek that has waited so long in
    the pool, or None if any rating will do.
    """
    window = pairing.window(waited_ms, pairing.pace(pool.live))
    return window if window < pairing.ANYBODY else None


def pools_to_pair(at_ms: int) -> list[PairingPool]:
    """Return the pools in which enough seeks wait for a game. One query if there are none."""
    crowded = still_waiting(at_ms).values("pool").annotate(n=Count("pk")).filter(n__gt=1)
    waiting = dict(crowded.values_list("pool", "n"))
    pools = PairingPool.objects.filter(pk__in=waiting).order_by("pk") if waiting else ()
    return [pool for pool in pools if waiting[pool.pk] >= len(persons_seats(rules_of(pool), pool))]


def waiting_in(pool: PairingPool, at_ms: int) -> list[Waiting]:
    """Return all seeks that wait in the pool and may play, for the pairing arithmetic, in a fixed number of queries."""
    users = Seek.objects.filter(WAITS, pool=pool).values("user_id")
    barred = excluded(users) if terms_of(pool).rated else set()
    waiting = still_waiting(at_ms).filter(pool=pool).order_by("pk").values_list("pk", "user_id", "since_ms")
    seeks = [one for one in waiting if one[1] not in barred]
    avoids: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in _blocks(users):
        avoids[one].add(other)
        avoids[other].add(one)
    met: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for one, other in meetings.meetings(users, pool.game_key, at_ms, live=pool.live):
        met[one][other] += 1
        met[other][one] += 1
    ratings = ratings_of(pool, [user for _, user, _ in seeks])
    return [
        Waiting(pk, user, ratings[user], max(0, at_ms - since), frozenset(avoids[user]), met[user])
        for pk, user, since in seeks
    ]


def ratings_of(pool: PairingPool, user_ids: Collection[int]) -> dict[int, int]:
    """Return these players' ratings (hundredths of a point) in games between people, in the pool's game and at its
    pace, whether the pool is rated or not.
    """
    pace = RatingPool.Pace.LIVE if pool.live else RatingPool.Pace.CORRESPONDENCE
    users = list(user_ids)
    found: dict[int, int] = {}
    for start in range(0, len(users), ASKED_FOR):
        known = selectors.standings(pool.game_key, pace, RatingPool.Population.PEOPLE, users[start : start + ASKED_FOR])
        found |= {user: standing.value for user, standing in known.items()}
    return found


def _blocks(users: Any) -> QuerySet[Block, tuple[int, int]]:
    """Return pairs of these users (a subquery or ids) in which one blocks the other."""
    return Block.objects.filter(blocker__in=users, blocked__in=users).values_list("blocker_id", "blocked_id")


def kept_apart(user_ids: Sequence[int]) -> set[frozenset[int]]:
    """Return the pairs of these few users that must not meet."""
    return {frozenset(pair) for pair in _blocks(user_ids)}


def running_seats() -> QuerySet[Seat]:
    """Return seats of running games whose users have not left."""
    return Seat.objects.filter(departure="", ai="", user__isnull=False, game__status=Game.Status.RUNNING)


def waiting_counts(pools: Collection[int]) -> dict[int, int]:
    """Return the number of waiting seeks in each of these pools, by row id."""
    counts = Seek.objects.filter(WAITS, pool__in=pools).values("pool").annotate(n=Count("pk"))
    return {**dict.fromkeys(pools, 0), **dict(counts.values_list("pool", "n"))}


def terms_of(pool: PairingPool) -> Terms:
    """Return the terms of the pool's games."""
    return terms.of(pool.terms)


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
