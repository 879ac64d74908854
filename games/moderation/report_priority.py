"""The priority of reports in the moderators' queue."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from games.moderation.models import Report
from games.moderation.selectors.report_queue import accuracies

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


def weigh(reported_ids: Collection[int]) -> None:
    """Compute the priority of the waiting reports about these users again: kind, the reporter's accuracy, and number of
    other reporters. Runs in the caller's transaction.
    """
    rows = Report.objects.filter(reported__in=reported_ids, state__in=Report.WAITING).order_by("pk")
    waiting = list(rows.select_for_update(no_key=True))
    tallies = accuracies({report.reporter_id for report in waiting})
    people: dict[int, set[int]] = {}
    for report in waiting:
        people.setdefault(report.reported_id, set()).add(report.reporter_id)
    changed = []
    for report in waiting:
        upheld, denied = tallies[report.reporter_id]
        others = min(OTHERS, len(people[report.reported_id]) - 1)
        right = FOR_ACCURACY * (upheld - denied) // (upheld + denied + 2)
        priority = WEIGHTS[Kind(report.kind)] + right + FOR_EACH_OTHER * others
        if report.priority != priority:
            report.priority = priority
            changed.append(report)
    Report.objects.bulk_update(changed, ["priority"])
