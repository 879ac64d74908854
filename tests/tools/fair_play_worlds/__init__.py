"""Populations of honest players with planted others, for each signal (tests/tools/fair_play_run.py)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.fair_play.detectors.finding import Finding


@dataclass
class Outcome:
    """Players by number. `alarms` are honest players whom a shown finding names, `found` planted ones who are found;
    `judged` honest players about whom there was enough to say anything.
    """

    honest: int = 0
    planted: int = 0
    judged: set[int] = field(default_factory=set)
    alarms: set[int] = field(default_factory=set)
    found: set[int] = field(default_factory=set)
    strengths: list[tuple[int, bool]] = field(default_factory=list)
    """Of every finding, and whether it is about planted players."""

    def add(self, findings: Iterable[Finding | None], guilty: set[int]) -> None:
        """Findings about players or pairs; one is right if all whom it names are guilty."""
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
