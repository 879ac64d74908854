"""How many points people lose by their moves compared with the AI, by game, as far as measured (docs/fair-play.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fit:
    """The share of the losable points that a player loses, as a function of the rating.

    A move is compared with the best plans. It loses the expected points of the best of them less its own; a random
    choice would lose those of the best less the mean. The share is the sum of the former over the sum of the latter: 0
    for always the best plan, about 1 for random choices. Expected points come from a few playouts of each plan (a quick
    look) or more (a thorough one).

        share(rating) = quick + slope · (strong − rating), or thorough + slope · (strong − rating)

    The second term is limited to ± `spread`.
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
