"""How the pages speak of the levels at which the computer plays."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.ai import levels

QUICK = "greedy"
"""Who plays where nobody has chosen: wants to win, and can be beaten."""


@dataclass(frozen=True, slots=True)
class ShownLevel:
    key: str

    @property
    def name(self) -> str:
        """Levels that are offered no more are called by their key."""
        level = levels.LEVELS.get(self.key)
        return self.key if level is None else _(level.name)

    @property
    def about(self) -> str:
        level = levels.LEVELS.get(self.key)
        return "" if level is None else _(level.about)


def all_levels() -> tuple[ShownLevel, ...]:
    """Weakest first."""
    return tuple(map(ShownLevel, levels.LEVELS))


def levels_for(game: str) -> tuple[ShownLevel, ...]:
    """Those that play this game; none where the computer does not."""
    return all_levels() if levels.plays(game) else ()
