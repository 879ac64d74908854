"""The moderators' queue, and who has claimed what."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from engine import registry
from games.fair_play.models import Flag
from games.moderation.models import Appeal, Report
from games.moderation.selectors import dossiers, lists, report_queue
from games.moderation.services import claim_report
from games.moderation.services import confirm as confirming
from games.pages.moderation.access import PAGE, at_the_desk, back, chosen, moderator
from games.presenters.moderation import shown_decisions
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.site_clock import now_ms


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report in a list. `accuracy` is the reporter's: upheld, denied."""

    report: Report
    game_name: str
    accuracy: tuple[int, int]
    yours: bool
    claimed: bool
    """By anybody, and not longer ago than a claim holds."""

    @property
    def urgent(self) -> bool:
        return self.report.priority >= URGENT


URGENT = 50
"""The priority of what weighs most, or is said by several (games.moderation.services.report)."""


def lines(found: list[Report], reader: User) -> list[ReportRow]:
    """Two queries, however many there are."""
    games = dossiers.titles_of(one.game for one in found)
    accuracies = report_queue.accuracies({one.reporter_id for one in found})
    at_ms = now_ms()
    return [
        ReportRow(
            one,
            _(registry.get(games[one.game]).name) if one.game in games else "",
            accuracies[one.reporter_id],
            held and one.claimed_by_id == reader.pk,
            held,
        )
        for one in found
        for held in (one.state == Report.State.CLAIMED and (one.claimed_ms or 0) > at_ms - claim_report.CLAIM_MS,)
    ]


@at_the_desk
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """What waits, the most urgent first; or what was decided, the latest first."""
    user = moderator(request)
    state = chosen(request, "state", [lists.ALL, *Report.State.values])
    kind, about = chosen(request, "kind", Report.Kind.values), chosen(request, "about", Report.About.values)
    mine = request.GET.get("mine") == "on"
    found = lists.reports(user, state, kind, about, mine)
    page = shown_page(request, found, PAGE, order=lists.reports_order(state))
    context = {
        "at": "queue",
        "page": page,
        "lines": lines(page.rows, user),
        "state": state,
        "kind": kind,
        "about": about,
        "mine": mine,
        "states": [(value, name) for value, name in Report.State.choices],
        "kinds": Report.Kind.choices,
        "abouts": Report.About.choices,
        "filtered": bool(state or kind or about or mine),
        "provisional": shown_decisions(list(confirming.waiting()), user),
        **counts(user),
    }
    return render(request, "desk/queue.html", context)


def counts(reader: User) -> dict[str, int]:
    """What stands beside the desk's parts."""
    return {
        "appeals_waiting": Appeal.objects.filter(state=Appeal.State.OPEN).count(),
        "signals_new": dossiers.flags_for(reader).filter(state=Flag.State.NEW).count(),
    }


@at_the_desk
@require_POST
def claim(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say that one looks at it, so that nobody else does."""
    claim_report.claim(moderator(request), public_id)
    return back(request, "desk_report", public_id)


@at_the_desk
@require_POST
def release(request: HttpRequest, public_id: str) -> HttpResponse:
    claim_report.release(moderator(request), public_id)
    return back(request, "desk_report", public_id)
