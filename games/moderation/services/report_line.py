"""Reporting a chat line."""

from __future__ import annotations

from typing import Final

from accounts.models import User
from games.moderation.models import Report
from games.moderation.services import report as reports
from pyramido_site.infrastructure.public_ids import PublicId

KINDS: Final = {
    "insult": Report.Kind.HARASSMENT,
    "hate": Report.Kind.HARASSMENT,
    "privacy": Report.Kind.HARASSMENT,
    "cheating": Report.Kind.COLLUSION,
    "spam": Report.Kind.OTHER,
    "other": Report.Kind.OTHER,
}
"""Reason given where a line is reported → kind of the report."""


def report_line(user: User, public_id: PublicId, line_id: PublicId, reason: str) -> Report:
    """Report a chat line; a user reports each line once, and repeating it changes nothing. Raise Refusal if the line is
    the user's own or out of sight, or the user has filed too many reports.
    """
    return reports.file(user, KINDS[reason], Report.About.LINE, game=public_id, line=line_id)
