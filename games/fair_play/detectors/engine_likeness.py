"""Moves that are as good as the strong AI's, beyond what the player's strength explains.

Each look at a decision (games.fair_play.detectors.thought) says how many points the move is behind the best plan of the
AI, and how many the AI's plans are behind it on average. What players lose of the latter is the share that their
strength explains; a program loses much less. Looks are taken in stages: who loses like a person in the first, quick
ones is not looked at any longer, and only thorough ones are judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.ai.measured import Fit
from games.fair_play.detectors.finding import Finding, strength, thousandths

KIND = "engine"

WON = 0.75
"""Only those are looked at who took so large a part of the wins in their last games: a program does."""
GAMES = 3
STAGES = (12, 36, 120)
"""Quick looks after which it is decided whether to go on; after the last of them all decisions are looked at again,
thoroughly."""
GOES_ON = (0.4, 1.0, 1.8)
"""Deviations that this needs."""
THOROUGH = 216
"""Decisions at most that are looked at thoroughly, and LEAST_LOOKS at least."""
LEAST_LOOKS = 36
THRESHOLD = 4.0


MOST = 8.0
"""Points behind that one look counts at most."""


@dataclass(frozen=True, slots=True)
class Look:
    """`behind` the best plan is what was played, `spread` what the plans are on average; points, none negative."""

    behind: float
    spread: float
    game: str = ""
    seq: int = 0


def is_looked_at(games: int, won: int) -> bool:
    return games >= GAMES and won >= WON * games


def deviation(looks: Sequence[Look], share: float) -> float:
    """How many standard deviations less is lost than this share."""
    if len(looks) < 2:
        return 0.0
    saved = [share * min(look.spread, MOST) - min(look.behind, MOST) for look in looks]
    mean = sum(saved) / len(saved)
    variance = sum((value - mean) ** 2 for value in saved) / (len(saved) - 1)
    return mean / sqrt(max(variance, 0.25) / len(saved))


def goes_on(looks: Sequence[Look], share: float) -> bool:
    """Whether more looks are worth their work, after quick ones."""
    return deviation(looks, share) >= dict(zip(STAGES, GOES_ON, strict=True)).get(len(looks), -1e9)


def detect(user: int, looks: Sequence[Look], rating: int, fit: Fit) -> Finding | None:
    """Of thorough looks; None where there are too few."""
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
