"""Reads of reports: the queue of the desk, a user's own reports, and how often reporters were right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from django.db.models import QuerySet

from accounts.models import User
from games.moderation.models import Report


def accuracies(user_ids: Collection[int], since_ms: int = 0) -> dict[int, tuple[int, int]]:
    """Return how many reports of each user were upheld and denied, by row id of the user. One query."""
    decided = Report.objects.filter(
        reporter__in=user_ids, state__in=(Report.State.UPHELD, Report.State.DENIED), decided_ms__gte=since_ms
    )
    counts = Counter(decided.values_list("reporter_id", "state"))
    return {user: (counts[user, Report.State.UPHELD], counts[user, Report.State.DENIED]) for user in user_ids}


def queue(
    *, state: str | None = None, kind: str | None = None, about: str | None = None, claimed_by: User | None = None
) -> QuerySet[Report]:
    """Return reports by priority, oldest first at equal priority; without `state`, those that wait."""
    found = Report.objects.select_related("reporter", "reported", "claimed_by", "decided_by")
    found = found.filter(state=state) if state else found.filter(state__in=Report.WAITING)
    wanted = {"kind": kind, "about": about, "claimed_by": claimed_by}
    given = {name: value for name, value in wanted.items() if value}
    return found.filter(**given).order_by("-priority", "at_ms", "pk")


def mine(reporter: User) -> QuerySet[Report]:
    """Return the reports that the user has filed, latest first."""
    return Report.objects.filter(reporter=reporter).select_related("reported").order_by("-at_ms", "-pk")


def own_report(reporter: User, report: Report) -> Report:
    """Return the report, read again as `mine` shows it to its reporter."""
    return mine(reporter).get(pk=report.pk)
