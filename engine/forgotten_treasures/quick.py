"""The seat's own side of a game played on quickly (docs/ai.md): a pyramid that grows by tables, and its gems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.forgotten_treasures import gems
from engine.forgotten_treasures.outlook import LAST_STAGE, MYTHICAL
from engine.forgotten_treasures.site import FACES, Areas, Sketch, Spot, site
from engine.forgotten_treasures.state import KEEP

Grown = tuple[int, int, int]
"""An area in thought: its quadrants, its icons, and the cells of the open stage that touch it."""

LATER_ICONS = 1.5
"""How many icons more an area has, about, when a later stage is scored."""

KEPT = 0.8
"""The part of its best later use that a kept gem is worth."""

_COLOURS = range(len(gems.COLOURS))
_COUNT = tuple(bits.bit_count() for bits in range(16))


@lru_cache(maxsize=4096)
def _grown(pyramid: Sketch) -> tuple[tuple[tuple[Grown, ...], ...], tuple[tuple[Grown, ...], ...]]:
    """The areas by colour as they will be seen, and as they last."""
    here = pyramid.site
    return (
        _touching(pyramid.now, here.beside),
        _touching(pyramid.lasting, here.ring_beside),
    )


def _touching(areas: Areas, beside: tuple[int, ...]) -> tuple[tuple[Grown, ...], ...]:
    return tuple(
        tuple(
            (
                mask,
                icons,
                sum(1 << cell for cell, near in enumerate(beside) if near & mask),
            )
            for mask, icons in parts
        )
        for parts in areas
    )


def _join(parts: Iterable[Grown], cell: int, square: int, around: int, icons: int) -> list[Grown]:
    """The areas of a colour with a block of that colour on a cell."""
    apart = []
    for part in parts:
        if part[2] >> cell & 1:
            square |= part[0]
            icons += part[1]
            around |= part[2]
        else:
            apart.append(part)
    apart.append((square, icons, around))
    return apart


class Mine:
    """A pyramid and gems by kind; `points` are those scored on the way."""

    def __init__(self, pyramid: Sketch, held: int) -> None:
        self.gems = list(held.to_bytes(6, "little"))
        self.points = 0
        self.site = pyramid.site
        self.free = pyramid.free
        now, lasting = _grown(pyramid)
        self.now: list[Sequence[Grown]] = list(now)
        self.lasting: list[Sequence[Grown]] = list(lasting)

    def lay(self, domino: int, spot: Spot) -> None:
        here = self.site
        self.free &= ~spot.cells
        for (colour, icons), cell in zip(FACES[domino, spot.rotation], (spot.first, spot.second), strict=True):
            self.now[colour] = _join(self.now[colour], cell, here.squares[cell], here.around[cell], _COUNT[icons])
            if ring := here.rings[cell]:
                seen = _COUNT[icons & here.outer[cell]]
                self.lasting[colour] = _join(self.lasting[colour], cell, ring, here.ring_around[cell], seen)

    def best(self, dominoes: Iterable[int], spots: Sequence[Spot]) -> tuple[int, Spot]:
        """The domino and the spot by which areas grow most, by the squares of their sizes on all stages to come."""
        outer = self.site.outer
        later = LAST_STAGE - self.site.stage
        gains: dict[int, list[list[int]]] = {}
        found = (0, spots[0])
        most = -1
        for domino in dominoes:
            for spot in spots:
                worth = 0
                (colour, icons), (colour2, icons2) = FACES[domino, spot.rotation]
                if colour not in gains:
                    gains[colour] = self._gains(colour)
                if colour2 not in gains:
                    gains[colour2] = self._gains(colour2)
                joined, squares, joined_later, squares_later = gains[colour][spot.first]
                joined += _COUNT[icons]
                joined_later += _COUNT[icons & outer[spot.first]]
                worth = joined * joined - squares + later * (joined_later * joined_later - squares_later)
                joined, squares, joined_later, squares_later = gains[colour2][spot.second]
                joined += _COUNT[icons2]
                joined_later += _COUNT[icons2 & outer[spot.second]]
                worth += joined * joined - squares + later * (joined_later * joined_later - squares_later)
                if worth > most:
                    most = worth
                    found = domino, spot
        return found

    def _gains(self, colour: int) -> list[list[int]]:
        """By cell: the icons that a block of the colour would join and the sum of their squares, now and lasting."""
        table = [[0, 0, 0, 0] for _ in self.site.squares]
        for at, areas in ((0, self.now[colour]), (2, self.lasting[colour])):
            for _, icons, touch in areas:
                if icons:
                    cells = touch & self.free
                    while cells:
                        low = cells & -cells
                        row = table[low.bit_length() - 1]
                        row[at] += icons
                        row[at + 1] += icons * icons
                        cells ^= low
        return table

    def best_gem(self, offered: Iterable[int]) -> int:
        """The kind with the best use, now or later."""
        stage = self.site.stage
        best, found = -1.0, 0
        for kind in offered:
            if kind == gems.MYTHICAL:
                use = MYTHICAL[stage]
            else:
                units = self._later(kind)
                for _, icons, _ in self.now[kind]:
                    units += (icons, icons / 2, icons / 2)
                units.sort(reverse=True)
                have = self.gems[kind]
                use = units[have] if have < len(units) else 0.0
            if use > best:
                best, found = use, kind
        return found

    def _later(self, colour: int) -> list[float]:
        """What units of the colour will bring on later stages, best first."""
        units: list[float] = []
        for _, icons, _ in self.lasting[colour]:
            size = icons + LATER_ICONS
            units += (size, size / 2, size / 2)
        units = units * (LAST_STAGE - self.site.stage)
        units.sort(reverse=True)
        return units

    def score(self) -> list[int]:
        """The stage is scored: adds its points, and gives the gems spent or discarded."""
        mythical = self.gems[gems.MYTHICAL]
        sizes = [sorted([icons for _, icons, _ in parts if icons], reverse=True) for parts in self.now]
        if self.site.stage == LAST_STAGE:
            self.points += _most(sizes, self.gems)
            return []
        self.points += mythical
        gone = []
        kept = []
        for colour in _COLOURS:
            own = self.gems[colour]
            if not own:
                continue
            paid = _paid(sizes[colour], own)
            later = [KEPT * unit for unit in self._later(colour)[:own]]
            later += [0.0] * (own - len(later))
            spent = max(range(own + 1), key=lambda spent: paid[spent] + sum(later[: own - spent]))
            self.points += paid[spent]
            self.gems[colour] = own - spent
            gone += [colour] * spent
            kept += [(later[index], colour) for index in range(own - spent)]
        over = len(kept) + mythical - KEEP
        if over > 0:
            kept += [(MYTHICAL[self.site.stage + 1], gems.MYTHICAL)] * mythical
            kept.sort()
            for _, kind in kept[:over]:
                self.gems[kind] -= 1
                gone.append(kind)
        return gone

    def open_next(self) -> None:
        """The next stage is open and empty."""
        here = self.site
        stage = here.stage + 1
        self.site = here = site(stage, here.width + stage - 2, here.height + stage - 2)
        self.free = here.cells
        lasting = tuple(tuple(part[:2] for part in parts) for parts in self.lasting)
        now = _touching(lasting, here.beside)
        self.now = list(now)
        self.lasting = list(_touching(lasting, here.ring_beside))


def _paid(sizes: list[int], units: int) -> list[int]:
    """The most points of up to 0, 1, 2 … `units` units on the areas of one colour, the largest first: doubling an area
    costs two units more, and larger ones are doubled first."""
    most = [0]
    for spent in range(1, units + 1):
        best = most[-1]
        for doubled in range(min(spent // 3, len(sizes)) + 1):
            single = sizes[doubled : spent - 2 * doubled]
            best = max(best, 2 * sum(sizes[:doubled]) + sum(single))
        most.append(best)
    return most


def _most(sizes: list[list[int]], held: list[int]) -> int:
    """The most points of the last stage."""
    mythical = held[gems.MYTHICAL]
    pairs = mythical // 2
    best = [0] * (pairs + 1)
    for colour in _COLOURS:
        own = held[colour]
        paid = _paid(sizes[colour], own + pairs)
        best = [max(best[more - extra] + paid[own + extra] for extra in range(more + 1)) for more in range(pairs + 1)]
    return max(points + mythical - 2 * spent for spent, points in enumerate(best))
