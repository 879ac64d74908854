"""Elo for two or more players, in integers, so that all machines compute the same ratings.

Ratings are hundredths of a point (150000 is shown as 1500). Expectations and scores are millionths: 1,000,000 is
certainty, or a win against all others. For n players the change is the mean of the n−1 changes that the two-player
formula yields against each of the others.

All rounding is to the nearest integer, halves away from zero, so that two players with equal K gain and lose the same.
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
"""Number of games from which a rating is no longer provisional."""
EARLY_GAMES = 20
"""Number of first games with the larger K."""
EARLY_K = 40
LATE_K = 20

# `Context.exp` is correctly rounded by its specification; no platform's pow() guarantees that.
_DECIMAL = Context(prec=30)
_DECADE = 400 * POINT
_LN_10 = _DECIMAL.ln(Decimal(10))


def rounded(numerator: int, denominator: int) -> int:
    """Return numerator / denominator (positive) as the nearest integer, halves away from zero."""
    nearest = (2 * abs(numerator) + denominator) // (2 * denominator)
    return nearest if numerator >= 0 else -nearest


@lru_cache(maxsize=1 << 16)
def _favourite(lead: int) -> int:
    """The expectation, in millionths, of a player who is `lead` ≥ 0 hundredths ahead: 1 / (1 + 10^(−lead/400))."""
    power = _DECIMAL.exp(_DECIMAL.divide(_DECIMAL.multiply(Decimal(-lead), _LN_10), Decimal(_DECADE)))
    return int(_DECIMAL.divide(Decimal(ONE), _DECIMAL.add(Decimal(1), power)) + Decimal("0.5"))


def expectation(own: int, other: int) -> int:
    """The expected score, in millionths, of a player rated `own` against one rated `other` (both in hundredths).

    expectation(a, b) + expectation(b, a) is exactly 1,000,000.
    """
    lead = own - other
    return _favourite(lead) if lead >= 0 else ONE - _favourite(-lead)


def mean_expectation(own: int, others: Sequence[int]) -> int:
    """The mean expectation against `others` (at least one), in millionths."""
    return rounded(sum(expectation(own, other) for other in others), len(others))


def mean_score(own: int, others: Sequence[int]) -> int:
    """The mean score, in millionths, of a player ranked `own` against players with the ranks `others`.

    A better (lower) rank scores 1, an equal one ½, a worse one 0.
    """
    twos = sum((own < other) * 2 + (own == other) for other in others)
    return rounded(twos * ONE, 2 * len(others))


def k_factor(games: int) -> int:
    """The factor K in points, for a player with `games` games so far."""
    return EARLY_K if games < EARLY_GAMES else LATE_K


def change(k: int, score: int, expected: int) -> int:
    """The change of a rating in hundredths: K times the score beyond the expectation (both in millionths)."""
    return rounded(k * POINT * (score - expected), ONE)


def is_provisional(games: int) -> bool:
    """Whether a rating after `games` games is provisional."""
    return games < PROVISIONAL_GAMES
