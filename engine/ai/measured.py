"""How many points people lose by their moves compared with the AI, by game, as far as measured (docs/fair-play.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fit:
    """The share of the losable points that a player loses, as a function of the rating.

    A player rated `strong` loses the share `quick` by quick looks and `thorough` by thorough ones. Each rating point
    less adds `slope`, each point more subtracts it, by at most `spread`.
    """

    strong: int
    quick: float
    thorough: float
    slope: float
    spread: float

    def share(self, rating: int, thorough: bool) -> float:
        """The share that a player with this rating loses."""
        away = self.slope * (self.strong - rating)
        return (self.thorough if thorough else self.quick) + min(self.spread, max(-self.spread, away))


FITTED = {"silver-gold-pyramids": Fit(strong=1750, quick=0.55, thorough=0.42, slope=0.0004, spread=0.12)}
"""The fits by game. Other games have not been measured, so no player's moves are judged there."""
