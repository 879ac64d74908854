"""Elo for two and more players, in integers: the same numbers on every machine, to the last digit.

Ratings are hundredths of a point (150000 is shown as 1500). Expectations and scores are millionths: 1,000,000 is
certainty, or a win against everybody. For n players the change is the mean of the n−1 changes that the two-player
formula gives against each of the others.

All rounding is to the nearest integer, halves away from zero, so that two players with equal K win and lose the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from functools import lru_cache

POINT = 100
"""Hundredths in a point."""
ONE = 1_000_000
"""Millionths in one."""

START = 1500 * POINT
PROVISIONAL_GAMES = 10
"""With fewer games a rating is provisional."""
EARLY_GAMES = 20
"""In so many first games a rating moves faster."""
EARLY_K = 40
LATE_K = 20

# `Context.exp` is correctly rounded by its specification, which no platform's pow() promises.
_DECIMAL = Context(prec=30)
_DECADE = 400 * POINT
_LN_10 = _DECIMAL.ln(Decimal(10))


def rounded(numerator: int, denominator: int) -> int:
    """numerator / denominator (which is positive) to the nearest integer, halves away from zero."""
    nearest = (2 * abs(numerator) + denominator) // (2 * denominator)
    return nearest if numerator >= 0 else -nearest


@lru_cache(maxsize=1 << 16)
def _favourite(lead: int) -> int:
    """What the stronger one may expect, in millionths, who is `lead` ≥ 0 hundredths ahead: 1 / (1 + 10^(−lead/400))."""
    power = _DECIMAL.exp(_DECIMAL.divide(_DECIMAL.multiply(Decimal(-lead), _LN_10), Decimal(_DECADE)))
    return int(_DECIMAL.divide(Decimal(ONE), _DECIMAL.add(Decimal(1), power)) + Decimal("0.5"))


def expectation(own: int, other: int) -> int:
    """The share of a win, in millionths, that `own` may expect of `other` (both in hundredths).

    expectation(a, b) + expectation(b, a) is exactly 1,000,000.
    """
    lead = own - other
    return _favourite(lead) if lead >= 0 else ONE - _favourite(-lead)


def mean_expectation(own: int, others: Sequence[int]) -> int:
    """The mean expectation against `others` (one or more), in millionths."""
    return rounded(sum(expectation(own, other) for other in others), len(others))


def mean_score(own: int, others: Sequence[int]) -> int:
    """The mean score of whoever has rank `own` against those with the ranks `others`, in millionths.

    A better (lower) rank scores 1, an equal one ½, a worse one 0.
    """
    twos = sum((own < other) * 2 + (own == other) for other in others)
    return rounded(twos * ONE, 2 * len(others))


def k_factor(games: int) -> int:
    """How many points a certain win is worth of which nothing was expected, after `games` games."""
    return EARLY_K if games < EARLY_GAMES else LATE_K


def change(k: int, score: int, expected: int) -> int:
    """By how many hundredths a rating moves: K times what was scored (millionths) beyond what was expected."""
    return rounded(k * POINT * (score - expected), ONE)


def is_provisional(games: int) -> bool:
    return games < PROVISIONAL_GAMES
