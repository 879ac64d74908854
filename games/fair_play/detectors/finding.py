"""The finding of a detector, and arithmetic that several detectors share."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, erfc, log, log10, sqrt
from typing import Any

JSON = dict[str, Any]

SHOWN = 1000
"""Strength from which a finding is shown to moderators: its statistic has reached the threshold."""
STRONGEST = 100_000


@dataclass(frozen=True)
class Finding:
    """A finding about `user` and, for findings about two users, `other`. `strength` is in thousandths of the threshold;
    `evidence` is JSON of whole numbers, public ids and short texts.
    """

    kind: str
    user: int
    other: int | None
    strength: int
    evidence: JSON

    @property
    def shown(self) -> bool:
        """Whether moderators see it."""
        return self.strength >= SHOWN


def strength(value: float, threshold: float) -> int:
    """Return the value in thousandths of the threshold, from 0 to STRONGEST."""
    return max(0, min(STRONGEST, round(SHOWN * value / threshold)))


def thousandths(value: float) -> int:
    """Return the value in thousandths, rounded."""
    return round(value * 1000)


def at_least(successes: int, tries: int, chance: float) -> float:
    """Return the probability of this many successes or more in independent tries."""
    return min(1.0, sum(comb(tries, n) * chance**n * (1 - chance) ** (tries - n) for n in range(successes, tries + 1)))


def rarity(probability: float) -> float:
    """Return −log10 of the probability: 3 is one in a thousand."""
    return -log10(max(probability, 1e-300))


def together(one: float, other: float) -> float:
    """Return Fisher's combined probability of two independent tests: that the product of their p-values is this
    small.
    """
    product = max(one * other, 1e-300)
    return min(1.0, product * (1 - log(product)))


def upper_tail(z: float) -> float:
    """Return the probability that a standard normal value is at least z."""
    return erfc(z / sqrt(2)) / 2
