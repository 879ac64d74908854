"""Reporting a game, a chat line or a player, and the user's own reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.identity.sessions import player
from accounts.models import User
from accounts.users import blocks
from accounts.users.lookups import user_by_id
from engine import registry
from games.chat import selectors as chat
from games.chat.models import ChatLine
from games.moderation.models import Report
from games.moderation.selectors import report_queue
from games.moderation.services import report as reports
from games.pages.requests import keep_within
from games.presenters.ratings.pages import readers_zone
from games.record import selectors
from games.record.models import Game
from games.requests.refusals import Refusal
from games.requests.throttles import ReportThrottle
from games.study import selectors as studies
from games.study.models import Study
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.public_ids import NO_ID, PublicId
from pyramido_site.infrastructure.redirects import safe_next
from pyramido_site.infrastructure.utc import utc_datetime

About, Kind, State = Report.About, Report.Kind, Report.State

IN_DIALOG = "X-In-Dialog"
"""Header by which the page's script says that it shows the form in a dialog over another page."""

A_PAGE = 30

SENTENCES: Final = {
    Kind.STALLING: (
        gettext_noop("Stalling"),
        gettext_noop("Keeps the others waiting on purpose, especially when losing."),
    ),
    Kind.LEAVING: (gettext_noop("Leaving games"), gettext_noop("Repeatedly leaves games or lets the time run out.")),
    Kind.COLLUSION: (
        gettext_noop("Collusion"),
        gettext_noop("Players help each other win instead of playing for themselves."),
    ),
    Kind.AUTOMATED: (
        gettext_noop("Computer assistance"),
        gettext_noop("A program seems to choose this person’s moves. Only bot accounts may do this."),
    ),
    Kind.MULTIPLE: (gettext_noop("Multiple accounts"), gettext_noop("One person seems to use several accounts.")),
    Kind.HARASSMENT: (
        gettext_noop("Insults, harassment or threats"),
        gettext_noop("Insults, threatens, harasses or spreads hate."),
    ),
    Kind.NAME: (
        gettext_noop("Inappropriate name"),
        gettext_noop("The name is insulting or impersonates someone else."),
    ),
    Kind.OTHER: (gettext_noop("Something else"), gettext_noop("Describe it below.")),
}
"""Kind of report → its name, and when it fits."""

OF_LINES: Final = {
    Kind.HARASSMENT: (
        gettext_noop("Insults, harassment or threats"),
        gettext_noop("Insults, hate, threats or someone’s private data."),
    ),
    Kind.COLLUSION: (
        gettext_noop("Advice to a player"),
        gettext_noop("Tells a player what to do, or helps cheat in another way."),
    ),
    Kind.OTHER: (gettext_noop("Something else"), gettext_noop("Advertising, spam, or anything else.")),
}


@dataclass(frozen=True, slots=True)
class Matter:
    """The matter of a report. `people` are the players to choose from; `person` is set if there is no choice."""

    about: Report.About
    title: str
    game: Game | None = None
    line: ChatLine | None = None
    person: User | None = None
    people: tuple[User, ...] = ()
    study: Study | None = None

    @property
    def kinds(self) -> list[tuple[str, str, str]]:
        """The kinds of report that fit, each with its name and when it fits."""
        sentences = OF_LINES if self.about == About.LINE else SENTENCES
        return [(kind.value, *sentences[kind]) for kind in reports.FITS[self.about]]


Found = TypeVar("Found")


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def report_game(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Report a player of a game: `player` (a public id), or one whom the reporter chooses."""
    game = _found(lambda: selectors.game_by_id(public_id))
    sitting = [seat.user for seat in game.seats.all() if seat.user is not None]
    others = tuple(user for user in sitting if user != request.user and user.deleted_ms is None)
    person = others[0] if len(others) == 1 else None
    title = registry.get(game.game_key).name
    return _report(request, Matter(About.GAME, title, game, None, person, () if person else others))


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def report_line(request: HttpRequest, public_id: PublicId, line_id: PublicId) -> HttpResponse:
    """Report a chat line."""
    user = player(request)
    said = _found(lambda: chat.readable_line(public_id, user, line_id))
    return _report(request, Matter(About.LINE, said.text, said.game, said, said.user))


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def report_study(request: HttpRequest, link: str) -> HttpResponse:
    """Report a shared study. Raise Http404 if no study of another user has this link."""
    found = studies.study_by_link(link)
    if found is None or found.owner == request.user:
        raise Http404("there is no study to report")
    return _report(request, Matter(About.STUDY, found.title, study=found, person=found.owner))


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def report_player(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Report a player. Raise Http404 if there is no such player or it is the user."""
    person = user_by_id(public_id)
    if person is None or person.deleted_ms is not None or person == request.user:
        raise Http404(f"nobody to report is called {public_id[:20]!r}")
    return _report(request, Matter(About.PROFILE, person.display_name, person=person))


@never_cache
@require_safe
@login_required
def my_reports(request: HttpRequest) -> HttpResponse:
    """Show the user's reports and their outcome."""
    user = player(request)
    page = shown_page(request, report_queue.mine(user), A_PAGE, order=("-at_ms", "-pk"))
    shown = [
        {
            "report": one,
            "name": (OF_LINES if one.about == About.LINE else SENTENCES)[Kind(one.kind)][0],
            "at": utc_datetime(one.at_ms),
            "waits": one.state in Report.WAITING,
            "upheld": one.state == State.UPHELD,
        }
        for one in page.rows
    ]
    with readers_zone(user):
        return render(request, "games/my_reports.html", {"page": page, "reports": shown})


def _found(read: Callable[[], Found]) -> Found:
    """Return what `read` returns. Raise Http404 for what does not exist or is hidden from the user."""
    try:
        return read()
    except Refusal as refusal:
        raise Http404(str(refusal)) from refusal


def _report(request: HttpRequest, matter: Matter) -> HttpResponse:
    refused: Refusal | None = None
    form = request.POST
    if request.method == "POST":
        keep_within(ReportThrottle(), request)
        try:
            person = _file(player(request), matter, form.get("kind", ""), form.get("player", ""), form.get("text", ""))
        except Refusal as refusal:
            refused = refusal
        else:
            if "block" in form:
                _block(request, person)
            return _thanks(request)
    chosen = form.get("player") or request.GET.get("player", "")
    context = {
        "matter": matter,
        "refused": refused,
        "chosen_kind": form.get("kind", ""),
        "chosen_player": chosen[:16],
        "typed": form.get("text", "")[: Report.TEXT_LENGTH],
        "most": Report.TEXT_LENGTH,
        "next": form.get("next") or request.GET.get("next", ""),
        "blocked": matter.person is not None and blocks.blocks(player(request), matter.person),
        "blocking": "block" in form,
    }
    return render(request, "games/report.html", context, status=200 if refused is None else refused.status)


def _file(user: User, matter: Matter, kind: str, chosen: str, text: str) -> User:
    """File the report and return the reported player. Raise Refusal if no kind is chosen or it cannot be filed."""
    if not kind:
        raise Refusal(422, "no_kind", gettext_noop("Choose a reason."), field="kind")
    person = matter.person
    if person is None:
        person = next((one for one in matter.people if one.public_id == chosen), None)
    report = reports.file(
        user,
        kind,
        matter.about,
        reported=person,
        game=matter.game.public_id if matter.game else NO_ID,
        line=matter.line.public_id if matter.line else NO_ID,
        link=(matter.study.link or "") if matter.study else "",
        text=text,
    )
    return report.reported


def _block(request: HttpRequest, person: User) -> None:
    """Block the reported player; say so where that is impossible."""
    try:
        blocks.block(player(request), person)
    except blocks.TooMany as refused:
        messages.error(request, str(refused))


def _thanks(request: HttpRequest) -> HttpResponse:
    """Redirect to where the report came from; for a dialog, whose script says thanks, return 204."""
    if request.headers.get(IN_DIALOG):
        return HttpResponse(status=204)
    messages.success(request, _("Thank you. The moderators will review your report. You can follow it here."))
    return HttpResponseRedirect(safe_next(request, "my_reports"))
