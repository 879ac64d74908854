"""The shapes of the expedition cards and their positions on a 5×5 grid (docs/rules.md D1.1, E)."""

from __future__ import annotations

from engine.silver_gold_pyramids.cards import SIZE, cell

CELLS: dict[str, tuple[tuple[int, int], ...]] = {
    "I2": ((0, 0), (1, 0)),
    "I3": ((0, 0), (1, 0), (2, 0)),
    "I4": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "V3": ((0, 0), (1, 0), (0, 1)),
    "L4": ((0, 0), (0, 1), (0, 2), (1, 2)),
    "O4": ((0, 0), (1, 0), (0, 1), (1, 1)),
}
"""The cells (x, y) of each shape."""

EXPEDITION = ("I2", "I3", "I4", "V3", "V3", "L4", "L4", "O4")
"""The eight expedition cards, in the order before a round's shuffle; a round uses seven."""

STEPS_PER_ROUND = 7
ROUNDS = 4


def _positions(shape: str) -> tuple[int, ...]:
    """The positions of a shape on the grid, as sets of cells: all rotations and mirror images, without duplicates."""
    found = set()
    turned = list(CELLS[shape])
    for _ in range(2):
        for _ in range(4):
            turned = [(-y, x) for x, y in turned]
            least_x, least_y = min(x for x, _ in turned), min(y for _, y in turned)
            moved = [(x - least_x, y - least_y) for x, y in turned]
            width, height = 1 + max(x for x, _ in moved), 1 + max(y for _, y in moved)
            for dx in range(SIZE - width + 1):
                for dy in range(SIZE - height + 1):
                    found.add(sum(cell(x + dx, y + dy) for x, y in moved))
        turned = [(-x, y) for x, y in turned]
    return tuple(sorted(found))


POSITIONS = {shape: _positions(shape) for shape in CELLS}
SINGLES = tuple(1 << bit for bit in range(SIZE * SIZE))

_PART = 10
_LOW = (1 << _PART) - 1


def _touching(shape: str) -> tuple[tuple[int, ...], ...]:
    """Return three tables, for the cells 0–9, 10–19 and 20–24. A table's index is a set of these cells, as bits; the
    entry has the positions of the shape that contain at least one cell of the set, as bits.

    One table for all 25 cells would have 33 million entries.
    """
    single = [sum(1 << at for at, position in enumerate(POSITIONS[shape]) if position & bit) for bit in SINGLES]
    parts = []
    for first in range(0, SIZE * SIZE, _PART):
        part = [0]
        for bits in single[first : first + _PART]:
            part += [known | bits for known in part]
        parts.append(tuple(part))
    return tuple(parts)


_TOUCHING = {shape: _touching(shape) for shape in CELLS}


def positions_touching(shape: str, some: int, none: int) -> int:
    """Return the positions of the shape that contain at least one cell of `some` and none of `none`, as bits: bit k
    stands for `POSITIONS[shape][k]`.
    """
    low, middle, high = _TOUCHING[shape]
    some_bits = low[some & _LOW] | middle[some >> _PART & _LOW] | high[some >> 2 * _PART]
    return some_bits & ~(low[none & _LOW] | middle[none >> _PART & _LOW] | high[none >> 2 * _PART])
