"""Until when a decision can be appealed."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from games.moderation.models import ModerationDecision
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.site_clock import now_ms

OPEN_MS: Final = 90 * DAY_MS
"""How long (ms) after a decision the user may appeal."""


def why_not(decision: ModerationDecision) -> Refusal | None:
    """Return the refusal if a measure without an appeal can no longer be appealed; None if it can. No query if
    `undone_by` was selected.
    """
    if getattr(decision, "undone_by", None) is not None:
        return Refusal(409, "undone", gettext_noop("This decision has been undone."))
    if now_ms() - decision.at_ms > OPEN_MS:
        template = gettext_noop("It is too late to appeal: you could do so within %(days)s days of the decision.")
        return Refusal(422, "too_late", template, days=OPEN_MS // DAY_MS)
    return None
