"""The score card and the points that it is worth (docs/rules.md D4)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.silver_gold_pyramids.cards import COLOURS

GEMS = 10
SKULLS = (1, 2, 3, 4, 6, 8, 10, 13, 16, 20)
"""Cost (points) of the worst marked skull, by the number of skulls from 1 (docs/rules.md D1.2)."""

PYRAMID_POINTS = (10, 6, 3)
"""Points for the 2nd, 4th or 6th finished card of a colour, best first (docs/rules.md D3 part 5)."""

SOURCES = ("finished", "pyramids", "gems", "torches", "skulls")
"""The sources of points on a score card (docs/rules.md D4)."""


def still_open(taken: Iterable[int]) -> list[int]:
    """The pyramid points of a colour not yet taken, best first (docs/rules.md D3 part 5)."""
    gone = set(taken)
    return [points for points in PYRAMID_POINTS if points not in gone]


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """A score card: counts, the rounds of the torches as bits, and the pyramid points taken, by colour."""

    red_gems: int = 0
    green_gems: int = 0
    torches: int = 0
    skulls: int = 0
    pyramids: tuple[tuple[int, ...], ...] = ((),) * len(COLOURS)

    @property
    def gems(self) -> int:
        """Points for gems: 5 for a pair of one red and one green, 1 for each without a partner (docs/rules.md D4)."""
        pairs = min(self.red_gems, self.green_gems)
        return 5 * pairs + abs(self.red_gems - self.green_gems)

    @property
    def skull(self) -> int:
        """Cost (points) of the worst marked skull."""
        return SKULLS[self.skulls - 1] if self.skulls else 0

    def by_source(self, finished: int) -> tuple[int, ...]:
        """The points with this number of finished cards, in the order of SOURCES (docs/rules.md D4)."""
        return 10 * finished, sum(map(sum, self.pyramids)), self.gems, 5 * self.torches.bit_count(), -self.skull

    def total(self, finished: int) -> int:
        """The sum of the points with this number of finished cards."""
        return sum(self.by_source(finished))
