"""A fast playout policy: the domino and the pair of cells with the largest gain, found for many cells at once
(docs/ai.md).

`_levels` groups the cells by the gain of a block with a given colour and number of icons.
"""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import NamedTuple

from engine.pyramido.ai.outlook import worth
from engine.pyramido.ai.site import BELOW, CARD_ICONS, HALVES, RIGHT, Half, Site
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

Level = tuple[float, int]
"""A gain in points, and the cells with that gain."""


def turn(here: Site, quarry: list[int], across: int, down: int, rng: Random) -> tuple[int, Site]:
    """Return the quarry space of a good turn and the site after it, with a card if worthwhile. A domino must fit."""
    found = _best(here, quarry, across, down)
    found.sort(key=itemgetter(0), reverse=True)
    best, out = -1e9, (0, here)
    for _, space, where, rotation in found[:TRIED]:
        # A random one of these cells: drop a random number of the lowest.
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
    """For each domino and rotation, the largest gain and where: gain, space, left or upper cells, rotation."""
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
                    unmarked = here.marked[low.colour] is None and here.marked[high.colour] is None
                    two = low.count and high.count and unmarked
                    gain, where = _of_two_colours(
                        levels, others, pairs, shift, lasting, 1 - SECOND_MARK if two else 0.0
                    )
                out.append((gain, space, where, rotation))
    return out


def _known(known: dict[tuple[int, int], list[Level]], here: Site, colour: int, count: int) -> list[Level]:
    levels = known.get((colour, count))
    if levels is None:
        levels = known[colour, count] = _levels(here, colour, count)
    return levels


class Lasting(NamedTuple):
    """The extra gain for icons that stay visible in later stages: points per icon, and the cells on which exactly one
    icon of the domino (`ones`) or both (`twos`) stay visible.
    """

    points: float
    ones: int
    twos: int


def _of_one_colour(levels: list[Level], pairs: int, shift: int, lasting: Lasting) -> Level:
    """The largest gain of a domino of one colour on these pairs of cells, and where."""
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
    """The same for blocks of two colours; the lesser gain is reduced by the share `less`."""
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
    """The gains of a block with this colour and number of icons, best first, each with its cells."""
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
    """Lay both blocks, and mark one if possible; cover the other with a card if worthwhile (docs/rules.md C2)."""
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
    """The block to cover and the card's colour, or (−1, −1)."""
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
