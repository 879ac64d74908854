"""Tables that let a seat's future be played on quickly, on small integers (docs/ai.md).

A *sheet* is a score card of one round as a number: gems of both colours, skulls, and whether this round's torch is
marked. What a set of cells brings is a *code*: how many of each symbol, the red crosses apart.
"""

from __future__ import annotations

from functools import cache
from math import fsum
from operator import le

from engine.silver_gold_pyramids.cards import Card, cells
from engine.silver_gold_pyramids.marking import lies, open_cells
from engine.silver_gold_pyramids.outlook import RINGS, distance, track
from engine.silver_gold_pyramids.shapes import CELLS
from engine.silver_gold_pyramids.state import DECK, GEMS, SKULLS, STEPS, Sheet

Move = tuple[int, int, int, int]
"""The code of the cells, the red crosses among them, the distance to the tomb and the marked cells after it."""

SHAPES = tuple(CELLS)
SINGLE = len(SHAPES)
"""The index of a single cell, after those of the shapes."""
SHAPE_INDEX = {shape: index for index, shape in enumerate(SHAPES)}

_GREEN, _SKULLS, _POTIONS, _TORCH = 5, 25, 125, 625
CODES = 1250
_COUNTS = GEMS + 1
"""Gems and skulls are both counted from 0 to 10."""

FARTHEST = 15
"""A card is at most so far from its tomb; more counts alike."""


def sheet_of(red_gems: int, green_gems: int, skulls: int, torch: bool) -> int:
    return ((red_gems * _COUNTS + green_gems) * _COUNTS + skulls) * 2 + torch


def sheet_number(sheet: Sheet, round_: int) -> int:
    """The same of a score card."""
    return sheet_of(sheet.red_gems, sheet.green_gems, sheet.skulls, bool(sheet.torches >> round_ & 1))


def read_sheet(sheet: int) -> tuple[int, int, int, int]:
    """Red gems, green gems, skulls, and 1 for the torch."""
    rest, torch = divmod(sheet, 2)
    gems, skulls = divmod(rest, _COUNTS)
    return (*divmod(gems, _COUNTS), skulls, torch)


_KNOWN = 60_000
"""So many entries are kept of what is worked out when first asked."""


class _After(dict[int, int]):
    """The sheet after cells marked together, by `sheet * CODES + code` (docs/rules.md D3.1); worked out when first
    asked."""

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
    return (marked << 6 | number) << 3 | shape


class _Moves(dict[int, tuple[Move, ...]]):
    """What may be marked on a card, by `moves_key`, without what is worse in one way and better in none: further from
    the tomb, fewer gems, potions, crosses, no torch, more skulls."""

    def __missing__(self, key: int) -> tuple[Move, ...]:
        if len(self) >= _KNOWN:
            self.clear()
        rest, shape = key >> 3, key & 7
        card, marked = DECK[rest & 63], rest >> 6
        masks = cells(open_cells(card, marked))
        if shape != SINGLE:
            masks += lies(card, marked, SHAPES[shape])
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
    """How many of each symbol, what is good for the player as positive numbers; one torch counts like more."""
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

SKULLS_A_STEP = 0.525
"""How many more skulls than potions a step brings, about."""

PARTNER = 1.37
"""What a gem without a partner is worth beyond its point when the game begins; it falls to nothing at the end."""

FRESH_CARD = 0.32
"""What a finished card is worth beyond its points, as a part of them, while steps are left."""

FAR = 6.0
"""A card so many cells from its tomb is worth nothing yet; further off it holds a place that others would fill."""

LAST_CELLS = (0.0, -0.175, -0.1)
"""What the last cells to a tomb take off besides: a step that marks them has nothing left to do."""

CELLS_A_STEP, DOUBT = 3.1, 3.6
"""How far a step brings a card, about; so many cells sooner or later than that it is finished surely or not at all."""


def points_of(sheet: int) -> int:
    """What the sheet is worth at the end, the torch among it (docs/rules.md D4)."""
    red, green, skulls, torch = read_sheet(sheet)
    return 5 * torch + 5 * min(red, green) + abs(red - green) - (SKULLS[skulls - 1] if skulls else 0)


@cache
def sheet_worths(left: int) -> tuple[float, ...]:
    """By sheet: the points to expect from it with so many steps left."""
    return tuple([_sheet_worth(sheet, left) for sheet in range(2 * _COUNTS**3)])


def _sheet_worth(sheet: int, left: int) -> float:
    red, green, skulls, torch = read_sheet(sheet)
    single = abs(red - green)
    return (
        5 * torch
        + 5 * min(red, green)
        + single
        + PARTNER * single * left / STEPS
        - track(skulls + SKULLS_A_STEP * left)
    )


@cache
def far_rows(left: int, other: int) -> tuple[float, ...]:
    """By distance to the tomb: the part that a card is worth of what finishing it brings, when the player's other card
    is so far from its own, and so many steps are left."""
    return tuple(_far_part(far, left, other) for far in range(FARTHEST + 1))


def _far_part(far: int, left: int, other: int) -> float:
    if not far:
        return 1 + (FRESH_CARD if left else 0)
    early = CELLS_A_STEP * left + DOUBT - far - (other if other < far else 0)
    if not left or early <= 0:
        return 0.0
    part = 1 - far / FAR + (LAST_CELLS[far] if far < len(LAST_CELLS) else 0)
    return part if early >= 2 * DOUBT else part * early / (2 * DOUBT)


def _card_worth(number: int) -> float:
    card = DECK[number]
    return (
        -2.3 * distance(number, 0)
        + 0.56 * (card.red_gems | card.green_gems).bit_count()
        + 1.1 * card.torches.bit_count()
        + 1.0 * card.potions.bit_count()
        + 0.9 * card.crosses.bit_count()
        - 0.125 * card.skulls.bit_count()
    )


CARD_WORTHS = (0.0, *map(_card_worth, DECK.numbers))
"""By number: how good a card is to begin with, whatever its colour."""

DECK_WORTH = fsum(CARD_WORTHS) / len(DECK.numbers)
"""The same of a card nobody has seen."""

FIRST_DISTANCES = (0, *(distance(number, 0) for number in DECK.numbers))
"""By number: the cells to mark on an empty card to finish it."""
