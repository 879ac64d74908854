"""Series of rated games that end because a player leaves at once: for those who win by it, and those who leave."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.fair_play.detectors.finding import Finding, at_least, rarity, strength

KIND = "forfeits"

MOVES = 6
"""Greatest number of own moves with which a departure counts as leaving at once."""
LATEST = 20
"""Number of a player's latest games that are considered."""
CHANCE = 0.025
"""Upper bound of the share of seats that are left at once without intent."""

GAMES, FEWEST, FEWEST_ALONE = 2, 3, 4
"""Least number of games of a run with such a departure; least number of such departures in the run and the other games
of the users concerned together; and least number in the run alone.
"""
THRESHOLD, THRESHOLD_ALONE = 3.5, 5.5
"""−log10 of the probability of this many departures or more: with those other games, and in the run alone."""


@dataclass(frozen=True, slots=True)
class Played:
    """A rated game of a player: its users, and which of them left at once."""

    game: str
    users: frozenset[int]
    quick: frozenset[int]


def detect(user: int, own: Sequence[Played], others: Mapping[int, Sequence[Played]]) -> Finding | None:
    """Return how improbable it is that this many seats are left at once; None if there are hardly any.

    The last games of `user` (`own`, oldest first) are considered. If half of these were left at once, they are also
    considered together with the latest games of the user's `partners` (`others`). One partner, the one that lowers the
    result most, is left out of that, since a player who met one member of a ring is not yet a member.
    """
    value = 0.0
    for length in range(GAMES, len(own) + 1):
        run = own[-length:]
        left = sum(bool(played.quick) for played in run)
        if left < GAMES:
            continue
        value = max(value, _rarity(run, FEWEST_ALONE) / THRESHOLD_ALONE)
        if 2 * left >= length:
            value = max(value, min(_of_ring(run, others, partners(user, run) - {one}) for one in partners(user, run)))
    if not value:
        return None
    evidence = {
        "games": len(own),
        "gave": sum(user in played.quick for played in own),
        "got": sum(bool(played.quick - {user}) for played in own),
        "people": len(partners(user, own)),
        "which": [played.game for played in own if played.quick],
    }
    return Finding(KIND, user, None, strength(value, 1), evidence)


def _of_ring(run: Sequence[Played], others: Mapping[int, Sequence[Played]], members: Collection[int]) -> float:
    ring = {played.game: played for played in (*run, *(one for member in members for one in others[member]))}
    return _rarity(ring.values(), FEWEST) / THRESHOLD


def partners(user: int, own: Iterable[Played]) -> set[int]:
    """Return the other users in those games that were left at once."""
    return {one for played in own if played.quick for one in played.users} - {user}


def _rarity(games: Collection[Played], fewest: int) -> float:
    left = sum(len(played.quick) for played in games)
    if left < fewest:
        return 0.0
    return rarity(at_least(left, sum(len(played.users) for played in games), CHANCE))
