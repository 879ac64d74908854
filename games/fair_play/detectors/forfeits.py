"""Rated games end again and again because somebody leaves them at once: who wins so, or leaves so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.fair_play.detectors.finding import Finding, at_least, rarity, strength

KIND = "forfeits"

MOVES = 6
"""Whoever leaves with so few moves of their own, or fewer, leaves at once."""
LATEST = 20
"""Games of a player that are looked at, the latest."""
CHANCE = 0.025
"""How often a seat is left at once, at most, where nobody does it on purpose."""

GAMES, FEWEST, FEWEST_ALONE = 2, 3, 4
"""In so many games of a run at least somebody left; so many leavings there are at least, together with those of the
other games of the people concerned, and in the run alone."""
THRESHOLD, THRESHOLD_ALONE = 3.5, 5.5
"""−log10 of the probability of so many leavings or more, among the same."""


@dataclass(frozen=True, slots=True)
class Played:
    """A rated game of a player: its people, and those of them who left at once."""

    game: str
    users: frozenset[int]
    quick: frozenset[int]


def detect(user: int, own: Sequence[Played], others: Mapping[int, Sequence[Played]]) -> Finding | None:
    """How improbable it is that so many seats are left at once: among the last few games of `user` (`own`, oldest
    first), and, where half of these were left so, among these and the latest games of all their `partners` (`others`)
    but one, whichever, as who has met one member of a ring is no member yet. None where hardly anybody has left.
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
    """The others in those of the games that were left at once."""
    return {one for played in own if played.quick for one in played.users} - {user}


def _rarity(games: Collection[Played], fewest: int) -> float:
    left = sum(len(played.quick) for played in games)
    if left < fewest:
        return 0.0
    return rarity(at_least(left, sum(len(played.users) for played in games), CHANCE))
