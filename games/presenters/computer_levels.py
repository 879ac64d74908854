"""Levels of computer players as pages show them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.ai import levels

QUICK = "greedy"
"""The level for users who have chosen none: it plays to win, and can be beaten."""


@dataclass(frozen=True, slots=True)
class ShownLevel:
    """A level of computer players, by its key."""

    key: str

    @property
    def name(self) -> str:
        """The level's name; for a level that is no longer offered, its key."""
        level = levels.LEVELS.get(self.key)
        return self.key if level is None else _(level.name)

    @property
    def about(self) -> str:
        """What the level is like, in a sentence, or ""."""
        level = levels.LEVELS.get(self.key)
        return "" if level is None else _(level.about)


def all_levels() -> tuple[ShownLevel, ...]:
    """Return all offered levels, weakest first."""
    return tuple(map(ShownLevel, levels.LEVELS))


def levels_for(game: str) -> tuple[ShownLevel, ...]:
    """Return the levels that play this game; none if the computer does not play it."""
    return all_levels() if levels.plays(game) else ()
