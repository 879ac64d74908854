"""Middleware of our own."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from pyramido_site.health import healthz, readyz
from pyramido_site.metrics import metrics

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
# The administration's theme evaluates the expressions in its pages (Alpine.js), and sets its colours in the page. It
# still loads nothing from elsewhere, and no script stands in its pages.
ADMIN_POLICY = f"{POLICY}; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'"

# Nothing here asks a device for anything but a passkey.
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
    """Answer for what only machines ask for, before anything of the site is reached."""
    answers = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}

    def middleware(request: HttpRequest) -> HttpResponse:
        return answers.get(request.path_info, get_response)(request)

    return middleware


LONGEST_LOCATION = 2048
"""Bytes of the address that a redirect leads to. A letter of what a visitor has sent takes up to twelve of them."""


def bounded_redirects(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Let no redirect repeat what is too long of an address that was asked for, by `next` or in any other way: it goes
    without its query then, and where that is still too long, to the first page.
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
    """Say on every answer what its page may load and do (not on Django's own error pages of DEBUG, which are inline).

    An answer's `form_target` is where else its forms may lead: the consent page's, on to the application.
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
