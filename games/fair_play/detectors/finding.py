"""What a signal finds, and the arithmetic that several of them share."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, erfc, log, log10, sqrt
from typing import Any

JSON = dict[str, Any]

SHOWN = 1000
"""The strength from which on a finding is shown to moderators: its statistic is at the threshold."""
STRONGEST = 100_000


@dataclass(frozen=True)
class Finding:
    """About user `user`, and where it is about two, `other`. `strength` is thousandths of the threshold; `evidence` is
    JSON of whole numbers, public ids and short texts."""

    kind: str
    user: int
    other: int | None
    strength: int
    evidence: JSON

    @property
    def shown(self) -> bool:
        return self.strength >= SHOWN


def strength(value: float, threshold: float) -> int:
    """Thousandths of the threshold, from 0 to STRONGEST."""
    return max(0, min(STRONGEST, round(SHOWN * value / threshold)))


def thousandths(value: float) -> int:
    return round(value * 1000)


def at_least(successes: int, tries: int, chance: float) -> float:
    """The probability of so many successes or more of independent tries."""
    return min(1.0, sum(comb(tries, n) * chance**n * (1 - chance) ** (tries - n) for n in range(successes, tries + 1)))


def rarity(probability: float) -> float:
    """−log10: 3 is one in a thousand."""
    return -log10(max(probability, 1e-300))


def together(one: float, other: float) -> float:
    """Fisher's probability of two independent tests: that the product of their p-values is so small."""
    product = max(one * other, 1e-300)
    return min(1.0, product * (1 - log(product)))


def upper_tail(z: float) -> float:
    """The probability that a standard normal value is z or more."""
    return erfc(z / sqrt(2)) / 2
