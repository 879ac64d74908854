"""A model of one architect's pyramid for fast counting: what will be visible when the open stage is complete
(docs/rules.md A2–A4, C4).

A stage is scored only when complete; an architect who cannot complete it is out. So the quadrants under the cells of
the open stage do not matter: a `Building` holds the rings of the stages below that stay visible, and the blocks of the
open stage. Nothing on it is ever covered, and areas only grow.

Bitboards are of quadrants, as in `engine.pyramid`: bit `y * 11 + x`. A cell is a mask with one bit, its upper left
quadrant: `cell << 2` is the cell to the right, `cell << 22` the cell below, and `cell * mask` is `mask` moved from the
origin to the cell.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine.pyramid import ICONS, LONG, QUADRANT_STRIDE, SHORT, SQUARE, Box, Pyramid, ground, spread
from engine.pyramido.actions import Block
from engine.pyramido.legal import ROTATIONS
from engine.pyramido.scoring import stage_points
from engine.pyramido.state import CARD_ICON, COLOURS, DOMINOES, Architect

RIGHT, BELOW = 2, 2 * QUADRANT_STRIDE
BLOCKS: tuple[Block, Block] = (0, 1)
CACHED = 1 << 16

Group = tuple[int, int]
"""An area as built so far: the cells of the open stage beside it, as a bitboard, and its icons."""


CARD_ICONS = {rotation: ICONS[CARD_ICON << rotation // 90] for rotation in ROTATIONS}
"""The icon of a card as a quadrant at the origin, by rotation."""


class Half(msgspec.Struct, frozen=True):
    """A block as it lies: `icons` are its quadrants with icons at the origin, `count` their number."""

    block: Block
    colour: int
    count: int
    icons: int


def _halves(domino: int, rotation: int) -> tuple[Half, Half]:
    """The left or upper block, then the other one."""
    halves = []
    for block, face in zip(BLOCKS, DOMINOES.faces[domino], strict=True):
        turned = face.turned(rotation)
        halves.append(Half(block, face.colour, face.icons.bit_count(), ICONS[turned.icons]))
    first, second = halves
    return (first, second) if rotation in (0, 90) else (second, first)


HALVES: list[dict[int, tuple[Half, Half]]] = [
    {rotation: _halves(domino, rotation) for rotation in ROTATIONS if domino} for domino in (0, *DOMINOES.ids)
]
"""The halves of a domino by its id and rotation. Rotations 0° and 180° lie across, the others down."""


class Lattice:
    """The cells of one stage, without what is on them. `rings`: the quadrants up to this stage that no later stage
    covers.
    """

    def __init__(self, columns: int, rows: int, stage: int) -> None:
        self.stage = stage
        self.columns, self.rows = columns + 1 - stage, rows + 1 - stage
        self.at = {(x, y): self._cell(x, y) for x in range(self.columns) for y in range(self.rows)}
        self._lasting_icons: dict[tuple[int, int], tuple[int, int]] = {}
        self.where = {cell: where for where, cell in self.at.items()}
        self.cells = sum(self.where)
        self.beside = {cell: self.reach(cell * SQUARE) & ~cell for cell in self.where}
        whole = sum(1 << y * QUADRANT_STRIDE + x for x in range(2 * columns) for y in range(2 * rows))
        above = [(x, y) for x in range(self.columns - 1) for y in range(self.rows - 1)]
        self.rings = whole & ~sum(ground(stage + 1, x, y) for x, y in above)

    def lasting_icons(self, domino: int, rotation: int) -> tuple[int, int]:
        """The cells for the left or upper block of the turned domino, as two bitboards: those with which exactly one
        icon of the domino stays visible in all later stages, and those with which two do.
        """
        found = self._lasting_icons.get((domino, rotation))
        if found is None:
            found = self._lasting_icons[domino, rotation] = self._find_lasting_icons(domino, rotation)
        return found

    def _find_lasting_icons(self, domino: int, rotation: int) -> tuple[int, int]:
        low, high = HALVES[domino][rotation]
        shift = RIGHT if rotation in (0, 180) else BELOW
        out = [0, 0, 0]
        for cell in self.where:
            out[((low.icons * cell | high.icons * cell << shift) & self.rings).bit_count()] |= cell
        return out[1], out[2]

    def _cell(self, x: int, y: int) -> int:
        square = ground(self.stage, x, y)
        return square & -square

    def reach(self, quadrants: int) -> int:
        """The cells on which a block would touch these quadrants."""
        near = spread(quadrants)
        return (near | near >> 1 | near >> QUADRANT_STRIDE | near >> QUADRANT_STRIDE + 1) & self.cells


LATTICES = {
    (columns, rows): [Lattice(columns, rows, stage) for stage in (1, 2, 3, 4)]
    for columns, rows in ((LONG, SHORT), (SHORT, LONG))
}
"""The lattices by the box of stage 1, in a list by stage from index 0."""


@lru_cache(CACHED)
def fillable(free: int) -> bool:
    """Whether dominoes can cover these cells completely."""
    if not free:
        return True
    cell = free & -free
    rest = free ^ cell
    return (bool(rest & cell << RIGHT) and fillable(rest ^ cell << RIGHT)) or (
        bool(rest & cell << BELOW) and fillable(rest ^ cell << BELOW)
    )


@lru_cache(CACHED)
def tidy_pairs(free: int) -> tuple[int, int]:
    """The pairs of free cells (across, down), named by their left or upper cell, after which dominoes can still cover
    all remaining cells.
    """
    out = []
    for shift in (RIGHT, BELOW):
        pairs, tidy = free & free >> shift, 0
        while pairs:
            low = pairs & -pairs
            pairs ^= low
            if fillable(free ^ low ^ low << shift):
                tidy |= low
        out.append(tidy)
    return out[0], out[1]


class Building:
    """The pyramid of an architect in one box of stage 1.

    - `lattice`: the open stage; `free`: its empty cells.
    - `colours[colour]`: the visible quadrants of the colour; `icons`: those of all colours with an icon.
    - `marked[colour]`: the group with the colour's marker, or None; `loose[colour]`: the colour's other groups.
    - `points`: the points of the stages scored.
    """

    __slots__ = ("cards", "colours", "free", "icons", "lattice", "lattices", "loose", "marked", "points")

    lattices: list[Lattice]
    lattice: Lattice
    free: int
    colours: list[int]
    icons: int
    loose: list[list[Group]]
    marked: list[Group | None]
    cards: tuple[int, ...]
    points: int

    def copy(self) -> Building:
        """Return a copy that can be changed independently."""
        new = Building.__new__(Building)
        new.lattices = self.lattices
        new.lattice = self.lattice
        new.free = self.free
        new.colours = self.colours[:]
        new.icons = self.icons
        new.loose = self.loose[:]
        new.marked = self.marked[:]
        new.cards = self.cards
        new.points = self.points
        return new

    def lay(self, cell: int, colour: int, count: int, icons: int, mark: bool) -> None:
        """Lay a block on a free cell; `mark`: with the colour's marker, which must be unplaced."""
        self.free &= ~cell
        self.colours[colour] |= cell * SQUARE
        self.icons |= cell * icons
        beside = self.lattice.beside[cell]
        rest = []
        for group in self.loose[colour]:
            if group[0] & cell:
                beside |= group[0]
                count += group[1]
            else:
                rest.append(group)
        marked = self.marked[colour]
        if mark:
            self.marked[colour] = (beside, count)
        elif marked is not None and marked[0] & cell:
            self.marked[colour] = (beside | marked[0], count + marked[1])
        else:
            rest.append((beside, count))
        self.loose[colour] = rest

    def pairs(self) -> tuple[int, int]:
        """The pairs (across, down) for a domino: the tidy ones, or all legal ones if none is tidy."""
        free = self.free
        across, down = tidy_pairs(free)
        taken = self.lattice.cells & ~free
        if self.lattice.stage > 1 or not taken:
            return (across, down) if across or down else (free & free >> RIGHT, free & free >> BELOW)
        near = taken << RIGHT | taken >> RIGHT | taken << BELOW | taken >> BELOW
        right, below = near | near >> RIGHT, near | near >> BELOW
        across, down = across & right, down & below
        return (across, down) if across or down else (free & free >> RIGHT & right, free & free >> BELOW & below)

    def scored(self) -> int:
        """The points of the open stage as it is now (docs/rules.md C4)."""
        return stage_points([group[1] for group in self.marked if group is not None])

    def open_next(self) -> None:
        """Score the complete stage and open the next one, with all markers back."""
        self.points += self.scored()
        lattice, rings = self.lattices[self.lattice.stage], self.lattice.rings
        self.lattice = lattice
        self.free = lattice.cells
        self.icons &= rings
        self.marked = [None] * len(COLOURS)
        for colour, seen in enumerate(self.colours):
            seen &= rings
            self.colours[colour] = seen
            self.loose[colour] = groups(seen, self.icons, lattice)


def groups(seen: int, icons: int, lattice: Lattice) -> list[Group]:
    """The groups of one colour's visible quadrants, each with the stage's cells that touch it."""
    out = []
    while seen:
        area = _area(seen & -seen, seen)
        seen ^= area
        out.append((lattice.reach(area), (area & icons).bit_count()))
    return out


def _area(start: int, seen: int) -> int:
    area, before = start, 0
    while area != before:
        before = area
        area = spread(area) & seen
    return area


@lru_cache(1 << 10)
def building_of(architect: Architect, box: Box) -> Building:
    """The building of an architect in one of its `Pyramid.boxes`. Shared: copy it before changing it."""
    pyramid, new = architect.pyramid, Building.__new__(Building)
    columns, rows, left, top = box
    new.lattices = LATTICES[columns, rows]
    new.lattice = lattice = new.lattices[pyramid.stage - 1]
    new.points, new.cards = architect.total, architect.cards
    right, down = (0, 0) if pyramid.anchored else (pyramid.x0 - left, pyramid.y0 - top)
    shift = 2 * (right + QUADRANT_STRIDE * down)
    taken = 0
    for x, y in _taken(pyramid):
        taken |= lattice.at[x - left, y - top]
    new.free = lattice.cells & ~taken
    visible = taken * SQUARE
    if pyramid.stage > 1:
        visible |= new.lattices[pyramid.stage - 2].rings
    new.colours = [0] * len(COLOURS)
    for area in pyramid.areas(DOMINOES):
        new.colours[area.colour] |= area.quadrants << shift & visible
    new.icons = pyramid.icons(DOMINOES) << shift & visible
    markers = [0] * len(COLOURS)
    for m in architect.marked:
        markers[m.colour] = lattice.at[m.x - left, m.y - top]
    new.loose, new.marked = [], []
    for seen, marker in zip(new.colours, markers, strict=True):
        marked = _area(marker, seen)
        new.marked.append((lattice.reach(marked), (marked & new.icons).bit_count()) if marker else None)
        new.loose.append(groups(seen ^ marked, new.icons, lattice))
    return new


def _taken(pyramid: Pyramid) -> list[tuple[int, int]]:
    cells = [where for p in pyramid.placed if p.stage == pyramid.stage for where in p.cells]
    return cells + [(s.x, s.y) for s in pyramid.singles if s.stage == pyramid.stage]
