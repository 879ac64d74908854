"""A fast playout policy: the domino and the pair of cells with the largest gain, found for many cells at once
(docs/ai.md).

`_gains` groups the cells by the gain of a block with a given colour and number of icons.
"""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import NamedTuple

from engine.pyramido.ai.building import BELOW, CARD_ICONS, HALVES, RIGHT, Building, Half
from engine.pyramido.ai.outlook import expected_total
from engine.pyramido.state import CARD_OF, CARDS

MARKS = 1.5
"""Value (points) of placing a colour's marker, beyond the icons there."""

STRAY = 0.3
"""Weight of a block's icons if it joins no marked area."""

SECOND_MARK = 0.4
"""Weight of the lesser gain if both blocks of a domino could be marked: only one is, and a later block may mark the
other colour.
"""

STAYS = (0.5, 0.4, 0.3, 0.0)
"""Extra points per icon that stays visible, by stage."""

CARD_PAYS = 3.5
"""Least gain (points) for which a card is laid in stage 3. In stage 4 any gain suffices."""

TRIED = 4
"""The number of best placements that are valued by the outlook."""

Gain = tuple[float, int]
"""A gain in points, and the cells (bitboard) with that gain."""


def turn(building: Building, quarry: list[int], across: int, down: int, rng: Random) -> tuple[int, Building]:
    """Return the quarry space of a good turn and the building after it, with a card if it pays. A domino must fit."""
    found = _best(building, quarry, across, down)
    found.sort(key=itemgetter(0), reverse=True)
    best, out = -1e9, (0, building)
    for _, space, where, rotation in found[:TRIED]:
        # A random one of these cells: drop a random number of the lowest.
        for _ in range(int(rng.random() * where.bit_count())):
            where &= where - 1
        cell = where & -where
        new = building.copy()
        low, high = HALVES[quarry[space]][rotation]
        _lay(new, low, cell, high, cell << (RIGHT if rotation in (0, 180) else BELOW))
        points = expected_total(new)
        if points > best:
            best, out = points, (space, new)
    return out


def _best(building: Building, quarry: list[int], across: int, down: int) -> list[tuple[float, int, int, int]]:
    """For each domino and rotation, the largest gain and where: gain, space, left or upper cells, rotation."""
    stays = STAYS[building.lattice.stage - 1]
    known: dict[tuple[int, int], list[Gain]] = {}
    out = []
    for space, domino in enumerate(quarry):
        for pairs, shift, rotations in ((across, RIGHT, (0, 180)), (down, BELOW, (90, 270))):
            for rotation in rotations if pairs else ():
                low, high = HALVES[domino][rotation]
                lasting = Lasting(stays, *building.lattice.lasting_icons(domino, rotation))
                if low.colour == high.colour:
                    gains = _known(known, building, low.colour, low.count + high.count)
                    gain, where = _of_one_colour(gains, pairs, shift, lasting)
                else:
                    gains = _known(known, building, low.colour, low.count)
                    others = _known(known, building, high.colour, high.count)
                    unmarked = building.marked[low.colour] is None and building.marked[high.colour] is None
                    two = low.count and high.count and unmarked
                    gain, where = _of_two_colours(gains, others, pairs, shift, lasting, 1 - SECOND_MARK if two else 0.0)
                out.append((gain, space, where, rotation))
    return out


def _known(known: dict[tuple[int, int], list[Gain]], building: Building, colour: int, count: int) -> list[Gain]:
    gains = known.get((colour, count))
    if gains is None:
        gains = known[colour, count] = _gains(building, colour, count)
    return gains


class Lasting(NamedTuple):
    """The extra gain for icons that stay visible in later stages: points per icon, and the cells on which exactly one
    icon of the domino (`ones`) or both (`twos`) stay visible.
    """

    points: float
    ones: int
    twos: int


def _of_one_colour(gains: list[Gain], pairs: int, shift: int, lasting: Lasting) -> Gain:
    """The largest gain of a domino of one colour on these pairs of cells, and where."""
    points, ones, twos = lasting
    most = 2 * points
    best, found = -1.0, 0
    for value, cells in gains:
        if value + most <= best:
            break
        where = (cells | cells >> shift) & pairs
        if where:
            if where & twos:
                where &= twos
                value += most
            elif where & ones:
                where &= ones
                value += points
            if value > best:
                best, found = value, where
    return best, found


def _of_two_colours(
    gains: list[Gain], others: list[Gain], pairs: int, shift: int, lasting: Lasting, less: float
) -> Gain:
    """The same for blocks of two colours; the lesser gain is reduced by the share `less`."""
    points, ones, twos = lasting
    most = 2 * points
    top = others[0][0] + most
    best, found = -1.0, 0
    for first, cells in gains:
        if first + top <= best:
            break
        cells &= pairs
        if not cells:
            continue
        for second, beyond in others:
            value = first + second
            if value + most <= best:
                break
            where = cells & beyond >> shift
            if not where:
                continue
            value -= less * (first if first < second else second)
            if where & twos:
                where &= twos
                value += most
            elif where & ones:
                where &= ones
                value += points
            if value > best:
                best, found = value, where
    return best, found


def _gains(building: Building, colour: int, count: int) -> list[Gain]:
    """The gains of a block with this colour and number of icons, best first, each with its cells."""
    free = building.free
    area = building.marked[colour]
    if area is not None:
        beside = area[0] & free
        gains = [(float(count), beside), (STRAY * count, free)]
        gains += [
            (float(count + icons), reach & beside)
            for reach, icons in building.loose[colour]
            if icons and reach & beside
        ]
    elif count:
        gains = [(MARKS + count, free)]
        gains += [
            (MARKS + count + icons, reach & free) for reach, icons in building.loose[colour] if icons and reach & free
        ]
    else:
        gains = [(0.0, free)]
        gains += [(STRAY * icons, reach & free) for reach, icons in building.loose[colour] if icons and reach & free]
    gains.sort(reverse=True)
    return gains


def joined(building: Building, colour: int, cell: int) -> int:
    """The icons of unmarked groups beside a cell."""
    return sum([icons for reach, icons in building.loose[colour] if reach & cell])


def _lay(building: Building, low: Half, cell: int, high: Half, other: int) -> None:
    """Lay both blocks, and mark one if possible; cover the other with a card if worthwhile (docs/rules.md C2)."""
    marked = building.marked
    gains = [
        half.count + joined(building, half.colour, at) if half.count and marked[half.colour] is None else -1
        for half, at in ((low, cell), (high, other))
    ]
    mark = -1 if max(gains) < 0 else 0 if gains[0] >= gains[1] else 1
    covered, card = -1, -1
    if building.lattice.stage == 3 and len(building.cards) > 1:
        covered, card = _card(building, low, cell, high, other, mark)
    for number, (half, at) in enumerate(((low, cell), (high, other))):
        if number == covered:
            icons = max(CARD_ICONS.values(), key=lambda bits: (bits * at & building.lattice.rings).bit_count())
            building.cards = tuple([c for c in building.cards if c != CARD_OF[card]])
            building.lay(at, card, 1, icons, marked[card] is None)
        else:
            building.lay(at, half.colour, half.count, half.icons, number == mark)


def _card(building: Building, low: Half, cell: int, high: Half, other: int, mark: int) -> tuple[int, int]:
    """The block to cover and the card's colour, or (−1, −1)."""
    best, found = CARD_PAYS, (-1, -1)
    marked_colour = (low, high)[mark].colour if mark >= 0 else -1
    for number, (half, at) in enumerate(((low, cell), (high, other))):
        if number == mark:
            continue
        area = building.marked[half.colour]
        lost = half.count if area is not None and area[0] & at else 0
        for card in building.cards:
            for colour in CARDS[card]:
                if building.marked[colour] is None and colour != marked_colour:
                    gain = 1 + joined(building, colour, at) - lost
                    if gain > best:
                        best, found = gain, (number, colour)
    return found
