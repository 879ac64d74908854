"""Choices that cost the chooser and help one opponent, in games of three and more.

Everybody chooses badly at times, and somebody gains by it. So a bad choice is compared with others of the same
position that would have cost about as much: whoever errs helps an opponent no more by it than those would have. The
mean place of the choices made among those, by what they are worth to one opponent, is ½ by chance; that of gifts is
near 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from games.fair_play.detectors.finding import Finding, strength, thousandths

KIND = "gifts"

COST = 2.0
"""Points, by the AI's evaluation, from which on a choice is a costly one."""
CHOICES = 6
"""Costly choices at least, in games with that opponent."""
GAMES = 2
THRESHOLD = 3.4
"""Standard deviations."""
ONE_OPPONENT = 1.5
"""By so many the opponent who is helped most must be ahead of each of the others at the table."""
CERTAIN = 0.5
"""A variance that is added: places among few are no normal values."""


@dataclass(frozen=True, slots=True)
class Costly:
    """A costly choice. For each opponent (user), where it stands among choices as costly by what that opponent may
    expect after it: 0 (worst) to 1, equal ones shared, and the variance of that place by chance."""

    game: str
    seq: int
    cost: float
    places: dict[int, tuple[float, float]]


def place(chosen: float, others: Sequence[float]) -> tuple[float, float]:
    """Where a value stands among others, from 0 to 1, and the variance of that if it is any one of them all.

    The variance is 0 where all are alike.
    """
    every = [chosen, *others]
    ranks = [_rank(value, every) for value in every]
    mean = sum(ranks) / len(ranks)
    return ranks[0], sum((rank - mean) ** 2 for rank in ranks) / len(ranks)


def _rank(value: float, every: Sequence[float]) -> float:
    below = sum(other < value - 1e-9 for other in every)
    equal = sum(abs(other - value) <= 1e-9 for other in every) - 1
    return (below + equal / 2) / (len(every) - 1)


def detect(giver: int, choices: Sequence[Costly]) -> list[Finding]:
    """About each opponent whom the costly choices of `giver` may have helped."""
    opponents = sorted({user for choice in choices for user in choice.places})
    found = []
    for user in opponents:
        shared = [choice for choice in choices if user in choice.places and choice.places[user][1] > 0]
        games = {choice.game for choice in shared}
        if len(shared) < CHOICES or len(games) < GAMES:
            continue
        deviation = _deviation(shared, user)
        others = {other for choice in shared for other in choice.places} - {user}
        lead = deviation - max((_deviation(shared, other) for other in others), default=0.0)
        value = min(deviation, THRESHOLD * lead / ONE_OPPONENT)
        evidence = {
            "choices": len(shared),
            "games": len(games),
            "place": thousandths(sum(choice.places[user][0] for choice in shared) / len(shared)),
            "deviations": thousandths(deviation),
            "ahead_of_others": thousandths(lead),
            "points_given": round(sum(choice.cost for choice in shared)),
            "which": [[choice.game, choice.seq] for choice in sorted(shared, key=lambda choice: -choice.cost)[:20]],
        }
        found.append(Finding(KIND, giver, user, strength(value, THRESHOLD), evidence))
    return found


def _deviation(choices: Sequence[Costly], user: int) -> float:
    places = [choice.places[user] for choice in choices if user in choice.places]
    return sum(rank - 0.5 for rank, _ in places) / sqrt(sum(variance for _, variance in places) + CERTAIN)
