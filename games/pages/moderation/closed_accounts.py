"""Middleware for sessions whose account moderators have closed."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from accounts.access.callers import closed_session
from accounts.notifications import sanction_words
from games.requests.problems import problem_response

Answer = Callable[[HttpRequest], HttpResponse]


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
                refusal = _refusal(request)
                if refusal is not None:
                    return refusal
        return get_response(request)

    return middleware


def _refusal(request: HttpRequest) -> HttpResponse | None:
    closed = closed_session(request.session)
    if closed is None:
        return None
    if not request.path.startswith("/api/"):
        return HttpResponseRedirect(closed.path)
    said = (sanction_words.sentence(closed.sanction), sanction_words.how_to_appeal(closed.link))
    return problem_response(401, "account_closed", " ".join(said))
