"""Error responses outside of views: pages for browsers, problem documents for programs (RFC 9457)."""

from __future__ import annotations

import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, DisallowedHost, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from games.requests.problems import problem_response
from games.requests.refusals import fault


class Unstorable(BadRequest):
    """A text in a request cannot be stored; `field` is the name of its field."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field[:40]


def by_program(request: HttpRequest) -> bool:
    """Whether errors of this request are answered with a problem document instead of a page."""
    return is_for_programs(request.path)


def is_for_programs(path: str) -> bool:
    """Whether errors at this path are answered with a problem document."""
    return path.startswith(("/api/", "/oauth/token", "/oauth/revoke"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400."""
    sentence = _wrong(exception)
    if by_program(request):
        field = exception.field if isinstance(exception, Unstorable) else None
        return problem_response(400, "malformed", sentence or _("Invalid request."), field)
    _forget_unreadable_form(request)
    return HttpResponseBadRequest(render_to_string("400.html", {"sentence": sentence}))


def _wrong(exception: Exception) -> str:
    """Return what is wrong with the request, if known, otherwise ""."""
    if isinstance(exception, Unstorable):
        return _("The request has characters that cannot be stored: U+0000, or an unpaired surrogate.")
    if isinstance(exception, DisallowedHost):
        return _("This site does not serve the host name of this request.")
    if isinstance(exception, TooManyFieldsSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
        return _("The form has too many fields; the maximum is %(most)s.") % {"most": most}
    if isinstance(exception, TooManyFilesSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        return _("The form has too many files; the maximum is %(most)s.") % {"most": most}
    return ""


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404."""
    _forget_unreadable_form(request)
    return defaults.page_not_found(request, exception)


def _forget_unreadable_form(request: HttpRequest) -> None:
    """Replace a malformed form by an empty one.

    Django's error pages read the form for its CSRF token, and would fail with a server error.
    """
    try:
        request.POST  # noqa: B018 (reading it is what may fail)
    except Exception:  # noqa: BLE001 (Django raises several types, and passes others on)
        request.POST = QueryDict()


def server_error(request: HttpRequest, *args: Any) -> HttpResponse:
    """Answer 500, or 503 for a lost database."""
    refusal = fault(sys.exception() or Exception())  # Django calls this while it handles the exception
    if by_program(request):
        answer: HttpResponse = problem_response(refusal.status, refusal.code, refusal.detail)
    else:
        answer = defaults.server_error(request)
        answer.status_code = refusal.status
    if refusal.retry_after_s is not None:
        answer.headers["Retry-After"] = str(refusal.retry_after_s)
    return answer
