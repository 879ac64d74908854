"""Who has begun games with whom lately: at whatever table, since all games of a kind and pace feed the same ratings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Any

from games.record.models import Seat
from games.requests.rate_limits import MEETINGS
from games.seating.selectors import live_tables
from games.time import terms
from games.time.clocks import DAY

MET_MS = DAY
"""How long a game that two players have begun together counts as a meeting."""


def meetings(users: Any, key: str, at_ms: int, *, live: bool, rated: bool = False) -> Iterator[tuple[int, int]]:
    """Pairs of these users (a subquery or ids) for each game of this kind and pace that they have begun together in the
    last 24 hours; `rated`: rated games alone. One query.
    """
    seats = Seat.objects.filter(game__game_key=key, game__started_ms__gt=at_ms - MET_MS, user__in=users)
    if rated:
        seats = seats.filter(game__rated=True)
    games: defaultdict[int, list[int]] = defaultdict(list)
    for game, user, agreed in seats.values_list("game_id", "user_id", "game__terms"):
        if live_tables.is_live(terms.of(agreed)) == live:
            games[game].append(user)
    for table in games.values():
        yield from combinations(sorted(table), 2)


def at_limit(user_ids: Collection[int], key: str, at_ms: int, *, live: bool) -> set[frozenset[int]]:
    """The pairs of these people whose next game of this kind and pace is unrated."""
    if len(user_ids) < 2:
        return set()
    met = Counter(meetings(list(user_ids), key, at_ms, live=live, rated=True))
    return {frozenset(pair) for pair, games in met.items() if games >= MEETINGS}
