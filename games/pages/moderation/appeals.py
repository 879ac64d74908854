"""Appeals, judged by another moderator than the one who decided."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.moderation.models import Appeal
from games.moderation.selectors import impartial, lists, roles
from games.moderation.services import appeal as appeals
from games.pages.moderation import desk
from games.pages.moderation.access import PAGE, at_the_desk, chosen, moderator
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.public_ids import PublicId


@dataclass(frozen=True, slots=True)
class AppealRow:
    """An appeal in the list."""

    appeal: Appeal
    reader: User
    shared: bool = False
    """Whether the reader shares a game with the appellant."""
    typed: str = ""
    """The answer of a judgement that was refused."""

    @property
    def waits(self) -> bool:
        """Whether the appeal waits."""
        return self.appeal.state == Appeal.State.OPEN

    @property
    def own(self) -> bool:
        """Whether the reader may not judge: as the one who decided, as the appellant, as a player in a game with the
        appellant, or as the reporter.
        """
        decision = self.appeal.decision
        reporter = None if decision.report is None else decision.report.reporter_id
        return self.shared or self.reader.pk in (decision.by_id, decision.user_id, reporter)

    @property
    def judged_here(self) -> bool:
        """Whether the reader may judge it."""
        return self.waits and not self.own and roles.is_senior(self.reader)


@at_the_desk
@require_http_methods(["GET", "HEAD", "POST"])
def judging(request: HttpRequest) -> HttpResponse:
    """Show appeals, oldest first while they wait; a POST judges one, and a refused judgement is shown as it was sent.
    Raise Refusal if there is no such appeal.
    """
    user = moderator(request)
    appeal_id, answer, refused = "", "", ""
    if request.method == "POST":
        appeal_id, answer = request.POST.get("appeal", "").replace("\0", ""), request.POST.get("answer", "").strip()
        try:
            made = appeals.decide_appeal(
                user, PublicId(appeal_id), grant=request.POST.get("judgement") == "grant", answer=answer
            )
        except Refusal as refusal:
            if refusal.status == 404:
                raise
            refused = refusal.detail
        else:
            granted = made.state == Appeal.State.GRANTED
            messages.success(request, _("The appeal was granted.") if granted else _("The appeal was rejected."))
            return HttpResponseRedirect(resolve_url("desk_appeals"))
    state = chosen(request, "state", Appeal.State.values)
    page = shown_page(request, lists.appeals(state), PAGE, order=lists.appeals_order(state))
    shared = impartial.shares_game_with(user, {one.decision.user_id for one in page.rows})
    context = {
        "at": "appeals",
        "page": page,
        "lines": [
            AppealRow(one, user, one.decision.user_id in shared, answer if one.public_id == appeal_id else "")
            for one in page.rows
        ],
        "state": state,
        "states": Appeal.State.choices,
        "refused": refused,
        "refused_id": appeal_id,
        "answer_length": 1000,
        "senior": roles.is_senior(user),
        **desk.counts(user),
    }
    return render(request, "desk/appeals.html", context, status=409 if refused else 200)
