"""The priority of reports in the moderators' queue: arithmetic. `services.report.weigh` stores it."""

from __future__ import annotations

from typing import Final

from games.moderation.models import Report

Kind = Report.Kind

WEIGHTS: Final = {
    Kind.HARASSMENT: 40,
    Kind.COLLUSION: 30,
    Kind.AUTOMATED: 30,
    Kind.MULTIPLE: 30,
    Kind.STALLING: 20,
    Kind.NAME: 20,
    Kind.LEAVING: 10,
    Kind.OTHER: 10,
}
FOR_ACCURACY = 20
"""Greatest bonus for a reporter who was always right, and greatest deduction for one who never was."""
FOR_EACH_OTHER, OTHERS = 10, 5
"""Bonus for each further user with a waiting report about the same player, and how many users count."""


def priority(kind: str, upheld: int, denied: int, others: int) -> int:
    """Return a report's priority: by its kind, the reporter's upheld and denied reports, and the number of other users
    with a waiting report about the same player. A higher one comes first.
    """
    accuracy = FOR_ACCURACY * (upheld - denied) // (upheld + denied + 2)
    return WEIGHTS[Kind(kind)] + accuracy + FOR_EACH_OTHER * min(OTHERS, others)
