"""The marked areas at the end of a stage (docs/rules.md C4). They are scored without any choice."""

from __future__ import annotations

from engine.core import JSON
from engine.pyramid import Area, ground
from engine.pyramido.scoring import ScoredArea, StageScore
from engine.pyramido.state import COLOURS, DOMINOES, Architect


def marked_quadrants(architect: Architect, stage: int) -> int:
    """The quadrants of blocks with a marker, as a bitboard. All are visible, as marked blocks are not covered."""
    pyramid = architect.pyramid
    dx, dy = (0, 0) if pyramid.anchored else (pyramid.x0, pyramid.y0)
    marks = 0
    for m in architect.marked:
        marks |= ground(stage, m.x - dx, m.y - dy)
    return marks


def marked_areas(architect: Architect, stage: int) -> list[Area]:
    """The areas with a marker, in reading order of their corners."""
    marks = marked_quadrants(architect, stage)
    return [area for area in architect.pyramid.areas(DOMINOES) if area.quadrants & marks]


def score_stage(architect: Architect, stage: int) -> StageScore:
    """Return the architect's row of the score sheet for the stage."""
    areas = marked_areas(architect, stage)
    return StageScore(stage, tuple(ScoredArea(*area.corner, area.colour, area.icons) for area in areas))


def score_to_json(row: StageScore) -> JSON:
    """Return a row of the score sheet as JSON."""
    return {
        "stage": row.stage,
        "areas": [{"x": a.x, "y": a.y, "colour": COLOURS[a.colour], "icons": a.icons} for a in row.areas],
        "mino": row.mino,
        "points": row.points,
    }
