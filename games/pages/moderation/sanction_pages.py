"""The page of a user's own sanctions; the page and the middleware for users whose account is closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access.callers import closed_session
from accounts.identity.sessions import player
from accounts.models import User
from accounts.notifications import sanction_words
from accounts.sanctions import selectors as sanctions
from games.moderation.models import Appeal
from games.moderation.selectors import own_decisions
from games.moderation.services import appeal as appeals
from games.moderation.services.appeal import appeal
from games.pages.requests import keep_within
from games.presenters import account_data
from games.presenters.account_data import NDJSON
from games.presenters.ratings.pages import readers_zone
from games.requests.problems import problem_response
from games.requests.refusals import Refusal
from games.requests.throttles import DataThrottle
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.redirects import safe_next
from pyramido_site.infrastructure.streaming import in_blocks, streamed

Answer = Callable[[HttpRequest], HttpResponse]
AnyResponse = TypeVar("AnyResponse", bound=HttpResponseBase)


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def account_status(request: HttpRequest) -> HttpResponse:
    """Show what moderators have decided about the user; a POST appeals against the `decision`."""
    user = player(request)
    refused = _appealed(request, user)
    if request.method == "POST" and refused is None:
        return HttpResponseRedirect(resolve_url("account_status"))
    with readers_zone(user):
        return render(
            request, "games/account_status.html", _decisions_context(request, user, refused), status=_status(refused)
        )


@never_cache
@require_POST
@login_required
def acknowledge_warning(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Acknowledge a warning, and go back. Raise Http404 if there is no such decision."""
    try:
        appeals.acknowledge(player(request), public_id)
    except Refusal as refusal:
        raise Http404(str(refusal)) from refusal
    return HttpResponseRedirect(safe_next(request, "account_status"))


@never_cache
@require_http_methods(["GET", "POST"])
@sensitive_variables("token")
def closed_account(request: HttpRequest, token: str) -> HttpResponse:
    """Show why the account is closed; a POST appeals. It needs no session: the signed address grants access."""
    user = sanctions.user_of_appeal_token(token)
    closed = None if user is None else sanctions.why_closed(user)
    if user is None or closed is None:
        return render(request, "games/closed_account_gone.html", status=410)
    refused = _appealed(request, user)
    if request.method == "POST" and refused is None:
        return HttpResponseRedirect(request.path)
    until = sanctions.until(closed.sanction)
    shown = _decisions_context(request, user, refused)
    context = {**shown, "closed": closed, "until": until, "whose": user, "token": token}
    with readers_zone(user):
        answer = render(request, "games/closed_account.html", context, status=_status(refused))
    return _private(answer)


@never_cache
@require_safe
@sensitive_variables("token")
def closed_account_data(request: HttpRequest, token: str, what: str) -> HttpResponseBase:
    """Return the user's data, or with `games` the finished games, as a file."""
    user = sanctions.user_of_appeal_token(token)
    if user is None:
        return render(request, "games/closed_account_gone.html", status=410)
    keep_within(DataThrottle(), request)
    lines = account_data.data_of(user, None) if what == "data" else account_data.games_of(user)
    answer = streamed(request, in_blocks(lines), NDJSON)
    answer["Content-Disposition"] = f'attachment; filename="pyramido-{what}-{user.public_id}.ndjson"'
    return _private(answer)


def closed_accounts(get_response: Answer) -> Answer:
    """Redirect pages to the decision and refuse API requests; signing out and choosing a language still work."""
    open_paths = {
        reverse("account_logout"),
        reverse("set_language"),
        reverse("set_theme"),
        reverse("javascript-catalog"),
    }
    decision = reverse("closed_account", args=["-"]).removesuffix("-/")

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and "Authorization" not in request.headers:
            passes = request.path in open_paths or request.path.startswith(decision)
            if not passes and SESSION_KEY in request.session and not request.user.is_authenticated:
                refusal = _refusal_of_closed(request)
                if refusal is not None:
                    return refusal
        return get_response(request)

    return middleware


def _refusal_of_closed(request: HttpRequest) -> HttpResponse | None:
    closed = closed_session(request.session)
    if closed is None:
        return None
    if not request.path.startswith("/api/"):
        return HttpResponseRedirect(closed.path)
    said = (sanction_words.sentence(closed.sanction), sanction_words.how_to_appeal(closed.link))
    return problem_response(401, "account_closed", " ".join(said))


def warnings(request: HttpRequest) -> dict[str, Any]:
    """Return `unread_warnings` for templates; read only if a template shows them."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {"unread_warnings": lambda: own_decisions.unread_warnings(user)}


def _appealed(request: HttpRequest, user: User) -> Refusal | None:
    """File a posted appeal, and return its refusal, if any, to be shown beside the text. Raise Http404 if there is no
    such decision.
    """
    if request.method != "POST":
        return None
    try:
        appeal(user, PublicId(request.POST.get("decision", "")), request.POST.get("text", ""))
    except Refusal as refusal:
        if refusal.status == 404:
            raise Http404(str(refusal)) from refusal
        return refusal
    messages.success(request, _("Your appeal was sent. Another moderator will review it."))
    return None


def _status(refused: Refusal | None) -> int:
    return 200 if refused is None else refused.status


def _decisions_context(request: HttpRequest, user: User, refused: Refusal | None) -> dict[str, Any]:
    return {
        "entries": [own_decisions.entry(one) for one in own_decisions.decisions_about(user)],
        "refused": refused,
        "refused_decision": request.POST.get("decision", "") if refused else "",
        "typed": request.POST.get("text", "")[: Appeal.TEXT_LENGTH] if refused else "",
        "most": Appeal.TEXT_LENGTH,
    }


def _private(answer: AnyResponse) -> AnyResponse:
    """Keep the address, which grants access, out of the Referer header."""
    answer["Referrer-Policy"] = "no-referrer"
    return answer
