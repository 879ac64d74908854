"""What is shown where no view answers: pages to people, problem documents to programs (RFC 9457)."""

from __future__ import annotations

import sys
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views import defaults

from games.api.problems import problem_response
from games.errors import fault


def _by_program(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _by_program(request):
        return problem_response(400, "malformed", _("The request does not have the form it needs."))
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest, *args: Any) -> HttpResponse:
    refusal = fault(sys.exception() or Exception())  # Django calls this while it handles the exception
    if _by_program(request):
        answer: HttpResponse = problem_response(refusal.status, refusal.code, refusal.detail)
    else:
        answer = defaults.server_error(request)
        answer.status_code = refusal.status
    if refusal.seconds is not None:
        answer.headers["Retry-After"] = str(refusal.seconds)
    return answer
