"""What is shown where no view answers: pages to people, problem documents to programs (RFC 9457)."""

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
    """A text in a request cannot be stored; `field` says where it stands."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field[:40]


def by_program(request: HttpRequest) -> bool:
    """Whether a problem document is the answer to a bad request, and no page."""
    return request.path.startswith(("/api/", "/oauth/token", "/oauth/revoke"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    sentence = _wrong(exception)
    if by_program(request):
        field = exception.field if isinstance(exception, Unstorable) else None
        return problem_response(400, "malformed", sentence or _("Invalid request."), field)
    _forget_unreadable_form(request)
    return HttpResponseBadRequest(render_to_string("400.html", {"sentence": sentence}))


def _wrong(exception: Exception) -> str:
    """What is wrong with a request, where no view has refused it and that can be said."""
    if isinstance(exception, Unstorable):
        return _("It has characters that cannot be stored: U+0000, or an unpaired surrogate.")
    if isinstance(exception, DisallowedHost):
        return _("This site does not answer to the name by which it was called.")
    if isinstance(exception, TooManyFieldsSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
        return _("The form has too many fields: there may be %(most)s.") % {"most": most}
    if isinstance(exception, TooManyFilesSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        return _("The form has too many files: there may be %(most)s.") % {"most": most}
    return ""


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    _forget_unreadable_form(request)
    return defaults.page_not_found(request, exception)


def _forget_unreadable_form(request: HttpRequest) -> None:
    """Django's pages look into the form that was sent, for its token; where no view was found, they are the first to.
    What is wrong with it then would be taken for an error of ours.
    """
    try:
        request.POST  # noqa: B018 (it is read here)
    except Exception:  # noqa: BLE001 (Django has half a dozen for it, and raises what it does not know, too)
        request.POST = QueryDict()


def server_error(request: HttpRequest, *args: Any) -> HttpResponse:
    refusal = fault(sys.exception() or Exception())  # Django calls this while it handles the exception
    if by_program(request):
        answer: HttpResponse = problem_response(refusal.status, refusal.code, refusal.detail)
    else:
        answer = defaults.server_error(request)
        answer.status_code = refusal.status
    if refusal.seconds is not None:
        answer.headers["Retry-After"] = str(refusal.seconds)
    return answer
