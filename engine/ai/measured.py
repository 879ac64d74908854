"""How much people give away at each game beside its AI, as far as it has been measured (docs/fair-play.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fit:
    """Of what there is to lose, somebody with the rating `strong` loses the part `quick` by quick looks and `thorough`
    by thorough ones, and by `slope` a point of rating less who has more; within `spread` of that.
    """

    strong: int
    quick: float
    thorough: float
    slope: float
    spread: float

    def share(self, rating: int, thorough: bool) -> float:
        away = self.slope * (self.strong - rating)
        return (self.thorough if thorough else self.quick) + min(self.spread, max(-self.spread, away))


FITTED = {"silver-gold-pyramids": Fit(strong=1750, quick=0.55, thorough=0.42, slope=0.0004, spread=0.12)}
"""How people play, by game; in others it has not been measured, and nothing is said about anybody."""
