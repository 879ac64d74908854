"""Health checks and metrics, answered before anything else of the site runs."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from pyramido_site.health import healthz, readyz
from pyramido_site.metrics import metrics


def probes(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that answers health checks and metrics before anything else of the site runs."""
    answers = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}

    def middleware(request: HttpRequest) -> HttpResponse:
        return answers.get(request.path_info, get_response)(request)

    return middleware
