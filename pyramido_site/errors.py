"""What is shown where no view answers: pages to people, problem documents to programs (RFC 9457)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views import defaults

from games.api.problems import problem_response


def _by_program(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _by_program(request):
        return problem_response(400, "malformed", _("The request does not have the form it needs."))
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest, *args: Any) -> HttpResponse:
    if _by_program(request):
        return problem_response(500, "server_error", _("Something went wrong here; it is a fault of the server."))
    return defaults.server_error(request)
