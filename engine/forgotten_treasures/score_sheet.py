"""The score sheet: one row per stage for each explorer and for the Legend (docs/rules.md B3, B5)."""

from __future__ import annotations

import msgspec

from engine.core import JSON
from engine.forgotten_treasures import gems


class Activated(msgspec.Struct, frozen=True):
    """An area as it was scored. `mythical` is the number of units paid in mythical gems, two gems each."""

    x: int
    y: int
    colour: int
    icons: int
    double: bool
    mythical: int

    @property
    def points(self) -> int:
        """The area's icons, twice if doubled."""
        return 2 * self.icons if self.double else self.icons


class StageScore(msgspec.Struct, frozen=True):
    """A player's row of the score sheet. `discarded` are gems, packed into one integer (`gems.py`)."""

    stage: int
    activated: tuple[Activated, ...]
    unused_mythical: int
    points: int
    discarded: int


class LegendScore(msgspec.Struct, frozen=True):
    """The Legend's row of the score sheet: its gems at the end of the stage (docs/rules.md B5)."""

    stage: int
    coloured: int
    mythical: int

    @property
    def points(self) -> int:
        """The stage number for each coloured gem, and 2 for each mythical gem."""
        return self.stage * self.coloured + 2 * self.mythical


def stage_score_to_json(row: StageScore) -> JSON:
    """Return an explorer's row of the score sheet as JSON."""
    return {
        "stage": row.stage,
        "activations": [
            {
                "x": a.x,
                "y": a.y,
                "colour": gems.COLOURS[a.colour],
                "icons": a.icons,
                "double": a.double,
                "mythical": a.mythical,
                "points": a.points,
            }
            for a in row.activated
        ],
        "mythical": row.unused_mythical,
        "points": row.points,
        "discarded": gems.to_json(row.discarded),
    }


def legend_score_to_json(row: LegendScore) -> JSON:
    """Return the Legend's row of the score sheet as JSON."""
    return {"stage": row.stage, "coloured": row.coloured, "mythical": row.mythical, "points": row.points}
