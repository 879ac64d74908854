"""The points itemised by stage and source (docs/rules.md B3, B5)."""

from __future__ import annotations

from engine.core import Points, Source, gettext_noop
from engine.forgotten_treasures import gems
from engine.forgotten_treasures.score_sheet import LegendScore, StageScore
from engine.forgotten_treasures.scoring import LAST_STAGE
from engine.forgotten_treasures.state import State

_AREAS = (
    Source("orange", gettext_noop("Orange areas")),
    Source("blue", gettext_noop("Blue areas")),
    Source("purple", gettext_noop("Purple areas")),
    Source("green", gettext_noop("Green areas")),
    Source("red", gettext_noop("Red areas")),
)
_MYTHICAL = Source("mythical", gettext_noop("Mythical gems"))
_COLOURED = Source("coloured", gettext_noop("Coloured gems"))


def points(state: State) -> Points:
    """The points of areas by colour, of unused mythical gems, and of the Legend's gems."""
    sources: tuple[Source, ...] = (*_AREAS, _MYTHICAL)
    seats = [_stages([_scored(row) for row in explorer.scores], len(sources)) for explorer in state.explorers]
    if state.legend is not None:
        sources = (*sources, _COLOURED)
        seats = [tuple((*row, 0) for row in stages) for stages in seats]
        seats.append(_stages([_legend(row) for row in state.legend.scores], len(sources)))
    return Points(gettext_noop("Stage %(number)s"), sources, tuple(seats))


def _scored(row: StageScore) -> tuple[int, ...]:
    by_colour = [sum(a.points for a in row.activated if a.colour == colour) for colour in range(len(gems.COLOURS))]
    return (*by_colour, row.unused_mythical)


def _legend(row: LegendScore) -> tuple[int, ...]:
    mythical = 2 * row.mythical
    return (*(0,) * len(gems.COLOURS), mythical, row.points - mythical)


def _stages(scored: list[tuple[int, ...]], sources: int) -> tuple[tuple[int, ...], ...]:
    return (*scored, *[(0,) * sources] * (LAST_STAGE - len(scored)))
