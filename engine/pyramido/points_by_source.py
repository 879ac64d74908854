"""The points itemised by stage and source (docs/rules.md C4)."""

from __future__ import annotations

from engine.core import Points, Source, gettext_noop
from engine.pyramido.scoring import StageScore
from engine.pyramido.state import COLOURS, State
from engine.pyramido.turns import LAST_STAGE

_SOURCES = (
    Source("brown", gettext_noop("Brown areas")),
    Source("blue", gettext_noop("Blue areas")),
    Source("yellow", gettext_noop("Yellow areas")),
    Source("turquoise", gettext_noop("Turquoise areas")),
    Source("red", gettext_noop("Red areas")),
    Source("green", gettext_noop("Green areas")),
    Source("mino", gettext_noop("Mino’s bonus")),
)


def points(state: State) -> Points:
    """The points of marked areas by colour, and of Mino's bonus."""
    seats = tuple(
        (*(_scored(row) for row in one.scores), *[(0,) * len(_SOURCES)] * (LAST_STAGE - len(one.scores)))
        for one in state.architects
    )
    return Points(gettext_noop("Stage %(number)s"), _SOURCES, seats)


def _scored(row: StageScore) -> tuple[int, ...]:
    by_colour = [sum(area.icons for area in row.areas if area.colour == colour) for colour in range(len(COLOURS))]
    return (*by_colour, row.mino)
