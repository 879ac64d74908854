"""The moderators' log: who did what to whom, and why."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render, resolve_url
from django.views.decorators.http import require_safe

from games.moderation.models import ModerationDecision
from games.moderation.selectors import lists, roles
from games.pages.moderation import desk
from games.pages.moderation.access import PAGE, at_the_desk, chosen, moderator
from games.presenters.moderation.desk import shown_decisions
from games.record.tables import iso
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.streaming import in_blocks, streamed

COLUMNS = (
    "at",
    "action",
    "by",
    "player_id",
    "player",
    "reason",
    "until",
    "game",
    "line",
    "report",
    "undoes",
    "decision",
)


def _asked(request: HttpRequest) -> dict[str, str]:
    action = chosen(request, "action", ModerationDecision.Action.values)
    by, player = (request.GET.get(name, "").strip()[:100].replace("\0", "") for name in ("by", "player"))
    return {"action": action, "by": by, "player": player}


@at_the_desk
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Show the log, latest entry first."""
    asked = _asked(request)
    page = shown_page(request, lists.log(**asked), PAGE)
    given = urlencode({name: value for name, value in asked.items() if value})
    context = {
        "at": "log",
        "page": page,
        "decisions": shown_decisions(page.rows, moderator(request)),
        **asked,
        "actions": ModerationDecision.Action.choices,
        "moderators": roles.with_a_role(),
        "filtered": bool(given),
        "file": f"{resolve_url('desk_log_file')}?{given}",
        **desk.counts(moderator(request)),
    }
    return render(request, "desk/log.html", context)


@at_the_desk
@require_safe
def log_file(request: HttpRequest) -> HttpResponseBase:
    """Return the log as CSV (RFC 4180), oldest entry first."""
    rows = lists.log_from_the_start(**_asked(request))
    answer = streamed(request, in_blocks(_lines(rows)), "text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="moderation-log.csv"'
    return answer


def _lines(rows: Iterable[ModerationDecision]) -> Iterator[bytes]:
    yield _line(COLUMNS)
    for one in rows:
        yield _line(
            (
                iso(one.at_ms) or "",
                one.action,
                one.by.display_name,
                one.user.public_id,
                one.user.display_name,
                one.reason,
                iso(one.until_ms) or "",
                one.game,
                one.line,
                one.report.public_id if one.report else "",
                one.undoes.public_id if one.undoes else "",
                one.public_id,
            )
        )


def _line(cells: Iterable[str]) -> bytes:
    """Return a line of CSV. Cells that a spreadsheet would take for a formula are prefixed with an apostrophe."""
    plain = [f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell for cell in cells]
    text = io.StringIO()
    csv.writer(text).writerow(plain)
    return text.getvalue().encode()
