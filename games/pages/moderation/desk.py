"""The moderators' queue, and claiming reports."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from engine import registry
from games.moderation.models import Report
from games.moderation.selectors import dossiers, lists, provisional_measures, report_queue
from games.moderation.services import claim_report
from games.pages.moderation.access import PAGE, at_the_desk, back, chosen, moderator
from games.presenters.moderation.desk import shown_decisions
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report in a list. `accuracy` counts the reporter's upheld and denied reports."""

    report: Report
    game_name: str
    accuracy: tuple[int, int]
    yours: bool
    claimed: bool
    """Whether a claim, by any moderator, is in force."""

    @property
    def urgent(self) -> bool:
        """Whether the report is marked as urgent."""
        return self.report.priority >= URGENT


URGENT = 50
"""The priority of serious matters, and of those reported by several users (games.moderation.services.report)."""


def lines(found: list[Report], reader: User) -> list[ReportRow]:
    """Return the rows of these reports. Two queries for any number of them."""
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
    """Show waiting reports, most urgent first, or decided ones, latest first."""
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
        "provisional": shown_decisions(list(provisional_measures.waiting()), user),
        **counts(user),
    }
    return render(request, "desk/queue.html", context)


def counts(reader: User) -> dict[str, int]:
    """Return the numbers shown in the desk's navigation."""
    return {
        "appeals_waiting": lists.appeals("").count(),
        "flags_new": lists.flags(reader, kind="", state="").count(),
    }


@at_the_desk
@require_POST
def claim(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Claim a report, so that no other moderator takes it."""
    claim_report.claim(moderator(request), public_id)
    return back(request, "desk_report", public_id)


@at_the_desk
@require_POST
def release(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Release a claim, so that others may take the report."""
    claim_report.release(moderator(request), public_id)
    return back(request, "desk_report", public_id)
