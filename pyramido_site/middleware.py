"""Our own middleware."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from pyramido_site.health import healthz, readyz
from pyramido_site.metrics import metrics

# Scripts, styles, sockets and forms of this site only, nothing inline.
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
# The administration's theme evaluates expressions in its pages (Alpine.js) and sets its colours inline. It still loads
# nothing from other sites, and its pages contain no inline scripts.
ADMIN_POLICY = f"{POLICY}; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'"

# Passkeys are the only feature of a device that the site uses.
PERMISSIONS = ", ".join(
    (
        *(
            f"{name}=()"
            for name in (
                "accelerometer", "camera", "display-capture", "geolocation", "gyroscope",
                "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
            )
        ),
        "publickey-credentials-create=(self)",
        "publickey-credentials-get=(self)",
    )
)  # fmt: skip


def probes(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that answers health checks and metrics before anything else of the site runs."""
    answers = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}

    def middleware(request: HttpRequest) -> HttpResponse:
        return answers.get(request.path_info, get_response)(request)

    return middleware


LONGEST_LOCATION = 2048
"""Longest address of a redirect, in bytes. A character of user input takes up to twelve of them."""


def bounded_redirects(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that shortens the address of a redirect that repeats too much of the request, by `next` or otherwise.

    It drops the query; if that is not enough, it redirects to the home page.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Location" in response.headers:
            location = response.headers["Location"]
            kept = location if len(location) <= LONGEST_LOCATION else location.partition("#")[0].partition("?")[0]
            response.headers["Location"] = kept if len(kept) <= LONGEST_LOCATION else "/"
        return response

    return middleware


def security_headers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that adds the Content-Security-Policy and Permissions-Policy to every response, except Django's error
    pages of DEBUG, which use inline styles.

    A response's `form_target` is a further target of its forms: for the consent page, the application.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if not (settings.DEBUG and response.status_code >= 400):
            response.headers.setdefault("Content-Security-Policy", _policy(request, response))
        return response

    return middleware


def _policy(request: HttpRequest, response: HttpResponse) -> str:
    if response.status_code == 200 and request.resolver_match and request.resolver_match.app_name == "admin":
        return ADMIN_POLICY
    target = getattr(response, "form_target", "")
    return POLICY.replace("form-action 'self'", f"form-action 'self' {target}") if target else POLICY
