"""Pairing arithmetic: which seeks play together. Pure, in integers (docs/matchmaking.md).

Ratings, gaps, windows and weights are hundredths of an Elo point; times are milliseconds. `groups()` seats the seeks
that wait in one pairing pool. This file says when two seeks may meet and what a table is worth;
`games.matchmaking.beam_search` does the search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from games.matchmaking import beam_search
from games.seating.selectors.meetings_limit import MOST_RATED_GAMES

SECOND_MS = 1000
HOUR_MS = 3600 * SECOND_MS

DECISIVE_GAP = 800_00
"""Gap (hundredths of a point) at which the stronger player is expected to score 99 %. Larger gaps cost no more."""

ANYBODY = 1 << 62
"""Window of a seek that has waited long enough to meet any opponent: wider than any gap."""

SEATED = 600_00
"""Worth of seating one seek, before the gap is subtracted. Two seeks are worth more than `DECISIVE_GAP` plus the cost
of the allowed repeats, so two seeks that may be paired are never better left waiting. A higher worth would make two
lopsided pairs preferable to one close pair.
"""

PATIENCE = 200_00
"""Extra worth of a seek that has waited for its pace's `anybody_ms`; proportional to the wait, up to three times as
much. The seek that has waited longest is therefore not the one left over.
"""

REPEAT = 100_00
"""Cost of each earlier meeting: a new opponent is preferred if at most 100 points further away."""

FEW = 200
"""Pools up to this size are also paired first come, first served, and the better result is used: in a small pool with
many forbidden pairs the beam search can miss a table.
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """How a window widens: from `start` in proportion to the wait, up to `DECISIVE_GAP` after `anybody_ms`; from then
    on any opponent will do.
    """

    start: int
    anybody_ms: int


LIVE = Pace(start=100_00, anybody_ms=90 * SECOND_MS)
"""For users who look at the page while they wait. 100 points are an expected score of 64 %, a good game; after a minute
and a half any game is better than none.
"""

CORRESPONDENCE = Pace(start=150_00, anybody_ms=12 * HOUR_MS)
"""For games that last weeks, whose users do not watch the wait. Within half a day, each user who visits daily, from
whatever time zone, has been there about once.
"""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A seek that waits in a pool. `avoids` are players that must not meet this one, whichever of the two blocks the
    other. `met` is the number of recent games (24 h) with each player. Two seeks of one player never meet.
    """

    id: int
    player: int
    rating: int
    waited_ms: int
    avoids: frozenset[int] = frozenset()
    met: Mapping[int, int] = field(default_factory=dict)


def pace(live: bool) -> Pace:
    """Return the pace of live games or of correspondence games."""
    return LIVE if live else CORRESPONDENCE


def window(waited_ms: int, pace: Pace) -> int:
    """Return how far away an opponent may be after this wait; never less with more waiting."""
    if waited_ms >= pace.anybody_ms:
        return ANYBODY
    return pace.start + (DECISIVE_GAP - pace.start) * max(0, waited_ms) // pace.anybody_ms


def worth(waited_ms: int, pace: Pace) -> int:
    """Return the worth of seating a seek after this wait, before its `cost` is subtracted."""
    return SEATED + PATIENCE * min(max(0, waited_ms), 3 * pace.anybody_ms) // pace.anybody_ms


def meetings(one: Waiting, other: Waiting) -> int:
    """Return how often the two have met recently, as either of them knows."""
    return max(one.met.get(other.player, 0), other.met.get(one.player, 0))


def may_meet(one: Waiting, other: Waiting, pace: Pace) -> bool:
    """Return whether two seeks may be at one table.

    The gap must lie within the mean of the two windows. If it had to lie within both, the strongest player of a pool
    would wait forever, since all others are paired before their windows are wide enough. If one window were enough, a
    new seek could be paired at once with a distant one. With the mean, both windows count, and in the end waiting alone
    is enough.
    """
    reach = window(one.waited_ms, pace) + window(other.waited_ms, pace)
    return 2 * abs(one.rating - other.rating) <= reach and not _apart(one, other)


def _apart(one: Waiting, other: Waiting) -> bool:
    """Return whether the players may not meet, whatever their ratings."""
    blocked = one.player in other.avoids or other.player in one.avoids
    return blocked or one.player == other.player or meetings(one, other) >= MOST_RATED_GAMES


def cost(group: Sequence[Waiting]) -> int:
    """Return a group's cost: its spread (for two, the gap) up to `DECISIVE_GAP`, and each pair's earlier meetings."""
    ratings = [seek.rating for seek in group]
    repeats = sum(meetings(one, other) for one, other in combinations(group, 2))
    return min(max(ratings) - min(ratings), DECISIVE_GAP) + REPEAT * repeats


def weight(group: Sequence[Waiting], pace: Pace) -> int:
    """Return a group's worth less its cost. `groups` looks for the greatest sum; for a pair it is always above 0."""
    return sum(worth(seek.waited_ms, pace) for seek in group) - cost(group)


def groups(waiting: Sequence[Waiting], seats: int, *, live: bool) -> list[tuple[int, ...]]:
    """Return tables of this many seats, as ids of seeks, ordered by longest wait, both within a table and among tables.

    Each id occurs at most once, and any two seeks at a table may meet. The order of `waiting` does not matter. Raise
    ValueError for fewer than two seats.
    """
    if seats < 2:
        raise ValueError(f"a table has at least two seats, not {seats}")
    pool = sorted(waiting, key=lambda seek: (seek.rating, seek.id))
    items = _items(pool, pace(live))
    choices = [beam_search.best(items, seats)]
    if len(pool) <= FEW:
        choices.append(
            beam_search.in_turn(items, seats, sorted(range(len(pool)), key=lambda i: _longest_waiting(pool[i])))
        )
    drafts = [[[pool[item] for item in group] for group in choice] for choice in choices]
    found = max(drafts, key=lambda draft: sum(weight(table, pace(live)) for table in draft))
    tables = [sorted(table, key=_longest_waiting) for table in found]
    return [tuple(seek.id for seek in table) for table in sorted(tables, key=lambda table: _longest_waiting(table[0]))]


def _longest_waiting(seek: Waiting) -> tuple[int, int]:
    return -seek.waited_ms, seek.id


def _items(pool: Sequence[Waiting], pace: Pace) -> beam_search.Items:
    """Return the seeks of a pool, sorted by rating, as items of the beam search."""
    players = [seek.player for seek in pool]
    known = [{seek.player, *seek.avoids, *seek.met} for seek in pool]

    def surcharge(a: int, b: int) -> int | None:
        if players[b] not in known[a] and players[a] not in known[b]:
            return 0  # strangers, the usual case
        one, other = pool[a], pool[b]
        return None if _apart(one, other) else REPEAT * meetings(one, other)

    return beam_search.Items(
        [seek.rating for seek in pool],
        [window(seek.waited_ms, pace) for seek in pool],
        [worth(seek.waited_ms, pace) for seek in pool],
        surcharge,
        DECISIVE_GAP,
    )
