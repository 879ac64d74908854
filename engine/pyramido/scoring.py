"""What a stage pays: the icons of the marked areas, and Mino's bonus (docs/rules.md C4)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


def mino(icons: Sequence[int]) -> int:
    """Return Mino's bonus: the icons of the smallest marked area again."""
    return min(icons, default=0)


def stage_points(icons: Sequence[int]) -> int:
    """Return the points of a stage; `icons` has those of each marked area."""
    return sum(icons) + mino(icons)


class ScoredArea(msgspec.Struct, frozen=True):
    x: int
    y: int
    colour: int
    icons: int


class StageScore(msgspec.Struct, frozen=True):
    """One row of the score sheet: the marked areas, and Mino's bonus."""

    stage: int
    areas: tuple[ScoredArea, ...]

    @property
    def mino(self) -> int:
        return mino([area.icons for area in self.areas])

    @property
    def points(self) -> int:
        return stage_points([area.icons for area in self.areas])
