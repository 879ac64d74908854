"""Recent meetings: which users have started games together lately, at any kind of table, since all games of one key and
pace move the same ratings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Any

from games.record.models import Seat
from games.seating.selectors import live_tables
from games.seating.selectors.meetings_limit import MOST_RATED_GAMES, PERIOD_MS
from games.time import terms


def meetings(users: Any, key: str, at_ms: int, *, live: bool, rated: bool = False) -> Iterator[tuple[int, int]]:
    """Yield a pair of these users (a subquery or ids) for each game of this key and pace that they started together in
    the last 24 hours (`PERIOD_MS`); with `rated`, for rated games only. One query.
    """
    seats = Seat.objects.filter(game__game_key=key, game__started_ms__gt=at_ms - PERIOD_MS, user__in=users)
    if rated:
        seats = seats.filter(game__rated=True)
    games: defaultdict[int, list[int]] = defaultdict(list)
    for game, user, agreed in seats.values_list("game_id", "user_id", "game__terms"):
        if live_tables.is_live(terms.of(agreed)) == live:
            games[game].append(user)
    for table in games.values():
        yield from combinations(sorted(table), 2)


def at_limit(user_ids: Collection[int], key: str, at_ms: int, *, live: bool) -> set[frozenset[int]]:
    """Return the pairs of these users whose next game of this key and pace is unrated."""
    if len(user_ids) < 2:
        return set()
    met = Counter(meetings(list(user_ids), key, at_ms, live=live, rated=True))
    return {frozenset(pair) for pair, games in met.items() if games >= MOST_RATED_GAMES}
