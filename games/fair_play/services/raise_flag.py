"""Storing findings as flags, once each, however often they are computed."""

from __future__ import annotations

from django.db import transaction

from games.fair_play.detectors.finding import Finding
from games.fair_play.models import Flag
from games.time.clocks import DAY_MS

QUIET_MS = 90 * DAY_MS
"""Time (ms) for which a flag that a moderator has dismissed or acted on is not raised again: by then all evidence is
new.
"""


def key_of(finding: Finding, at_ms: int) -> str:
    """Return a key that is unique by kind, pair and day: workers that find the same at once write it once."""
    return f"{finding.kind}:{finding.user}:{finding.other or ''}:{at_ms // DAY_MS}"


def raise_flag(finding: Finding, at_ms: int) -> Flag | None:
    """Return the flag for this finding; None if the finding is too weak, or moderators have seen such a flag lately.

    A flag that waits for a moderator is updated with the latest evidence.
    """
    if not finding.shown:
        return None
    with transaction.atomic():
        earlier = Flag.objects.select_for_update().filter(
            kind=finding.kind, user_id=finding.user, other_id=finding.other
        )
        last = earlier.order_by("-at_ms", "-id").first()
        if last is not None and last.state == Flag.State.NEW:
            if (last.strength, last.evidence) != (finding.strength, finding.evidence):
                last.strength, last.evidence, last.at_ms = finding.strength, finding.evidence, at_ms
                last.save(update_fields=["strength", "evidence", "at_ms"])
            return last
        if last is not None and at_ms - (last.seen_ms or last.at_ms) < QUIET_MS:
            return None
        made, _ = Flag.objects.get_or_create(
            key=key_of(finding, at_ms),
            defaults={
                "kind": finding.kind,
                "user_id": finding.user,
                "other_id": finding.other,
                "strength": finding.strength,
                "evidence": finding.evidence,
                "at_ms": at_ms,
            },
        )
        return made
