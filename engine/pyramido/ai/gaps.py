"""Gaps: cells of the open stage that no domino can fill, whatever is laid there (docs/rules.md C3)."""

from __future__ import annotations

from functools import lru_cache

from engine.pyramid import Pyramid, cell
from engine.pyramido.actions import Action, Place, Resurface
from engine.pyramido.state import State

_CORNER = cell(0, 0)
_BELOW = cell(0, 1) // _CORNER


def ruins(state: State, seat: int, action: Action) -> bool:
    """Whether the seat is sure to go out after this action, since its cards would be too few for its gaps."""
    architect = state.architects[seat]
    pyramid, cards = architect.pyramid, len(architect.cards)
    if isinstance(action, Place):
        pyramid = pyramid.place(state.quarry[action.quarry - 1], action.x, action.y, action.rotation)
    elif isinstance(action, Resurface):
        cards -= 1
    else:
        return False
    return gaps(pyramid) > cards


def gaps(pyramid: Pyramid) -> int:
    """The number of cells of the open stage that stay empty even if as many dominoes as possible are laid there."""
    if not pyramid.placed:
        return 0
    if pyramid.anchored:
        return _left_empty(_free(pyramid, *pyramid.size, 0, 0))
    return min(_left_empty(_free(pyramid, *box)) for box in pyramid.boxes())


def _free(pyramid: Pyramid, columns: int, rows: int, left: int, top: int) -> int:
    """The empty cells of a box, as bits by `engine.pyramid.cell`, counted from its upper left corner."""
    return sum(
        cell(x - left, y - top)
        for x in range(left, left + columns)
        for y in range(top, top + rows)
        if not pyramid.occupied & cell(x, y)
    )


@lru_cache(1 << 14)
def _left_empty(free: int) -> int:
    if not free:
        return 0
    low = free & -free
    rest = free ^ low
    least = 1 + _left_empty(rest)
    for other in (low << 1, low * _BELOW):
        if rest & other:
            least = min(least, _left_empty(rest ^ other))
    return least
