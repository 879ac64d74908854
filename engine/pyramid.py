"""The pyramid of both Pyramido games: stages, placements, visible blocks, areas (docs/rules.md A2–A4).

All in one file because all of it uses the bitboard tables at its beginning.

Two kinds of integer bitboards:

- **cells**: the block lattice of the open stage. Bit `(y + 4) * 10 + (x + 4)` is cell (x, y), −4 ≤ x, y ≤ 4, which is
  as far as stage 1 can reach from its first block; the tenth column stays empty so that shifts do not wrap. A free pair
  of adjacent cells is named by its left or upper cell.
- **quadrants**: the ground plan of the whole pyramid. Bit `y * 11 + x` is quadrant (x, y), 0 ≤ x, y ≤ 9; the eleventh
  column is empty for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from engine.core import Illegal, gettext_noop
from engine.dominoes import ROTATIONS, Block, DominoSet

T = TypeVar("T")

DOMINOES = {1: 10, 2: 6, 3: 3, 4: 1}
"""Dominoes in a complete stage (docs/rules.md A2)."""

LONG, SHORT = 5, 4
"""Stage 1 measures LONG×SHORT blocks, either way up."""

REACH = 4
_CELL_STRIDE = 10
QUADRANT_STRIDE = 11
SQUARE = 0b11 | 0b11 << QUADRANT_STRIDE
ICONS = tuple(
    (i & 1) | (i >> 1 & 1) << 1 | (i >> 2 & 1) << (QUADRANT_STRIDE + 1) | (i >> 3 & 1) << QUADRANT_STRIDE
    for i in range(16)
)
"""The quadrants at the origin for each set of a block's icons (bits 0–3 = tl, tr, br, bl)."""

STEP = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def cell(x: int, y: int) -> int:
    """Return the bit of cell (x, y), −4 ≤ x, y ≤ 4."""
    return 1 << ((y + REACH) * _CELL_STRIDE + x + REACH)


Box = tuple[int, int, int, int]
"""A possible box of stage 1: its columns and rows, and the cell (x, y) of its upper left corner."""


class SpotBits(msgspec.Struct, frozen=True):
    """A place for a domino: `low` is the bit of its left or upper cell, `pair` has the bits of both, the rest is its
    bounding box.
    """

    low: int
    pair: int
    across: bool
    x0: int
    y0: int
    x1: int
    y1: int


def _spots() -> Iterator[tuple[tuple[int, int, int], SpotBits]]:
    on_board = range(-REACH, REACH + 1)
    for x in on_board:
        for y in on_board:
            for rotation in ROTATIONS:
                dx, dy = STEP[rotation]
                if x + dx in on_board and y + dy in on_board:
                    x0, x1 = sorted((x, x + dx))
                    y0, y1 = sorted((y, y + dy))
                    low = cell(x0, y0)
                    yield (x, y, rotation), SpotBits(low, low | cell(x1, y1), dy == 0, x0, y0, x1, y1)


SPOTS: dict[tuple[int, int, int], SpotBits] = dict(_spots())
"""All placements on the board by (x, y, rotation), where (x, y) is the cell of `blocks[0]`."""

FIRST = tuple((0, 0, rotation) for rotation in ROTATIONS)
"""The placements of a pyramid's first domino (docs/rules.md A3)."""


class SpotTable(Generic[T]):
    """Converts bitboards of free pairs to lists of `make(x, y, rotation)`, whose items are made once and shared."""

    def __init__(self, make: Callable[..., T]) -> None:
        self.across: dict[int, tuple[T, ...]] = {}
        self.down: dict[int, tuple[T, ...]] = {}
        self.at: dict[tuple[int, int, int], T] = {}
        for key, spot in SPOTS.items():
            made = make(*key)
            table = self.across if spot.across else self.down
            table[spot.low] = (*table.get(spot.low, ()), made)
            self.at[key] = made

    def on(self, across: int, down: int) -> list[T]:
        """All placements on these free pairs (`Pyramid.free_pairs`)."""
        out: list[T] = []
        for bits, table in ((across, self.across), (down, self.down)):
            while bits:
                low = bits & -bits
                out += table[low]
                bits ^= low
        return out


TRIPLES = SpotTable(lambda x, y, rotation: (x, y, rotation))
"""Placements as plain (x, y, rotation)."""


@cache
def _open_pairs(x0: int, y0: int, x1: int, y1: int) -> tuple[int, int]:
    """Pairs (across, down) with which a stage 1 of this bounding box still fits in 5×4 or 4×5 (docs/rules.md A3)."""
    across = down = 0
    for spot in SPOTS.values():
        width = max(x1, spot.x1) - min(x0, spot.x0) + 1
        height = max(y1, spot.y1) - min(y0, spot.y0) + 1
        if min(width, height) <= SHORT and max(width, height) <= LONG:
            if spot.across:
                across |= spot.low
            else:
                down |= spot.low
    return across, down


@cache
def _cells_of_box(columns: int, rows: int) -> int:
    return sum(cell(x, y) for x in range(columns) for y in range(rows))


class Placed(msgspec.Struct, frozen=True):
    """A domino in the pyramid; (x, y) is the cell of `blocks[0]` in its stage's lattice."""

    domino: int
    stage: int
    x: int
    y: int
    rotation: int

    @property
    def cells(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The cells of `blocks[0]` and `blocks[1]`."""
        dx, dy = STEP[self.rotation]
        return (self.x, self.y), (self.x + dx, self.y + dy)


class Single(msgspec.Struct, frozen=True):
    """A resurfacing card on cell (x, y) of a stage, over a block or in a gap: one block, not half of a domino
    (docs/rules.md C2, C3).
    """

    stage: int
    x: int
    y: int
    block: Block


class Area(msgspec.Struct, frozen=True):
    """A maximal group of connected visible blocks of one colour (docs/rules.md A4). `quadrants` is a bitboard, `icons`
    a count.
    """

    colour: int
    icons: int
    quadrants: int

    @property
    def corner(self) -> tuple[int, int]:
        """Its uppermost, then leftmost visible quadrant (x, y), by which actions name the area."""
        y, x = divmod((self.quadrants & -self.quadrants).bit_length() - 1, QUADRANT_STRIDE)
        return x, y


class Pyramid(msgspec.Struct, frozen=True):
    """One player's pyramid.

    `occupied` holds the cells of the open stage only. (x0, y0, x1, y1) is the bounding box of stage 1, relative to the
    first domino until stage 1 is complete and `anchor` moves its corner to (0, 0) (docs/rules.md A2).
    """

    stage: int = 1
    occupied: int = 0
    x0: int = 0
    y0: int = 0
    x1: int = 0
    y1: int = 0
    anchored: bool = False
    placed: tuple[Placed, ...] = ()
    singles: tuple[Single, ...] = ()

    @property
    def stage_1_size(self) -> tuple[int, int] | None:
        """Columns and rows of stage 1, once it is complete."""
        return (self.x1 + 1, self.y1 + 1) if self.anchored else None

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the open stage. In stage 1 they are those of its bounding box so far; each later stage
        has one column and one row less than the stage below it.
        """
        return self.x1 - self.x0 + 2 - self.stage, self.y1 - self.y0 + 2 - self.stage

    @property
    def full(self) -> bool:
        """Whether the open stage is complete."""
        return self.occupied.bit_count() == 2 * DOMINOES[self.stage]

    def free_pairs(self) -> tuple[int, int]:
        """The pairs of cells (across, down) on which a domino may lie now (docs/rules.md A3). Not for the first domino
        of a pyramid.
        """
        occupied = self.occupied
        if self.stage == 1:
            across, down = _open_pairs(self.x0, self.y0, self.x1, self.y1)
            # `near`: the cells beside an occupied one. A pair, named by its left or upper cell, is legal if neither of
            # its cells is occupied (`taken`: pairs with an occupied cell) and at least one of them is near.
            near = occupied << 1 | occupied >> 1 | occupied << _CELL_STRIDE | occupied >> _CELL_STRIDE
            taken = occupied | occupied >> 1
            across &= ~taken & (near | near >> 1)
            taken = occupied | occupied >> _CELL_STRIDE
            return across, down & ~taken & (near | near >> _CELL_STRIDE)
        free = _cells_of_box(*self.size) & ~occupied
        return free & free >> 1, free & free >> _CELL_STRIDE

    def has_room(self) -> bool:
        """Whether any domino fits in the open stage."""
        if not self.placed:
            return True
        across, down = self.free_pairs()
        return bool(across or down)

    def placements(self, table: SpotTable[T]) -> list[T]:
        """All legal placements, as items of the table."""
        if not self.placed:
            return [table.at[key] for key in FIRST]
        return table.on(*self.free_pairs())

    def place(self, domino: int, x: int, y: int, rotation: int) -> Pyramid:
        """Return the pyramid with the domino added. Raise :class:`Illegal`, which says what is in the way."""
        spot = SPOTS.get((x, y, rotation))
        if spot is None:
            raise self._refusal(x, y, rotation)
        if not self.placed:
            if x or y:
                raise self._refusal(x, y, rotation)
            return Pyramid(
                1, spot.pair, spot.x0, spot.y0, spot.x1, spot.y1, False, (Placed(domino, 1, x, y, rotation),)
            )
        across, down = self.free_pairs()
        if not spot.low & (across if spot.across else down):
            raise self._refusal(x, y, rotation)
        placed = (*self.placed, Placed(domino, self.stage, x, y, rotation))
        occupied = self.occupied | spot.pair
        if self.stage > 1:
            return Pyramid(self.stage, occupied, 0, 0, self.x1, self.y1, True, placed, self.singles)
        return Pyramid(
            1,
            occupied,
            self.x0 if self.x0 < spot.x0 else spot.x0,
            self.y0 if self.y0 < spot.y0 else spot.y0,
            self.x1 if self.x1 > spot.x1 else spot.x1,
            self.y1 if self.y1 > spot.y1 else spot.y1,
            False,
            placed,
            self.singles,
        )

    def cover(self, x: int, y: int, block: Block) -> Pyramid:
        """Return the pyramid with a card on a cell of the open stage. The cell may be empty: then the card fills it.
        Unchecked.
        """
        single = Single(self.stage, x, y, block)
        return replace(self, occupied=self.occupied | cell(x, y), singles=(*self.singles, single))

    def empty_cells(self) -> list[tuple[int, int]]:
        """The empty cells (x, y) of the open stage, in reading order."""
        corner_x, corner_y = (self.x0, self.y0) if self.stage == 1 else (0, 0)
        columns, rows = self.size
        cells = ((corner_x + x, corner_y + y) for y in range(rows) for x in range(columns))
        return [(x, y) for x, y in cells if not self.occupied & cell(x, y)]

    def anchor(self) -> Pyramid:
        """Return the pyramid moved so that the least column and row of stage 1, which is complete, are 0 (docs/rules.md
        A2). An anchored pyramid is returned as it is.
        """
        if self.anchored:
            return self
        dx, dy = self.x0, self.y0
        placed = tuple(Placed(p.domino, p.stage, p.x - dx, p.y - dy, p.rotation) for p in self.placed)
        occupied = self.occupied << -dy * _CELL_STRIDE - dx  # the first block, at (0, 0), is in the box: dx, dy ≤ 0
        singles = tuple(Single(s.stage, s.x - dx, s.y - dy, s.block) for s in self.singles)
        return Pyramid(1, occupied, 0, 0, self.x1 - dx, self.y1 - dy, True, placed, singles)

    def open_stage(self, stage: int) -> Pyramid:
        """Return the pyramid with the next stage open and empty."""
        return Pyramid(stage, 0, 0, 0, self.x1, self.y1, True, self.placed, self.singles)

    def boxes(self) -> list[Box]:
        """The boxes that stage 1 can still have or, once its box is certain, that one (docs/rules.md A3). For an empty
        pyramid: 5×4 and 4×5, both with the corner (0, 0).
        """
        if self.anchored:
            return [(self.x1 + 1, self.y1 + 1, 0, 0)]
        if not self.placed:
            return [(LONG, SHORT, 0, 0), (SHORT, LONG, 0, 0)]
        return [
            (columns, rows, x, y)
            for columns, rows in ((LONG, SHORT), (SHORT, LONG))
            for x in range(self.x1 - columns + 1, self.x0 + 1)
            for y in range(self.y1 - rows + 1, self.y0 + 1)
        ]

    def areas(self, dominoes: DominoSet) -> tuple[Area, ...]:
        """All areas, in reading order of their corners. Coordinates count from the corner of stage 1's bounding box."""
        return areas(self._blocks(dominoes))

    def icons(self, dominoes: DominoSet) -> int:
        """The quadrants with a visible icon, in the coordinates of `areas`."""
        covered = seen = 0
        for _, square, icons in self._blocks(dominoes):
            seen |= icons & ~covered
            covered |= square
        return seen

    def _blocks(self, dominoes: DominoSet) -> list[tuple[int, int, int]]:
        """The colour, quadrants and icons (bitboards) of each block, from the top down."""
        faces = _turned(dominoes)
        corner = 0 if self.anchored else 2 * (self.y0 * QUADRANT_STRIDE + self.x0)
        out = []
        singles = list(self.singles)
        for p in reversed(self.placed):
            # Cards of a stage lie on its dominoes, so they come before them.
            while singles and singles[-1].stage >= p.stage:
                top = singles.pop()
                low = _first_bit(top.stage, top.x, top.y) - corner
                out.append((top.block.colour, SQUARE << low, ICONS[top.block.icons] << low))
            colour0, icons0, colour1, icons1, step = faces[p.domino, p.rotation]
            low = _first_bit(p.stage, p.x, p.y) - corner
            out.append((colour0, SQUARE << low, icons0 << low))
            low += step
            out.append((colour1, SQUARE << low, icons1 << low))
        return out

    def _refusal(self, x: int, y: int, rotation: int) -> Illegal:
        where: dict[str, Any] = {"x": x, "y": y, "rotation": rotation}
        if rotation not in ROTATIONS:
            return Illegal(
                "bad_rotation",
                gettext_noop("A rotation must be 0, 90, 180 or 270, not %(rotation)s."),
                field="rotation",
                **where,
            )
        if not self.placed:
            return Illegal(
                "first_domino_at_origin",
                gettext_noop("The first block of your first domino must be at (0, 0), not (%(x)s, %(y)s)."),
                field="x",
                **where,
            )
        dx, dy = STEP[rotation]
        cells = ((x, y), (x + dx, y + dy))
        if self.stage > 1:
            columns, rows = self.size
            if any(not (0 <= cx < columns and 0 <= cy < rows) for cx, cy in cells):
                return Illegal(
                    "outside_stage",
                    gettext_noop(
                        "A domino at (%(x)s, %(y)s) turned by %(rotation)s° does not fit in stage %(stage)s, "
                        "which is %(columns)s×%(rows)s cells."
                    ),
                    stage=self.stage,
                    columns=columns,
                    rows=rows,
                    **where,
                )
        on_board = [c for c in cells if max(map(abs, c)) <= REACH]
        if any(self.occupied & cell(*c) for c in on_board):
            return Illegal(
                "occupied",
                gettext_noop(
                    "A domino at (%(x)s, %(y)s) turned by %(rotation)s° would overlap another domino of stage "
                    "%(stage)s."
                ),
                stage=self.stage,
                **where,
            )
        width = max(self.x1, *(c[0] for c in cells)) - min(self.x0, *(c[0] for c in cells)) + 1
        height = max(self.y1, *(c[1] for c in cells)) - min(self.y0, *(c[1] for c in cells)) + 1
        if min(width, height) > SHORT or max(width, height) > LONG:
            return Illegal(
                "outside_box",
                gettext_noop(
                    "With a domino at (%(x)s, %(y)s) turned by %(rotation)s° stage 1 would measure"
                    " %(width)s×%(height)s cells; it must fit in 5×4 or 4×5."
                ),
                width=width,
                height=height,
                **where,
            )
        return Illegal(
            "not_connected",
            gettext_noop("A domino at (%(x)s, %(y)s) turned by %(rotation)s° touches no other domino of stage 1."),
            **where,
        )


@cache
def _turned(dominoes: DominoSet) -> dict[tuple[int, int], tuple[int, int, int, int, int]]:
    """For each (domino, rotation): colour and icons of both blocks (icons as quadrants at the origin), and the step
    between the blocks.
    """
    out = {}
    for domino in dominoes.ids:
        first, second = dominoes.faces[domino]
        for rotation in ROTATIONS:
            out[domino, rotation] = (
                first.colour,
                ICONS[first.turned(rotation).icons],
                second.colour,
                ICONS[second.turned(rotation).icons],
                2 * (STEP[rotation][1] * QUADRANT_STRIDE + STEP[rotation][0]),
            )
    return out


def areas(blocks: Iterable[tuple[int, int, int]]) -> tuple[Area, ...]:
    """Return the areas of blocks that are listed from the top down as (colour, quadrants, icons), the latter two as
    bitboards (docs/rules.md A4).
    """
    covered = seen_icons = 0
    by_colour: dict[int, list[int]] = {}
    for colour, square, icons in blocks:
        seen = square & ~covered
        if seen:
            covered |= square
            seen_icons |= icons & seen
            if colour in by_colour:
                by_colour[colour].append(seen)
            else:
                by_colour[colour] = [seen]
    out = []
    for colour, pieces in by_colour.items():
        while pieces:
            area = pieces.pop()
            before = 0
            while pieces and before != area:
                before = area
                reach = area << 1 | area >> 1 | area << QUADRANT_STRIDE | area >> QUADRANT_STRIDE
                rest = []
                for piece in pieces:
                    if piece & reach:
                        area |= piece
                    else:
                        rest.append(piece)
                pieces = rest
            out.append(Area(colour, (area & seen_icons).bit_count(), area))
    out.sort(key=_lowest)
    return tuple(out)


def spread(quadrants: int) -> int:
    """Return these quadrants and all that share a side with one of them."""
    return quadrants | quadrants << 1 | quadrants >> 1 | quadrants << QUADRANT_STRIDE | quadrants >> QUADRANT_STRIDE


def _lowest(area: Area) -> int:
    return area.quadrants & -area.quadrants


def quadrants(mask: int) -> list[tuple[int, int]]:
    """Return the quadrants (x, y) of a bitboard, in reading order."""
    out = []
    while mask:
        low = mask & -mask
        y, x = divmod(low.bit_length() - 1, QUADRANT_STRIDE)
        out.append((x, y))
        mask ^= low
    return out


def ground(stage: int, x: int, y: int) -> int:
    """Return the quadrants under cell (x, y) of a stage, as a bitboard."""
    return SQUARE << _first_bit(stage, x, y)


def _first_bit(stage: int, x: int, y: int) -> int:
    """The bit number of the upper left quadrant of cell (x, y) of a stage."""
    return (stage - 1 + 2 * y) * QUADRANT_STRIDE + stage - 1 + 2 * x
