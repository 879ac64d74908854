"""A pyramid as JSON and as text, for both Pyramido games (docs/formats/view.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core import JSON
from engine.dominoes import DominoSet
from engine.pyramid import Area, Placed, Pyramid, quadrants


@lru_cache(4096)
def placed_to_json(placed: Placed) -> JSON:
    """Return a placed domino as JSON. Shared by views: never change it."""
    return {
        "domino": placed.domino,
        "stage": placed.stage,
        "x": placed.x,
        "y": placed.y,
        "rotation": placed.rotation,
    }


def area_to_json(pyramid: Pyramid, area: Area, colours: Sequence[str]) -> JSON:
    """Return an area as JSON, relative to the first domino while stage 1 is open. Shared by views: never change it."""
    dx, dy = (0, 0) if pyramid.anchored else (2 * pyramid.x0, 2 * pyramid.y0)
    return _area(area, dx, dy, colours[area.colour])


@lru_cache(4096)
def _area(area: Area, dx: int, dy: int, colour: str) -> JSON:
    x, y = area.corner
    return {
        "x": x + dx,
        "y": y + dy,
        "colour": colour,
        "icons": area.icons,
        "quadrants": [_quadrant(qx + dx, qy + dy) for qx, qy in quadrants(area.quadrants)],
    }


@lru_cache(4096)
def _quadrant(x: int, y: int) -> list[int]:
    return [x, y]


def box_to_json(pyramid: Pyramid) -> JSON | None:
    """Return columns and rows of stage 1 as JSON, None until it is complete."""
    box = pyramid.stage_1_size
    return None if box is None else {"columns": box[0], "rows": box[1]}


def draw(pyramid: Pyramid, dominoes: DominoSet, letters: str) -> list[str]:
    """Return the pyramid from above as lines of text: per quadrant a letter for its colour, followed by `*` for an
    icon.
    """
    seen = {q: letters[area.colour] for area in pyramid.areas(dominoes) for q in quadrants(area.quadrants)}
    if not seen:
        return ["  (nothing placed yet)"]
    icons = set(quadrants(pyramid.icons(dominoes)))
    width, height = (1 + max(q[axis] for q in seen) for axis in (0, 1))
    return [
        "  " + "".join(seen.get((x, y), ".") + ("*" if (x, y) in icons else " ") for x in range(width)).rstrip()
        for y in range(height)
    ]
