"""Gifts: choices that cost the chooser and help one opponent, in games of three or more.

All players err at times, and an opponent gains by it. A bad choice is therefore compared with others of the same
position that would have cost about as much: by chance, the choice made helps an opponent no more than those would have.
Its mean rank among them, by their worth to one opponent, is ½ by chance, and near 1 for gifts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.newtypes import Seq
from games.fair_play.detectors.finding import Finding, strength, thousandths

KIND = "gifts"

COST = 2.0
"""Cost (points, by the AI's evaluation) from which a choice is costly."""
CHOICES = 6
"""Least number of costly choices in games with that opponent."""
GAMES = 2
THRESHOLD = 3.4
"""Standard deviations."""
ONE_OPPONENT = 1.5
"""By how many deviations the most helped opponent must be ahead of each other one at the table."""
CERTAIN = 0.5
"""Variance added to the sum, because ranks among few choices are not normally distributed."""


@dataclass(frozen=True, slots=True)
class Costly:
    """A costly choice. `places` has for each opponent (user) the rank of the choice among those as costly, by what that
    opponent may expect after it: 0 (worst) to 1, ties shared, and the variance of that rank by chance.
    """

    game: str
    seq: Seq
    cost: float
    places: dict[int, tuple[float, float]]


def place(chosen: float, others: Sequence[float]) -> tuple[float, float]:
    """Return the rank of a value among others, from 0 to 1, and the variance of the rank of one picked at random.

    The variance is 0 if all are equal.
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
    """Return a finding for each opponent whom the costly choices of `giver` may have helped."""
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
