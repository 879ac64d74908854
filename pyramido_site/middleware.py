"""Middleware of our own."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# Scripts, styles, sockets and forms of this site only; nothing inline.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Put the policy on every answer (not on Django's own error pages of DEBUG, which are inline).

    An answer's `form_target` is where else its forms may lead: the consent page's, on to the application.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not (settings.DEBUG and response.status_code >= 400):
            target = getattr(response, "form_target", "")
            policy = POLICY.replace("form-action 'self'", f"form-action 'self' {target}") if target else POLICY
            response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return middleware
