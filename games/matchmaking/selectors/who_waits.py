"""Who waits in a pool and may be paired, as input of `games.matchmaking.pairing`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import Block
from games.deadlines.selectors.due import vacations_at
from games.matchmaking import pairing
from games.matchmaking.models import PairingPool, Seek
from games.matchmaking.pairing import Waiting
from games.matchmaking.selectors.pools import all_pools, persons_seats, rules_of, terms_of
from games.record.models import Game, Seat
from games.seating.selectors import meetings
from games.seating.selectors.may_play_rated import excluded
from ratings import selectors
from ratings.models import RatingPool

WAITS = Q(state=Seek.State.WAITING)

ASKED_FOR = 10_000
"""Number of players whose ratings one query reads, far below SQLite's limit of parameters."""


def pools_with_seeks() -> QuerySet[PairingPool]:
    """Return the pools in which seeks wait."""
    return all_pools().filter(pk__in=Seek.objects.filter(WAITS).values("pool")).order_by("pk")


def still_waiting(at_ms: int) -> QuerySet[Seek]:
    """Return the seeks that may be paired at this time."""
    unexpired = Q(until_ms=None) | Q(until_ms__gt=at_ms)
    away = vacations_at(at_ms).filter(user_id=OuterRef("user_id"))
    return Seek.objects.filter(WAITS, unexpired, Q(concurrent_games=0) | ~Exists(away), user__is_active=True)


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
