"""Finding good extra cells for red crosses (docs/rules.md D3.1–D3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Protocol

from engine.silver_gold_pyramids.actions import Extra
from engine.silver_gold_pyramids.cards import cell_name
from engine.silver_gold_pyramids.marking import Marking
from engine.silver_gold_pyramids.scoring import Sheet

TRIED_FURTHER = 3
"""The number of best cells after which another cross is owed that are searched further."""

Chain = tuple[Extra, ...]
Way = tuple[float, Chain, Marking]
"""The expected points after the marking, the extra cells for its red crosses, and the marking."""


class Judge(Protocol):
    """A valuation of steps."""

    def expected_points(self, cards: Mapping[int, int], sheet: Sheet) -> float:
        """Expected points with these cards (number to marked cells, including cards finished in this step)."""
        ...


def chains(marking: Marking, judge: Judge, most: int) -> list[Way]:
    """The best ways found, best first; equal ones keep their order. Every cell is tried for the first cross. Where
    another cross is owed after it, be it of the first mark or of that cell, only the TRIED_FURTHER best are searched
    deeper.
    """
    left = marking.open() if marking.owed else []
    if not left:
        return [(judge.expected_points(marking.marked, marking.sheet), (), marking)]
    ends: list[Way] = []
    open_ends: list[Way] = []
    for number, cell in left:
        longer = marking.copy()
        longer.extra(number, cell)
        way = judge.expected_points(longer.marked, longer.sheet), (Extra(number, cell_name(cell)),), longer
        (open_ends if longer.owed else ends).append(way)
    open_ends.sort(key=itemgetter(0), reverse=True)
    for _, first, longer in open_ends[:TRIED_FURTHER]:
        ends += [(points, first + rest, end) for points, rest, end in chains(longer, judge, most)]
    ends.sort(key=itemgetter(0), reverse=True)
    return ends[:most]
