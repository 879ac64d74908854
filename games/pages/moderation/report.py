"""A report with all that a moderator needs to decide about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from games.moderation.models import MEASURES, ModerationDecision, Report
from games.moderation.selectors import dossiers, lists, roles
from games.moderation.services import authority, claim_report, undo
from games.moderation.services import confirm_provisional as confirming
from games.pages.moderation import actions, desk
from games.pages.moderation.access import at_the_desk, back, moderator
from games.pages.moderation.actions import Typed
from games.pages.moderation.flags import ShownFlag
from games.presenters.moderation import evidence
from games.presenters.moderation import words as moderation_words
from games.presenters.moderation.desk import ShownGame, ShownPerson, shown_decisions
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId


@at_the_desk
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Show a report; a POST takes an action, and a refused form is shown as it was sent."""
    user = moderator(request)
    found = lists.report_by_id(public_id, user)
    if request.method != "POST":
        return _report_page(request, user, found, Typed(), 200)
    sent = actions.typed(request.POST)
    try:
        made = actions.carry_out(user, found.reported, request.POST, sent, found)
    except Refusal as refusal:
        sent = actions.refused(sent, refusal)
        return _report_page(request, user, lists.report_by_id(public_id, user), sent, refusal.status)
    messages.success(request, _("Done: %(action)s.") % {"action": made.get_action_display()})
    return HttpResponseRedirect(resolve_url("desk_report", public_id))


def _report_page(request: HttpRequest, user: User, found: Report, sent: Typed, status: int) -> HttpResponse:
    partial = authority.why_not(user, found.reported, found)
    file = dossiers.game_file(found.game, user, found.line)
    sealed = file is not None and file.rooms is None
    taken = _taken(user, found)
    offers = [] if partial else list(actions.offers(user, found.reported, found))
    if taken:
        more = MEASURES if found.decided_by_id == user.pk and found.state == Report.State.UPHELD else ()
        offers = [offer for offer in offers if offer.action in (ModerationDecision.Action.NOTE, *more)]
    made = list(dossiers.decisions_on(found))
    context: dict[str, Any] = {
        "at": "queue",
        "report": found,
        "line": desk.lines([found], user)[0],
        "waits": found.state in Report.WAITING,
        "partial": "" if partial is None else partial.detail,
        "taken": taken,
        "senior": roles.is_senior(user),
        "sealed": sealed,
        "evidence": None if sealed else evidence.of_report(found),
        "file": None if file is None else ShownGame(file, user, found.line),
        "people": [
            ShownPerson(dossiers.dossier(found.reported, user), "reported", found),
            ShownPerson(dossiers.dossier(found.reporter, user), "reporter", found),
        ],
        "decisions": shown_decisions(made, user),
        "flags": [ShownFlag(one) for one in dossiers.flags_about(found.reported, user)],
        "offers": offers,
        "sent": sent,
        "answers": moderation_words.read_by(found.reporter, moderation_words.ANSWERS) if offers else [],
        **desk.counts(user),
    }
    return render(request, "desk/report.html", context, status=status)


def _taken(user: User, found: Report) -> str:
    """Return why `user` cannot decide the report (it is decided or claimed by another moderator), or ""."""
    try:
        claim_report.check_free(user, found)
    except Refusal as refusal:
        return refusal.detail
    return ""


@at_the_desk
@require_POST
def undo_decision(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Undo a decision."""
    return _about_decision(request, public_id, undo.undo, _("The decision was undone."))


@at_the_desk
@require_POST
def confirm_decision(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Confirm another moderator's provisional measure."""
    return _about_decision(request, public_id, confirming.confirm, _("The decision was confirmed."))


def _about_decision(
    request: HttpRequest, public_id: PublicId, verb: Callable[[User, PublicId, str], ModerationDecision], done: str
) -> HttpResponse:
    user = moderator(request)
    about = lists.player_of_decision(public_id)
    try:
        verb(user, public_id, request.POST.get("reason", "").strip())
    except Refusal as refusal:
        messages.warning(request, refusal.detail)
    else:
        messages.success(request, done)
    return back(request, "desk_player", about)
