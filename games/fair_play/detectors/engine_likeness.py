"""Likeness to the engine: moves about as good as the strong AI's, beyond what the player's rating explains.

Each look at a decision (games.fair_play.detectors.thought) tells how many points the move is behind the AI's best plan,
and how many points the AI's plans are behind it on average. Players lose a share of the latter, which depends on their
rating; a program loses much less. Looks are taken in stages: a player who loses like a person in the first, quick looks
is not examined further, and only thorough looks are judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.ai.points_lost import Fit
from engine.newtypes import FIRST, Seq
from games.fair_play.detectors.finding import Finding, strength, thousandths

KIND = "engine"

WON = 0.75
"""Share of latest games that a player must have won to be examined; a program reaches it."""
GAMES = 3
STAGES = (12, 36, 120)
"""Numbers of quick looks after which the deviation decides whether to go on. After the last stage, all decisions are
examined again, thoroughly.
"""
GOES_ON = (0.4, 1.0, 1.8)
"""Deviations needed to go on."""
THOROUGH = 216
"""Greatest number of decisions examined thoroughly; LEAST_LOOKS is the least."""
LEAST_LOOKS = 36
THRESHOLD = 4.0


MOST = 8.0
"""Greatest loss (points) that one look counts."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a decision: points that the move is `behind` the best plan, and `spread` that the plans are behind on
    average. Neither is negative.
    """

    behind: float
    spread: float
    game: str = ""
    seq: Seq = FIRST


def is_looked_at(games: int, won: int) -> bool:
    """Return whether a player with these results is examined."""
    return games >= GAMES and won >= WON * games


def deviation(looks: Sequence[Look], share: float) -> float:
    """Return by how many standard deviations the loss is below this share."""
    if len(looks) < 2:
        return 0.0
    saved = [share * min(look.spread, MOST) - min(look.behind, MOST) for look in looks]
    mean = sum(saved) / len(saved)
    variance = sum((value - mean) ** 2 for value in saved) / (len(saved) - 1)
    return mean / sqrt(max(variance, 0.25) / len(saved))


def goes_on(looks: Sequence[Look], share: float) -> bool:
    """Return whether more quick looks are worth their time."""
    return deviation(looks, share) >= dict(zip(STAGES, GOES_ON, strict=True)).get(len(looks), -1e9)


def detect(user: int, looks: Sequence[Look], rating: int, fit: Fit) -> Finding | None:
    """Return the finding from thorough looks; None if there are too few."""
    if len(looks) < LEAST_LOOKS:
        return None
    share = fit.share(rating, thorough=True)
    value = deviation(looks, share)
    spread = sum(min(look.spread, MOST) for look in looks)
    evidence = {
        "moves": len(looks),
        "games": len({look.game for look in looks}),
        "same_move": thousandths(sum(look.behind <= 0 for look in looks) / len(looks)),
        "lost_share": thousandths(sum(min(look.behind, MOST) for look in looks) / spread if spread else 0.0),
        "expected_share": thousandths(share),
        "rating": rating,
        "deviations": thousandths(value),
        "which": sorted({look.game for look in looks}),
    }
    return Finding(KIND, user, None, strength(value, THRESHOLD), evidence)
