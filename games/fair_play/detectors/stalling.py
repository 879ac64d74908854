"""Stalling: time taken for decisions once the game is lost, compared with the same player's usual time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import median

from games.fair_play.detectors.finding import Finding, strength, thousandths

KIND = "stalling"

BEHIND = 0.2
"""A position is lost if the best opponent may expect more by this share (the AI's evaluation), and at least half of the
game is over.
"""
LOST, OTHERWISE = 8, 16
"""Least number of decisions in lost positions, and in others."""
GAMES = 2
DEVIATIONS = 4.2
"""Deviations of the rank sum test."""
TIMES = 4.0
"""Least ratio of the time taken in lost positions to the usual time."""
SHORTEST_MS = 250


@dataclass(frozen=True, slots=True)
class TimedDecision:
    """A decision in live play. `taken_ms` is the time between when it was owed and when it was taken."""

    lost: bool
    taken_ms: int
    game: str = ""


def is_lost(own: float, best_other: float, progress: float) -> bool:
    """Return whether a position is lost. `own` and `best_other` are the points that the AI expects at the end,
    `progress` is the part of the game played.
    """
    return progress >= 0.5 and best_other - own >= BEHIND * max(best_other, 1.0)


def detect(user: int, decisions: Sequence[TimedDecision]) -> Finding | None:
    """Return the finding; None if too few decisions are known."""
    lost = [max(SHORTEST_MS, decision.taken_ms) for decision in decisions if decision.lost]
    otherwise = [max(SHORTEST_MS, decision.taken_ms) for decision in decisions if not decision.lost]
    games = {decision.game for decision in decisions if decision.lost}
    if len(lost) < LOST or len(otherwise) < OTHERWISE or len(games) < GAMES:
        return None
    deviations = rank_sum(lost, otherwise)
    times = exp(log(median(lost)) - log(median(otherwise)))
    value = min(deviations / DEVIATIONS, log(max(times, 1e-9)) / log(TIMES))
    evidence = {
        "lost": len(lost),
        "otherwise": len(otherwise),
        "median_lost_ms": round(median(lost)),
        "median_otherwise_ms": round(median(otherwise)),
        "times": thousandths(times),
        "deviations": thousandths(deviations),
        "which": sorted(games)[:20],
    }
    return Finding(KIND, user, None, strength(value, 1.0), evidence)


def rank_sum(one: Sequence[int], other: Sequence[int]) -> float:
    """Return Wilcoxon's rank sum statistic as a normal value: positive if those of `one` are greater."""
    every = sorted([*((value, True) for value in one), *((value, False) for value in other)])
    ranks, at = 0.0, 0
    while at < len(every):
        end = at
        while end < len(every) and every[end][0] == every[at][0]:
            end += 1
        ranks += (at + 1 + end) / 2 * sum(mine for _, mine in every[at:end])
        at = end
    n, m = len(one), len(other)
    return (ranks - n * (n + m + 1) / 2) / sqrt(n * m * (n + m + 1) / 12)
