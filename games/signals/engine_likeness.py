"""Moves that are as good as the strong AI's, beyond what the player's strength explains.

Each look at a decision (games.signals.thought) says how many points the move is behind the best plan of the AI, and
how many the AI's plans are behind it on average. What players lose of the latter is the share that their strength
explains; a program loses much less. Looks are taken in stages: who loses like a person in the first few is not looked
at any longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from games.signals.finding import Finding, strength, thousandths

KIND = "engine"

WON = 0.75
"""Only those are looked at who took so large a part of the wins in their last games: a program does."""
GAMES = 3
STAGES = (12, 36, 120)
"""Looks after which it is decided whether to go on."""
GOES_ON = (0.4, 1.2)
"""Deviations that the first stages need."""
THRESHOLD = 3.3

STRONG, SHARE, SLOPE = 1750, 0.55, 0.0004
"""Somebody with the rating STRONG loses SHARE of what there is to lose, and by SLOPE a point less who has more."""
LEAST, MOST_SHARE = 0.40, 0.65
MOST = 8.0
"""Points behind that one look counts at most."""


@dataclass(frozen=True, slots=True)
class Look:
    """`behind` the best plan is what was played, `spread` what the plans are on average; points, none negative."""

    behind: float
    spread: float
    game: str = ""
    seq: int = 0


def expected_share(rating: int) -> float:
    """Of what plans differ by, the part that a person of this rating (whole points) loses."""
    return min(MOST_SHARE, max(LEAST, SHARE + SLOPE * (STRONG - rating)))


def deviation(looks: Sequence[Look], rating: int) -> float:
    """How many standard deviations less is lost than by a person of this rating."""
    if len(looks) < 2:
        return 0.0
    share = expected_share(rating)
    saved = [share * min(look.spread, MOST) - min(look.behind, MOST) for look in looks]
    mean = sum(saved) / len(saved)
    variance = sum((value - mean) ** 2 for value in saved) / (len(saved) - 1)
    return mean / sqrt(max(variance, 0.25) / len(saved))


def goes_on(looks: Sequence[Look], rating: int) -> bool:
    """Whether more looks are worth their work."""
    bounds = dict(zip(STAGES, GOES_ON, strict=False))
    return len(looks) < STAGES[-1] and deviation(looks, rating) >= bounds.get(len(looks), 0.0)


def judge(user: int, looks: Sequence[Look], rating: int) -> Finding | None:
    """None where too little was looked at."""
    if len(looks) <= STAGES[0]:
        return None
    value = deviation(looks, rating)
    spread = sum(min(look.spread, MOST) for look in looks)
    evidence = {
        "moves": len(looks),
        "games": len({look.game for look in looks}),
        "same_move": thousandths(sum(look.behind <= 0 for look in looks) / len(looks)),
        "lost_share": thousandths(sum(min(look.behind, MOST) for look in looks) / spread if spread else 0.0),
        "expected_share": thousandths(expected_share(rating)),
        "rating": rating,
        "deviations": thousandths(value),
        "which": sorted({look.game for look in looks}),
    }
    return Finding(KIND, user, None, strength(value if len(looks) >= STAGES[1] else 0.0, THRESHOLD), evidence)
