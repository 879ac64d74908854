"""Pairing pools: what can be sought, who waits where, and what `games.matchmaking.pairing` is told of them."""

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
from games.deadlines.models import Vacation
from games.matchmaking.models import PairingPool, Seek
from games.matchmaking.pairing import Waiting
from games.record.models import Game, Seat
from games.record.projections import AUTOMATIC_KINDS
from games.requests.refusals import Refusal
from games.seating.selectors import meetings
from games.seating.selectors.absence import shut_out
from games.seating.selectors.table_kinds import AnyRules, persons
from games.time import terms
from games.time.clocks import Control, Unlimited
from games.time.terms import PRESETS, Terms
from ratings import selectors
from ratings.models import RatingPool

CONTROLS: tuple[Control, ...] = tuple(control for control in PRESETS if not isinstance(control, Unlimited))
"""The time controls that can be sought: the fewer there are, the more people wait for the same."""

WAITS = Q(state=Seek.State.WAITING)
LASTS = WAITS | Q(state=Seek.State.PAIRED, concurrent_games__gt=0)
"""Of a seek that has not ended: it waits, or has games enough for now."""

ASKED_FOR = 10_000
"""Players whose ratings are read with one query, far below the number of values that SQLite takes."""


def kinds_offered(rules: AnyRules) -> list[TableKind]:
    """The kinds of tables of a game at which people meet people."""
    return [kind for kind in rules.table_kinds() if persons(rules, kind.options) > 1]


def agreed_in_pools(agreed: Terms) -> Terms:
    """The same for everybody who means the same: nobody goes on vacation from a game of one sitting."""
    if agreed.time_control.slow:
        return agreed
    return Terms(agreed.time_control, vacation=False, rated=agreed.rated)


def known_pool(rules: AnyRules, options: dict[str, Any], agreed: Terms) -> PairingPool | None:
    """The same where somebody has sought there before."""
    return PairingPool.objects.filter(fingerprint=meaning(rules, options, agreed)[1]).first()


def meaning(rules: AnyRules, options: dict[str, Any], agreed: Terms) -> tuple[dict[str, Any], str]:
    """What a pool is for, and the fingerprint of that."""
    means = {"game": rules.key, "options": options, "terms": agreed_in_pools(agreed).to_json()}
    return means, hashlib.sha256(canonical.encode(means)).hexdigest()


def rules_of(pool: PairingPool) -> AnyRules:
    """The latest: whoever is paired now plays by them."""
    return registry.get(pool.game_key)


def persons_seats(rules: AnyRules, pool: PairingPool) -> list[int]:
    """The seats of a game of the pool on which people sit."""
    return [seat for seat, kind in enumerate(rules.seat_kinds(pool.options)) if kind not in AUTOMATIC_KINDS]


# --- who waits --------------------------------------------------------------------------------------------------------
def still_waiting(at_ms: int) -> QuerySet[Seek]:
    """The seeks that may be paired now."""
    unexpired = Q(until_ms=None) | Q(until_ms__gt=at_ms)
    away = Vacation.objects.filter(user_id=OuterRef("user_id"), from_ms__lte=at_ms, until_ms__gt=at_ms)
    return Seek.objects.filter(WAITS, unexpired, Q(concurrent_games=0) | ~Exists(away), user__is_active=True)


def pools_to_pair(at_ms: int) -> list[PairingPool]:
    """The pools in which enough wait for a game. One query where nobody waits."""
    crowded = still_waiting(at_ms).values("pool").annotate(n=Count("pk")).filter(n__gt=1)
    waiting = dict(crowded.values_list("pool", "n"))
    pools = PairingPool.objects.filter(pk__in=waiting).order_by("pk") if waiting else ()
    return [pool for pool in pools if waiting[pool.pk] >= len(persons_seats(rules_of(pool), pool))]


def waiting_in(pool: PairingPool, at_ms: int) -> list[Waiting]:
    """Everybody who waits in the pool and may play. The number of queries does not grow with them."""
    users = Seek.objects.filter(WAITS, pool=pool).values("user_id")
    barred = shut_out(users) if terms_of(pool).rated else set()
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
    """Where these players stand among people, in hundredths, in the game and at the pace of the pool, rated or not."""
    pace = RatingPool.Pace.LIVE if pool.live else RatingPool.Pace.CORRESPONDENCE
    users = list(user_ids)
    found: dict[int, int] = {}
    for start in range(0, len(users), ASKED_FOR):
        known = selectors.standings(pool.game_key, pace, RatingPool.Population.PEOPLE, users[start : start + ASKED_FOR])
        found |= {user: standing.value for user, standing in known.items()}
    return found


def _blocks(users: Any) -> QuerySet[Block, tuple[int, int]]:
    """Pairs of these users (a subquery or ids) of whom one blocks the other."""
    return Block.objects.filter(blocker__in=users, blocked__in=users).values_list("blocker_id", "blocked_id")


def kept_apart(user_ids: Sequence[int]) -> set[frozenset[int]]:
    """Which two of a few users must not meet."""
    return {frozenset(pair) for pair in _blocks(user_ids)}


def running_seats() -> QuerySet[Seat]:
    """Seats of running games whose people have not left."""
    return Seat.objects.filter(departure="", ai="", user__isnull=False, game__status=Game.Status.RUNNING)


def waiting_counts(pools: Collection[int]) -> dict[int, int]:
    """How many wait in each of these pools, by row number."""
    counts = Seek.objects.filter(WAITS, pool__in=pools).values("pool").annotate(n=Count("pk"))
    return {**dict.fromkeys(pools, 0), **dict(counts.values_list("pool", "n"))}


def terms_of(pool: PairingPool) -> Terms:
    return terms.of(pool.terms)


def own_seek(user: User, public_id: str) -> Seek:
    """Raises Refusal `not_found`, for other people's seeks too."""
    found = Seek.objects.filter(user=user, public_id=public_id).select_related("pool", "game").first()
    if found is None:
        raise Refusal(404, "not_found", gettext_noop("You have no seek with the id “%(id)s”."), id=public_id[:20])
    return found
