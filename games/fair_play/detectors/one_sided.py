"""One-sided results between two accounts that their ratings do not explain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.fair_play.detectors.finding import Finding, at_least, rarity, strength, thousandths, together
from ratings import elo

KIND = "one_sided"

MEETINGS = 6
THRESHOLD = 2.3
"""−log10 of the probability of these results, or of more one-sided ones."""

MARGIN, PROVISIONAL_MARGIN = 50 * elo.POINT, 150 * elo.POINT
"""By how much (hundredths of a point) the winner's rating may be too low: if both ratings are settled, and
otherwise.
"""
EARLY_CHANCE = 0.15
"""Upper bound of the share of lost games that an honest player resigns early."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A rated game between the two, seen from the one who gains. Ratings are in hundredths, before the game;
    `half_points` is 2 for a win, 1 for a shared place, 0 for a loss. `early`: the other player resigned when hardly
    anything had been played.
    """

    own: int
    other: int
    settled: bool
    half_points: int
    early: bool
    game: str = ""


def detect(winner: int, loser: int, meetings: Sequence[Meeting]) -> Finding | None:
    """Return how improbable it is that `winner` gains this much from `loser`; None if they have met too seldom."""
    if len(meetings) < MEETINGS:
        return None
    chances = [_chance(meeting) for meeting in meetings]
    scored = sum(meeting.half_points for meeting in meetings)
    results = _at_least(scored, chances)
    lost = [meeting for meeting in meetings if meeting.half_points == 2]
    early = sum(meeting.early for meeting in lost)
    resigned = at_least(early, len(lost), EARLY_CHANCE)
    evidence = {
        "games": len(meetings),
        "half_points": scored,
        "expected": thousandths(2 * sum(chances)),
        "early": early,
        "early_in_a_row": _longest(meeting.early for meeting in meetings),
        "which": [meeting.game for meeting in meetings][-20:],
    }
    return Finding(KIND, winner, loser, strength(rarity(together(results, resigned)), THRESHOLD), evidence)


def _chance(meeting: Meeting) -> float:
    margin = MARGIN if meeting.settled else PROVISIONAL_MARGIN
    return elo.expectation(meeting.own + margin, meeting.other) / elo.ONE


def _at_least(half_points: int, chances: Sequence[float]) -> float:
    """Return the probability of this many half points or more, if each game is won with its chance, or lost."""
    ways = [1.0]
    for chance in chances:
        ways = [
            (ways[n] * (1 - chance) if n < len(ways) else 0.0) + (ways[n - 1] * chance if n else 0.0)
            for n in range(len(ways) + 1)
        ]
    return min(1.0, sum(ways[-(-half_points // 2) :]))


def _longest(flags: Iterable[bool]) -> int:
    longest = run = 0
    for flag in flags:
        run = run + 1 if flag else 0
        longest = max(longest, run)
    return longest
