"""Rated games end again and again because somebody leaves them at once: who wins so, or leaves so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.signals.finding import Finding, at_least, rarity, strength

KIND = "forfeits"

MOVES = 6
"""Whoever leaves with so few moves of their own, or fewer, leaves at once."""
LATEST = 20
"""Games of a player that are looked at, the latest."""
CHANCE = 0.025
"""How often a seat is left at once, at most, where nobody does it on purpose."""

FEWEST, FEWEST_IN_A_ROW, GAMES = 3, 4, 2
"""So many leavings at least, among a player's games and those of the people concerned, and among the player's latest
alone; and in so many games."""
THRESHOLD, THRESHOLD_IN_A_ROW = 3.5, 4.0
"""−log10 of the probability of so many leavings or more, among the same."""


@dataclass(frozen=True, slots=True)
class Played:
    """A rated game of a player: its people, and those of them who left at once."""

    game: str
    users: frozenset[int]
    quick: frozenset[int]


def judge(user: int, own: Sequence[Played], others: Collection[Played]) -> Finding | None:
    """How improbable it is that so many seats are left at once: among the latest games of `user`, oldest first,
    together with the latest of those who left or won so (`others`), and among the last few alone. None where hardly
    anybody has left.
    """
    ring = {played.game: played for played in (*own, *others)}.values()
    value = _rarity(ring, FEWEST) / THRESHOLD
    for length in range(GAMES, len(own) + 1):
        value = max(value, _rarity(own[-length:], FEWEST_IN_A_ROW) / THRESHOLD_IN_A_ROW)
    if not value:
        return None
    gave = sum(user in played.quick for played in own)
    evidence = {
        "games": len(own),
        "gave": gave,
        "got": sum(bool(played.quick - {user}) for played in own),
        "people": len({one for played in own if played.quick for one in played.users} - {user}),
        "which": [played.game for played in own if played.quick],
    }
    return Finding(KIND, user, None, strength(value, 1), evidence)


def partners(user: int, own: Sequence[Played]) -> set[int]:
    """The people at whose other games `judge` looks, too: those of the games that were left at once."""
    return {one for played in own if played.quick for one in played.users} - {user}


def _rarity(games: Collection[Played], fewest: int) -> float:
    left = sum(len(played.quick) for played in games)
    if left < fewest or sum(bool(played.quick) for played in games) < GAMES:
        return 0.0
    return rarity(at_least(left, sum(len(played.users) for played in games), CHANCE))
