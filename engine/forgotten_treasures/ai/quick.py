"""The seat's own side of a quick playout (docs/ai.md): its pyramid, kept as lookup tables, and its gems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.forgotten_treasures import gems
from engine.forgotten_treasures.ai.outlook import LAST_STAGE, TURNS, Outlook
from engine.forgotten_treasures.ai.plot import FACES, Areas, Sketch, Spot, fitting_by_rotation
from engine.forgotten_treasures.state import KEEP
from engine.pyramid import Area

Grown = tuple[int, int, int]
"""An area in the model: its quadrants, its icons, and the cells of the open stage that touch it."""

LATER_ICONS = 0.5
"""Estimated icons that an area has gained when a later stage is scored."""

KEPT = 0.5
"""Value of a kept gem as a share of its best later use."""

KEPT_MYTHICAL = (0.0, 2.4, 2.0, 1.6, 1.0)
"""Value (points) of a mythical gem by stage."""

_BELOW_ALL = -(1 << 20)
"""Less than any growth."""

_COLOURS = range(len(gems.COLOURS))
_COUNT = tuple(bits.bit_count() for bits in range(16))
_SEEN = tuple(tuple((icons & outer).bit_count() for outer in range(16)) for icons in range(16))


@lru_cache(maxsize=1024)
def _grown(pyramid: Sketch) -> tuple[tuple[tuple[Grown, ...], ...], tuple[tuple[Grown, ...], ...]]:
    """The areas by colour as they will be visible when the stage is scored, and the parts of them that stay visible to
    the end.
    """
    plot = pyramid.plot
    return (
        _touching(pyramid.now, plot.beside),
        _touching(pyramid.lasting, plot.ring_beside),
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


class OwnSide:
    """The seat's pyramid and gems by kind; `points` are those scored in this playout."""

    def __init__(self, pyramid: Sketch, held: int) -> None:
        self.gems = list(held.to_bytes(6, "little"))
        self.points = 0
        self.plot = pyramid.plot
        self.free = pyramid.free
        now, lasting = _grown(pyramid)
        self.gains: dict[int, list[tuple[int, int, int, int]]] = {}
        self.units: dict[int, list[float]] = {}
        self.room: list[tuple[int, int]] = []
        self.now: list[Sequence[Grown]] = list(now)
        self.lasting: list[Sequence[Grown]] = list(lasting)

    def see(self, areas: Iterable[Area]) -> None:
        """Set the areas of a complete stage, including those visible through gaps."""
        self.now = [[(area.quadrants, area.icons, 0) for area in areas if area.colour == c] for c in _COLOURS]

    def lay(self, domino: int, spot: Spot) -> None:
        """Place a domino on a spot."""
        plot = self.plot
        self.free &= ~spot.cells
        self.room = []
        for (colour, icons), cell in zip(FACES[domino, spot.rotation], (spot.first, spot.second), strict=True):
            self.gains.pop(colour, None)
            self.units.pop(colour, None)
            self.now[colour] = _join(self.now[colour], cell, plot.squares[cell], plot.around[cell], _COUNT[icons])
            if ring := plot.rings[cell]:
                seen = _COUNT[icons & plot.outer[cell]]
                self.lasting[colour] = _join(self.lasting[colour], cell, ring, plot.ring_around[cell], seen)

    def best_spot(self, domino: int) -> tuple[int, Spot]:
        """Return the largest growth of areas by the domino, and the spot for it.

        Each block of the domino contributes, in stage s,

            2 (n² − Σ a²) + 2 (4 − s) (m² − Σ b²) + n f − Σ c − (4 − s) Σ d

        n is the size (icons) of the block's area and a are the sizes of the areas that it joins, as visible when the
        stage is scored; m and b are the same for the parts that stay visible to the end. f is the number of free cells
        beside the block, other than the domino's own. c (and d, for the parts that stay visible to the end) are the
        sizes of areas of other colours beside the block, which lose a cell to grow on.
        """
        later = 2 * (LAST_STAGE - self.plot.stage)
        room = self._room()
        first, second = (self._gains(colour) for colour, _ in FACES[domino, 0])
        most = _BELOW_ALL
        for rotation, spots in fitting_by_rotation(self.plot, self.free):
            (_, icons), (_, icons2) = FACES[domino, rotation]
            count, count2, lasting, lasting2 = _COUNT[icons], _COUNT[icons2], _SEEN[icons], _SEEN[icons2]
            for spot in spots:
                now, last, before, outer = first[spot.first]
                now2, last2, before2, outer2 = second[spot.second]
                free, blocked = room[spot.first]
                free2, blocked2 = room[spot.second]
                now += count
                now2 += count2
                last += lasting[outer]
                last2 += lasting2[outer2]
                growth = now * (now + now + free) + now2 * (now2 + now2 + free2) - before - before2
                growth += later * (last * last + last2 * last2) - blocked - blocked2
                if growth > most:
                    most = growth
                    found = spot
        return most, found

    def _room(self) -> list[tuple[int, int]]:
        """By cell: f of `best_spot`, and Σ c + (4 − s) Σ d over areas of all colours beside the cell."""
        if not self.room:
            later = LAST_STAGE - self.plot.stage
            icons = [0] * len(self.plot.squares)
            for colour in _COLOURS:
                for cell, (now, last, _, _) in enumerate(self._gains(colour)):
                    icons[cell] += now + later * last
            self.room = [
                ((around & self.free).bit_count() - 1, beside)
                for around, beside in zip(self.plot.around, icons, strict=True)
            ]
        return self.room

    def _gains(self, colour: int) -> list[tuple[int, int, int, int]]:
        """By cell, for a block of the colour, with the letters of `best_spot`: `now` = Σ a; `last` = Σ b; `before` =
        Σ (2a² − a) + (4 − s) Σ (2b² − b); and `outer`, which of the cell's quadrants last (bits as in `FACES`).

        The terms − a and − b in `before` are there because `best_spot` also subtracts `blocked` (`_room`), which
        includes the areas of the block's own colour; they cancel these.
        """
        if colour in self.gains:
            return self.gains[colour]
        cells = len(self.plot.squares)
        now, last, before = [0] * cells, [0] * cells, [0] * cells
        later = LAST_STAGE - self.plot.stage
        for joined, areas, weight in ((now, self.now[colour], 1), (last, self.lasting[colour], later)):
            for _, icons, touch in areas:
                if icons:
                    left = touch & self.free
                    counted = weight * icons * (2 * icons - 1)
                    while left:
                        low = left & -left
                        cell = low.bit_length() - 1
                        joined[cell] += icons
                        before[cell] += counted
                        left ^= low
        table = self.gains[colour] = list(zip(now, last, before, self.plot.outer, strict=True))
        return table

    def gem_values(self) -> list[float]:
        """The value of one more gem of each kind: its best use, now or later."""
        out = []
        for colour in _COLOURS:
            if colour not in self.units:
                units = self._later(colour)
                for _, icons, _ in self.now[colour]:
                    units += (icons, icons / 2, icons / 2)
                units.sort(reverse=True)
                self.units[colour] = units
            units = self.units[colour]
            have = self.gems[colour]
            out.append(units[have] if have < len(units) else 0.0)
        out.append(KEPT_MYTHICAL[self.plot.stage])
        return out

    def _later(self, colour: int) -> list[float]:
        """The points of the colour's units in later stages, best first."""
        units: list[float] = []
        for _, icons, _ in self.lasting[colour]:
            size = icons + LATER_ICONS
            units += (size, size / 2, size / 2)
        units = units * (LAST_STAGE - self.plot.stage)
        units.sort(reverse=True)
        return units

    def score(self) -> list[int]:
        """Score the stage, and return the gems spent or discarded."""
        mythical = self.gems[gems.MYTHICAL]
        sizes = [sorted([icons for _, icons, _ in parts if icons], reverse=True) for parts in self.now]
        if self.plot.stage == LAST_STAGE:
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
        surplus = len(kept) + mythical - KEEP
        if surplus > 0:
            kept += [(KEPT_MYTHICAL[self.plot.stage + 1], gems.MYTHICAL)] * mythical
            kept.sort()
            for _, kind in kept[:surplus]:
                self.gems[kind] -= 1
                gone.append(kind)
        return gone

    @property
    def expected_rest(self) -> float:
        """Expected points of this stage and the later ones, at its beginning."""
        stage = self.plot.stage
        return Outlook(stage, self.now, self.lasting, TURNS[stage]).expected_points(
            sum(n << 8 * k for k, n in enumerate(self.gems))
        )

    def open_next(self) -> None:
        """Open the next stage."""
        self.plot = plot = self.plot.next_stage
        self.free = plot.cells
        self.gains = {}
        self.units = {}
        self.room = []
        lasting = tuple(tuple(part[:2] for part in parts) for parts in self.lasting)
        now = _touching(lasting, plot.beside)
        self.now = list(now)
        self.lasting = list(_touching(lasting, plot.ring_beside))


def _paid(sizes: list[int], units: int) -> list[int]:
    """The most points of up to 0, 1, 2 … `units` units on the areas of one colour, sorted by size: doubling an area
    costs two units more, and larger areas are doubled first.
    """
    most = [0]
    for spent in range(1, units + 1):
        best = most[-1]
        for doubled in range(min(spent // 3, len(sizes)) + 1):
            single = sizes[doubled : spent - 2 * doubled]
            best = max(best, 2 * sum(sizes[:doubled]) + sum(single))
        most.append(best)
    return most


def _most(sizes: list[list[int]], held: list[int]) -> int:
    """The most points in the last stage."""
    mythical = held[gems.MYTHICAL]
    pairs = mythical // 2
    best = [0] * (pairs + 1)  # by number of mythical pairs spent: the most points of the colours so far
    for colour in _COLOURS:
        own = held[colour]
        paid = _paid(sizes[colour], own + pairs)
        best = [max(best[more - extra] + paid[own + extra] for extra in range(more + 1)) for more in range(pairs + 1)]
    return max(points + mythical - 2 * spent for spent, points in enumerate(best))
