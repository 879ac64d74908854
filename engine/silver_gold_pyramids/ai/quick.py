"""Tables for quick playouts of a seat, on small integers (docs/ai.md).

A *sheet* is a score card in one round as a number: gems of both colours, skulls, and whether this round's torch is
marked. A *code* is the effect of a set of cells as a number: the count of each symbol except red crosses.

The weights differ from those of the same name in `outlook`, which value one decision: each set was tuned for its own
use. Here FRESH_CARD is a share of a card's points, there it is a number of points.
"""

from __future__ import annotations

from functools import cache
from math import fsum
from operator import le

from engine.silver_gold_pyramids.ai.outlook import RINGS, distance, skull_cost
from engine.silver_gold_pyramids.cards import Card, cells
from engine.silver_gold_pyramids.marking import open_cells, positions
from engine.silver_gold_pyramids.scoring import GEMS, SKULLS, Sheet
from engine.silver_gold_pyramids.shapes import CELLS
from engine.silver_gold_pyramids.state import DECK, STEPS

Move = tuple[int, int, int, int]
"""The code of the cells, their red crosses, the distance to the tomb afterwards, and all marked cells afterwards."""

SHAPES = tuple(CELLS)
SINGLE = len(SHAPES)
"""The index of a single cell, after the shapes."""
SHAPE_INDEX = {shape: index for index, shape in enumerate(SHAPES)}

# A code in base 5, as a shape has four cells at most: red + 5·green + 25·skulls + 125·potions + 625·torch.
_GREEN, _SKULLS, _POTIONS, _TORCH = 5, 25, 125, 625
CODES = 1250
_COUNTS = GEMS + 1
"""Gems and skulls are both counted from 0 to 10."""

FARTHEST = 15
"""Largest distance (cells) between a card and its tomb; larger ones count as this one."""


def sheet_of(red_gems: int, green_gems: int, skulls: int, torch: bool) -> int:
    """Return these counts as a sheet number."""
    return ((red_gems * _COUNTS + green_gems) * _COUNTS + skulls) * 2 + torch


def sheet_number(sheet: Sheet, round_: int) -> int:
    """Return the score card as a sheet number."""
    return sheet_of(sheet.red_gems, sheet.green_gems, sheet.skulls, bool(sheet.torches >> round_ & 1))


def read_sheet(sheet: int) -> tuple[int, int, int, int]:
    """Return red gems, green gems, skulls, and 1 for the torch."""
    rest, torch = divmod(sheet, 2)
    gems, skulls = divmod(rest, _COUNTS)
    return (*divmod(gems, _COUNTS), skulls, torch)


_KNOWN = 60_000
"""Size limit of each of the lazily filled tables."""


class _After(dict[int, int]):
    """The sheet after cells were marked together, by `sheet * CODES + code`, filled lazily (docs/rules.md D3.1)."""

    def __missing__(self, key: int) -> int:
        if len(self) >= _KNOWN:
            self.clear()
        sheet, code = divmod(key, CODES)
        red, green, skulls, torch = read_sheet(sheet)
        torch_too, rest = divmod(code, _TORCH)
        potions, rest = divmod(rest, _POTIONS)
        more_skulls, rest = divmod(rest, _SKULLS)
        more_green, more_red = divmod(rest, _GREEN)
        skulls = max(0, min(len(SKULLS), skulls + more_skulls) - 2 * potions)
        self[key] = after = sheet_of(
            min(GEMS, red + more_red), min(GEMS, green + more_green), skulls, bool(torch or torch_too)
        )
        return after


AFTER = _After()


def moves_key(number: int, marked: int, shape: int) -> int:
    """Return the key of `MOVES` for a card, its marked cells, and a shape."""
    return (marked << 6 | number) << 3 | shape


class _Moves(dict[int, tuple[Move, ...]]):
    """The undominated moves on a card, by `moves_key`, filled lazily. A move is dominated by one that is not worse in
    any respect: distance from the tomb, gems, potions, crosses, torch, skulls.
    """

    def __missing__(self, key: int) -> tuple[Move, ...]:
        if len(self) >= _KNOWN:
            self.clear()
        rest, shape = key >> 3, key & 7
        card, marked = DECK[rest & 63], rest >> 6
        masks = cells(open_cells(card, marked))
        if shape != SINGLE:
            masks += positions(card, marked, SHAPES[shape])
        rings = RINGS[card.number]
        best: dict[tuple[int, ...], Move] = {}
        for mask in masks:
            reach = mask | marked
            far = 0
            while not rings[far] & reach:
                far += 1
            brings = _brings(card, mask) if mask & card.symbols else _NOTHING
            if brings not in best or far < best[brings][2]:
                best[brings] = (_code(brings), brings[-1], far, reach)
        costs = [(move[2], *[-one for one in brings]) for brings, move in best.items()]
        self[key] = kept = tuple(
            [
                move
                for cost, move in zip(costs, best.values(), strict=True)
                if not any(other is not cost and all(map(le, other, cost)) for other in costs)
            ]
        )
        return kept


_NOTHING = (0,) * 6


def _brings(card: Card, mask: int) -> tuple[int, ...]:
    """The count of each symbol, with signs such that more is better for the player; several torches count as one."""
    return (
        (mask & card.red_gems).bit_count(),
        (mask & card.green_gems).bit_count(),
        -(mask & card.skulls).bit_count(),
        (mask & card.potions).bit_count(),
        1 if mask & card.torches else 0,
        (mask & card.crosses).bit_count(),
    )


def _code(brings: tuple[int, ...]) -> int:
    red, green, skulls, potions, torch, _ = brings
    return red + _GREEN * green - _SKULLS * skulls + _POTIONS * potions + _TORCH * torch


MOVES = _Moves()


FINISHED = 10
"""Points of a finished card (docs/rules.md D4)."""

SKULLS_PER_STEP = 0.525
"""Estimated increase of skulls less potions per step."""

PARTNER = 1.37
"""Value of a gem without a partner beyond its point, at the beginning; it falls to 0 at the end."""

FRESH_CARD = 0.32
"""Value of finishing a card beyond its points, as a share of them, while steps are left."""

FAR = 6.0
"""Distance (cells) from the tomb at which a card has value 0; beyond it, the card is a burden, as it occupies a
place.
"""

LAST_CELLS = (0.0, -0.175, -0.1)
"""Reduction of a card's value by its distance to the tomb: a step that marks just the last cells is partly wasted."""

CELLS_PER_STEP, DOUBT = 3.1, 3.6
"""Estimated progress (cells) of a card per step, and the margin (cells) beyond which a card is certain to be finished
in time or certain not to be.
"""


def points_of(sheet: int) -> int:
    """The sheet's points at the end, including the torch (docs/rules.md D4)."""
    red, green, skulls, torch = read_sheet(sheet)
    return 5 * torch + 5 * min(red, green) + abs(red - green) - (SKULLS[skulls - 1] if skulls else 0)


@cache
def sheet_values(left: int) -> tuple[float, ...]:
    """Expected points of each sheet with this number of steps left."""
    return tuple([_sheet_value(sheet, left) for sheet in range(2 * _COUNTS**3)])


def _sheet_value(sheet: int, left: int) -> float:
    red, green, skulls, torch = read_sheet(sheet)
    single = abs(red - green)
    return (
        5 * torch
        + 5 * min(red, green)
        + single
        + PARTNER * single * left / STEPS
        - skull_cost(skulls + SKULLS_PER_STEP * left)
    )


@cache
def card_share_by_distance(left: int, other: int) -> tuple[float, ...]:
    """By distance to the tomb: the value of a card as a share of the value of finishing it, given the distance of the
    player's other card and the steps left.
    """
    return tuple(_share_at(far, left, other) for far in range(FARTHEST + 1))


def _share_at(far: int, left: int, other: int) -> float:
    if not far:
        return 1 + (FRESH_CARD if left else 0)
    spare_cells = CELLS_PER_STEP * left + DOUBT - far - (other if other < far else 0)
    if not left or spare_cells <= 0:
        return 0.0
    part = 1 - far / FAR + (LAST_CELLS[far] if far < len(LAST_CELLS) else 0)
    return part if spare_cells >= 2 * DOUBT else part * spare_cells / (2 * DOUBT)


def _card_value(number: int) -> float:
    card = DECK[number]
    return (
        -2.3 * distance(number, 0)
        + 0.56 * (card.red_gems | card.green_gems).bit_count()
        + 1.1 * card.torches.bit_count()
        + 1.0 * card.potions.bit_count()
        + 0.9 * card.crosses.bit_count()
        - 0.125 * card.skulls.bit_count()
    )


CARD_VALUES = (0.0, *map(_card_value, DECK.numbers))
"""Value of an empty card by its number, regardless of its colour."""

UNSEEN_CARD_VALUE = fsum(CARD_VALUES) / len(DECK.numbers)
"""Value of an unseen card."""

FIRST_DISTANCES = (0, *(distance(number, 0) for number in DECK.numbers))
"""The number of cells to mark to finish an empty card, by its number."""
