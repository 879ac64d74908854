"""The AI's model of a pyramid's open stage, in which areas only grow (docs/ai.md): a plot, and the areas on it.

Blocks under the open stage will be covered before it is scored, so the model omits them. It has the rings of earlier
stages, which stay visible to the end, and the blocks of the open stage:

    o o o o o o    the quadrants of a stage of 3 × 3 cells, two by two in each. Those marked o last to the end:
    o . . . . o    they are the ring of this stage. The next stage, of 2 × 2 cells, covers the others.
    o . . . . o
    o . . . . o
    o . . . . o
    o o o o o o

So areas are kept twice: `now`, as they will be visible when this stage is scored, and `lasting`. A placed block joins
the areas beside it and hides nothing. For stage 1, the model assumes one of the boxes that it can still fill.

The counterpart in Pyramido (2023) is `engine.pyramido.ai.building`: a Plot is a Lattice there, a Sketch a Building.
"""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from engine.dominoes import ROTATIONS
from engine.forgotten_treasures.state import DOMINOES
from engine.pyramid import QUADRANT_STRIDE, STEP, Box, Pyramid, ground, spread

Parts = tuple[tuple[int, int], ...]
"""The areas of one colour: quadrants (bitboard) and icons of each."""
Areas = tuple[Parts, ...]
"""The areas of all colours, by colour."""

_COLOURS = range(len(DOMINOES.colours))

FACES = {
    (domino, rotation): tuple((block.colour, block.turned(rotation).icons) for block in DOMINOES.faces[domino])
    for domino in DOMINOES.ids
    for rotation in ROTATIONS
}
"""Colour and icons (bits 0–3 = tl, tr, br, bl) of both blocks as they lie, by domino and rotation."""


class Spot(msgspec.Struct, frozen=True):
    """A place for a domino: the cell numbers of its blocks, and both as bits."""

    first: int
    second: int
    rotation: int
    cells: int


class Plot(msgspec.Struct, frozen=True, eq=False):
    """One stage in its box, without what lies on it. Cells are numbered row by row, `y * width + x`. By cell:

    - `squares`: its quadrants; `beside`: the quadrants along its sides;
    - `rings`: its lasting quadrants; `ring_beside`: the quadrants along their sides;
    - `outer`: which of its four quadrants last (bits as in `FACES`);
    - `around`: the cells that share a side with it; `ring_around`: the cells whose lasting quadrants share a side with
      its own.
    """

    stage: int
    width: int
    height: int
    squares: tuple[int, ...]
    beside: tuple[int, ...]
    rings: tuple[int, ...]
    ring_beside: tuple[int, ...]
    outer: tuple[int, ...]
    around: tuple[int, ...]
    ring_around: tuple[int, ...]
    spots: tuple[Spot, ...]

    @property
    def cells(self) -> int:
        """All cells, as bits."""
        return (1 << self.width * self.height) - 1

    @property
    def next_stage(self) -> Plot:
        """The stage above."""
        inset = self.stage - 1  # columns, and rows, that stage 1 has more than this stage
        return plot_of(self.stage + 1, self.width + inset, self.height + inset)


def _sides(quadrants: int) -> int:
    return spread(quadrants) & ~quadrants


@cache
def plot_of(stage: int, columns: int, rows: int) -> Plot:
    """Return the stage of a pyramid whose first stage has these columns and rows."""
    width, height = columns + 1 - stage, rows + 1 - stage
    at = [(x, y) for y in range(height) for x in range(width)]
    squares = [ground(stage, x, y) for x, y in at]
    inside = sum(ground(stage + 1, x, y) for y in range(height - 1) for x in range(width - 1))
    rings = [square & ~inside for square in squares]
    outer = []
    for square in squares:
        low = square & -square
        corners = (low, low << 1, low << QUADRANT_STRIDE + 1, low << QUADRANT_STRIDE)
        outer.append(sum(1 << i for i, corner in enumerate(corners) if not corner & inside))
    spots = []
    around = [0] * len(at)
    for first, (x, y) in enumerate(at):
        for rotation in ROTATIONS:
            to = (x + STEP[rotation][0], y + STEP[rotation][1])
            if to in at:
                second = at.index(to)
                around[first] |= 1 << second
                spots.append(Spot(first, second, rotation, 1 << first | 1 << second))
    near_rings = tuple(map(_sides, rings))
    ring_around = tuple(sum(1 << i for i, ring in enumerate(rings) if ring & near) for near in near_rings)
    return Plot(
        stage,
        width,
        height,
        tuple(squares),
        tuple(map(_sides, squares)),
        tuple(rings),
        near_rings,
        tuple(outer),
        tuple(around),
        ring_around,
        tuple(spots),
    )


@lru_cache(maxsize=1 << 14)
def wasted(width: int, free: int) -> int:
    """The number of free cells that remain empty if they are covered with as many dominoes as possible."""
    if not free:
        return 0
    low = free & -free
    rest = free ^ low
    least = 1 + wasted(width, rest)
    right = low << 1 if low.bit_length() % width else 0  # none at the end of a row
    if rest & right:
        least = min(least, wasted(width, rest ^ right))
    if rest & low << width:
        least = min(least, wasted(width, rest ^ low << width))
    return least


@lru_cache(maxsize=1 << 12)
def fitting(plot: Plot, free: int) -> tuple[Spot, ...]:
    """The spots for a domino on free cells (in stage 1, beside a domino, if there is one) after which the fewest free
    cells must remain empty (`wasted`).
    """
    touching = free
    if plot.stage == 1 and free != plot.cells:
        touching = 0
        for cell, around in enumerate(plot.around):
            if around & ~free:
                touching |= 1 << cell
    found = [spot for spot in plot.spots if spot.cells & free == spot.cells and spot.cells & touching]
    if not found:
        return ()
    losses = [wasted(plot.width, free & ~spot.cells) for spot in found]
    least = min(losses)
    return tuple(spot for spot, loss in zip(found, losses, strict=True) if loss == least)


@lru_cache(maxsize=1 << 12)
def fitting_by_rotation(plot: Plot, free: int) -> tuple[tuple[int, tuple[Spot, ...]], ...]:
    """The spots of `fitting`, grouped by rotation."""
    spots = fitting(plot, free)
    return tuple((turn, tuple(spot for spot in spots if spot.rotation == turn)) for turn in ROTATIONS)


class Sketch(msgspec.Struct, frozen=True):
    """A pyramid in the AI's model: its open stage, the free cells of that stage (bits), and the areas.

    `corner` is the box's upper left cell in the coordinates of placements.
    """

    plot: Plot
    corner: tuple[int, int]
    free: int
    now: Areas
    lasting: Areas

    def joined(self, domino: int, spot: Spot) -> Sketch:
        """Return the pyramid with a domino on a free spot."""
        now, lasting = list(self.now), list(self.lasting)
        plot = self.plot
        for (colour, icons), cell in zip(FACES[domino, spot.rotation], (spot.first, spot.second), strict=True):
            now[colour] = join(now[colour], plot.squares[cell], plot.beside[cell], icons.bit_count())
            if ring := plot.rings[cell]:
                seen = (icons & plot.outer[cell]).bit_count()
                lasting[colour] = join(lasting[colour], ring, plot.ring_beside[cell], seen)
        return Sketch(plot, self.corner, self.free & ~spot.cells, tuple(now), tuple(lasting))

    def spots(self) -> tuple[Spot, ...]:
        """The spots for a domino that waste the fewest cells (`fitting`)."""
        return fitting(self.plot, self.free)

    def place(self, spot: Spot) -> tuple[int, int, int]:
        """The spot as (x, y, rotation) of a placement. A pyramid's first domino lies at the origin
        (docs/rules.md A3).
        """
        if self.plot.stage == 1 and self.free == self.plot.cells:
            return 0, 0, spot.rotation
        y, x = divmod(spot.first, self.plot.width)
        return self.corner[0] + x, self.corner[1] + y, spot.rotation

    @property
    def next_stage(self) -> Sketch:
        """The pyramid with this stage complete and the next one open."""
        following = self.plot.next_stage
        return Sketch(following, (0, 0), following.cells, self.lasting, self.lasting)


def join(parts: Parts, square: int, beside: int, icons: int) -> Parts:
    """The areas of a colour with a block of that colour added, which joins the areas beside it."""
    apart = []
    for part in parts:
        if part[0] & beside:
            square |= part[0]
            icons += part[1]
        else:
            apart.append(part)
    apart.append((square, icons))
    return tuple(apart)


NOTHING: Areas = ((),) * len(DOMINOES.colours)


def sketch(pyramid: Pyramid, box: Box) -> Sketch:
    """Return the model of a pyramid in one of its boxes."""
    columns, rows, left, top = box
    lasting = NOTHING
    for stage in range(1, pyramid.stage):
        old = _laid(pyramid, stage, Sketch(plot_of(stage, columns, rows), (left, top), 0, lasting, lasting))
        lasting = old.lasting
    plot = plot_of(pyramid.stage, columns, rows)
    return _laid(pyramid, pyramid.stage, Sketch(plot, (left, top), plot.cells, lasting, lasting))


def _laid(pyramid: Pyramid, stage: int, laid: Sketch) -> Sketch:
    left, top = laid.corner
    width = laid.plot.width
    for placed in pyramid.placed:
        if placed.stage == stage:
            first, second = ((y - top) * width + x - left for x, y in placed.cells)
            laid = laid.joined(placed.domino, Spot(first, second, placed.rotation, 1 << first | 1 << second))
    return laid
