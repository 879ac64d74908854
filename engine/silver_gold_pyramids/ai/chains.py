"""Finding good ways to pay red crosses (docs/rules.md D3.1–D3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Protocol

from engine.silver_gold_pyramids.actions import Extra
from engine.silver_gold_pyramids.cards import cell_name
from engine.silver_gold_pyramids.marking import Marking
from engine.silver_gold_pyramids.scoring import Sheet

TRIED_FURTHER = 3
"""The number of best cells with another cross that are searched further."""

Chain = tuple[Extra, ...]
Paid = tuple[float, Chain, Marking]
"""The value of the marking at its end, the cells paid for crosses, and the marking."""


class Judge(Protocol):
    """A valuation of steps."""

    def worth(self, cards: Mapping[int, int], sheet: Sheet) -> float:
        """Expected points with these cards (number to marked cells, including cards finished in this step)."""
        ...


def chains(marking: Marking, judge: Judge, most: int) -> list[Paid]:
    """The best ways found, best first; equal ones keep their order. Every cell is tried for the first cross. Where that
    cell has a cross itself, only the TRIED_FURTHER best are searched deeper.
    """
    left = marking.open() if marking.owed else []
    if not left:
        return [(judge.worth(marking.marked, marking.sheet), (), marking)]
    ends: list[Paid] = []
    open_ends: list[Paid] = []
    for number, cell in left:
        longer = marking.copy()
        longer.extra(number, cell)
        paid = judge.worth(longer.marked, longer.sheet), (Extra(number, cell_name(cell)),), longer
        (open_ends if longer.owed else ends).append(paid)
    open_ends.sort(key=itemgetter(0), reverse=True)
    for _, first, longer in open_ends[:TRIED_FURTHER]:
        ends += [(worth, first + rest, end) for worth, rest, end in chains(longer, judge, most)]
    ends.sort(key=itemgetter(0), reverse=True)
    return ends[:most]
