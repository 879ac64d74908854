"""A good turn at once: the domino and the pair of cells of most gain, found for many cells together (docs/ai.md).

`_levels` gives the cells by what a block of a colour with so many icons brings there.
"""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import NamedTuple

from engine.pyramido.outlook import worth
from engine.pyramido.site import BELOW, CARD_ICONS, HALVES, RIGHT, Half, Site
from engine.pyramido.state import CARD_OF, CARDS

MARKS = 1.5
"""What a colour's marker brings beyond the icons that are there."""

STRAY = 0.3
"""The part of a block's icons that counts where it joins no marked area."""

HEIR = 0.4
"""The part of the second colour that counts when a domino could mark two: a later block may mark it."""

STAYS = (0.5, 0.4, 0.3, 0.0)
"""What an icon that stays visible brings besides, by stage."""

CARD_PAYS = 3.5
"""A card is laid on stage 3 where it brings so many points, and on stage 4 always where it brings any."""

TRIED = 4
"""Of the ways to lay a domino that bring most so many are weighed."""

Level = tuple[float, int]
"""A gain in points, and the cells where it is to be had."""


def turn(here: Site, quarry: list[int], across: int, down: int, rng: Random) -> tuple[int, Site]:
    """The quarry space of a good turn and the site after it, with a card where it pays. There is room for a domino."""
    found = _best(here, quarry, across, down)
    found.sort(key=itemgetter(0), reverse=True)
    best, out = -1e9, (0, here)
    for _, space, where, rotation in found[:TRIED]:
        for _ in range(int(rng.random() * where.bit_count())):
            where &= where - 1
        cell = where & -where
        new = here.copy()
        low, high = HALVES[quarry[space]][rotation]
        _lay(new, low, cell, high, cell << (RIGHT if rotation in (0, 180) else BELOW))
        points = worth(new)
        if points > best:
            best, out = points, (space, new)
    return out


def _best(here: Site, quarry: list[int], across: int, down: int) -> list[tuple[float, int, int, int]]:
    """For each domino and rotation what it brings at most, and on which left or upper cells: gain, space, cells,
    rotation.
    """
    stays = STAYS[here.lattice.stage - 1]
    known: dict[tuple[int, int], list[Level]] = {}
    out = []
    for space, domino in enumerate(quarry):
        for pairs, shift, rotations in ((across, RIGHT, (0, 180)), (down, BELOW, (90, 270))):
            for rotation in rotations if pairs else ():
                low, high = HALVES[domino][rotation]
                lasting = Lasting(stays, *here.lattice.kept(domino, rotation))
                if low.colour == high.colour:
                    levels = _known(known, here, low.colour, low.count + high.count)
                    gain, where = _of_one_colour(levels, pairs, shift, lasting)
                else:
                    levels = _known(known, here, low.colour, low.count)
                    others = _known(known, here, high.colour, high.count)
                    two = low.count and high.count and here.marked[low.colour] is here.marked[high.colour] is None
                    gain, where = _of_two_colours(levels, others, pairs, shift, lasting, 1 - HEIR if two else 0.0)
                out.append((gain, space, where, rotation))
    return out


def _known(known: dict[tuple[int, int], list[Level]], here: Site, colour: int, count: int) -> list[Level]:
    levels = known.get((colour, count))
    if levels is None:
        levels = known[colour, count] = _levels(here, colour, count)
    return levels


class Lasting(NamedTuple):
    """What stays visible on later stages: points for a block's icons, and the cells where those of one or both do."""

    points: float
    ones: int
    twos: int


def _of_one_colour(levels: list[Level], pairs: int, shift: int, lasting: Lasting) -> Level:
    """The most that a domino of one colour brings on one of these pairs of cells, and on which."""
    points, ones, twos = lasting
    most = 2 * points
    best, found = -1.0, 0
    for value, cells in levels:
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
    levels: list[Level], others: list[Level], pairs: int, shift: int, lasting: Lasting, less: float
) -> Level:
    """The same for blocks of two colours, the lesser of which counts `less` of its gain less."""
    points, ones, twos = lasting
    most = 2 * points
    top = others[0][0] + most
    best, found = -1.0, 0
    for first, cells in levels:
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


def _levels(here: Site, colour: int, count: int) -> list[Level]:
    """What a block of this colour with so many icons brings, and the cells where it does, best first."""
    free = here.free
    area = here.marked[colour]
    if area is not None:
        beside = area[0] & free
        levels = [(float(count), beside), (STRAY * count, free)]
        levels += [
            (float(count + icons), reach & beside) for reach, icons in here.loose[colour] if icons and reach & beside
        ]
    elif count:
        levels = [(MARKS + count, free)]
        levels += [
            (MARKS + count + icons, reach & free) for reach, icons in here.loose[colour] if icons and reach & free
        ]
    else:
        levels = [(0.0, free)]
        levels += [(STRAY * icons, reach & free) for reach, icons in here.loose[colour] if icons and reach & free]
    levels.sort(reverse=True)
    return levels


def joined(here: Site, colour: int, cell: int) -> int:
    """The icons of unmarked groups beside a cell."""
    return sum([icons for reach, icons in here.loose[colour] if reach & cell])


def _lay(here: Site, low: Half, cell: int, high: Half, other: int) -> None:
    """Both blocks, one of them marked if possible; the other is covered with a card where that pays
    (docs/rules.md C2)."""
    marked = here.marked
    gains = [
        half.count + joined(here, half.colour, at) if half.count and marked[half.colour] is None else -1
        for half, at in ((low, cell), (high, other))
    ]
    mark = -1 if max(gains) < 0 else 0 if gains[0] >= gains[1] else 1
    covered, card = -1, -1
    if here.lattice.stage == 3 and len(here.cards) > 1:
        covered, card = _card(here, low, cell, high, other, mark)
    for number, (half, at) in enumerate(((low, cell), (high, other))):
        if number == covered:
            icons = max(CARD_ICONS.values(), key=lambda bits: (bits * at & here.lattice.rings).bit_count())
            here.cards = tuple([c for c in here.cards if c != CARD_OF[card]])
            here.lay(at, card, 1, icons, marked[card] is None)
        else:
            here.lay(at, half.colour, half.count, half.icons, number == mark)


def _card(here: Site, low: Half, cell: int, high: Half, other: int, mark: int) -> tuple[int, int]:
    """The block to cover and with which colour, or (−1, −1)."""
    best, found = CARD_PAYS, (-1, -1)
    marks = (low, high)[mark].colour if mark >= 0 else -1
    for number, (half, at) in enumerate(((low, cell), (high, other))):
        if number == mark:
            continue
        area = here.marked[half.colour]
        lost = half.count if area is not None and area[0] & at else 0
        for card in here.cards:
            for colour in CARDS[card]:
                if here.marked[colour] is None and colour != marks:
                    gain = 1 + joined(here, colour, at) - lost
                    if gain > best:
                        best, found = gain, (number, colour)
    return found
