"""Populations of honest players with planted others, for each kind of flag (tests/tools/fair_play_run.py)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.fair_play.detectors.finding import Finding


@dataclass
class Outcome:
    """Number of players: `alarms` are honest players named by a shown finding, `found` planted players who are
    detected, `judged` honest players with enough data for a judgement.
    """

    honest: int = 0
    planted: int = 0
    judged: set[int] = field(default_factory=set)
    alarms: set[int] = field(default_factory=set)
    found: set[int] = field(default_factory=set)
    strengths: list[tuple[int, bool]] = field(default_factory=list)
    """The strength of every finding, and whether it is about planted players."""

    def add(self, findings: Iterable[Finding | None], guilty: set[int]) -> None:
        """Add findings about players or pairs; a finding is right if all players it names are guilty."""
        for finding in findings:
            if finding is None:
                continue
            named = {finding.user} | ({finding.other} if finding.other is not None else set())
            right = named <= guilty
            self.judged |= named - guilty
            self.strengths.append((finding.strength, right))
            if finding.shown:
                (self.found if right else self.alarms).update(named if right else named - guilty)

    def merge(self, other: Outcome) -> None:
        self.honest += other.honest
        self.planted += other.planted
        self.judged |= other.judged
        self.alarms |= other.alarms
        self.found |= other.found
        self.strengths += other.strengths
