"""Findings are written down as Signals, once, whenever they are computed again."""

from __future__ import annotations

from django.db import transaction

from games.fair_play.detectors.finding import Finding
from games.fair_play.models import Flag
from games.time.clocks import DAY

QUIET_MS = 90 * DAY
"""What a moderator has dismissed or acted on is not shown again before that: by then all evidence is new."""


def key_of(finding: Finding, at_ms: int) -> str:
    """One for each kind and pair a day: several workers that find the same at once write it once."""
    return f"{finding.kind}:{finding.user}:{finding.other or ''}:{at_ms // DAY}"


def note(finding: Finding, at_ms: int) -> Flag | None:
    """The signal with this finding; None where it is not strong enough or moderators have seen it lately.

    One that waits for a moderator gets the latest evidence.
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
