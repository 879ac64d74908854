"""The points of a stage: the icons of the marked areas, and Mino's bonus (docs/rules.md C4)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


def mino(icons: Sequence[int]) -> int:
    """Return Mino's bonus, the icons of the smallest marked area; 0 without one."""
    return min(icons, default=0)


def stage_points(icons: Sequence[int]) -> int:
    """Return the points of a stage, from the number of icons of each marked area."""
    return sum(icons) + mino(icons)


class ScoredArea(msgspec.Struct, frozen=True):
    """A marked area as it was scored, named by its corner quadrant."""

    x: int
    y: int
    colour: int
    icons: int


class StageScore(msgspec.Struct, frozen=True):
    """A row of the score sheet."""

    stage: int
    areas: tuple[ScoredArea, ...]

    @property
    def mino(self) -> int:
        """Mino's bonus in this stage."""
        return mino([area.icons for area in self.areas])

    @property
    def points(self) -> int:
        """The points of the stage, with Mino's bonus."""
        return stage_points([area.icons for area in self.areas])
