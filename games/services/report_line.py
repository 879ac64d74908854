"""Somebody asks the moderators to look at what was said."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from accounts.models import User
from games.chat import readable_line
from games.errors import Refusal
from games.models import ChatReport
from games.wall_clock import now_ms


def report_line(user: User, public_id: str, line_id: str, reason: str) -> ChatReport:
    """Each person reports a line once: reporting it again changes nothing. Raises Refusal."""
    line = readable_line(public_id, user, line_id)
    if line.user_id == user.pk:
        raise Refusal(422, "own_line", gettext_noop("You have said that yourself."))
    report, _ = ChatReport.objects.get_or_create(
        line=line, reporter=user, defaults={"reason": reason, "at_ms": now_ms()}
    )
    return report
