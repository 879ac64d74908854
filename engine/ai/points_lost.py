"""How many expected points people's moves cost, compared with the AI's best moves (docs/fair-play.md). Measured for
some games only.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fit:
    """The share of points that a player with a given rating loses against the AI's best moves: 0 for always the best
    candidate turn, about 1 for turns at random. In expected points of the candidate turns:

        loss(move) = best − move        loss(random) = best − mean        share = Σ loss(move) / Σ loss(random)

    The expected points come from a few playouts of each candidate (a quick look) or from more (a thorough one).

        share(rating) = quick + slope · (strong_rating − rating), or thorough + slope · (strong_rating − rating)

    The second term is limited to ± `spread`.
    """

    strong_rating: int
    """The rating at which the share is `quick` or `thorough`."""
    quick: float
    thorough: float
    slope: float
    spread: float

    def share(self, rating: int, thorough: bool) -> float:
        """The share for a player with this rating."""
        away = self.slope * (self.strong_rating - rating)
        return (self.thorough if thorough else self.quick) + min(self.spread, max(-self.spread, away))


FITTED = {"silver-gold-pyramids": Fit(strong_rating=1750, quick=0.55, thorough=0.42, slope=0.0004, spread=0.12)}
"""The fits by game. Other games have not been measured, so no player's moves are judged there."""
