"""Middleware that adds security headers: the Content-Security-Policy and the Permissions-Policy; it also keeps cookies
out of shared caches. Django adds the others (`SECURE_*` in the settings).
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from pyramido_site.content_security_policy import policy

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


def security_headers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that adds the Content-Security-Policy and Permissions-Policy to every response, except Django's error
    pages of DEBUG, which use inline styles. A response that sets a cookie is for its reader alone: a cache that others
    share would hand the cookie on.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if response.cookies and "public" in response.headers.get("Cache-Control", ""):
            patch_cache_control(response, private=True)
        if not (settings.DEBUG and response.status_code >= 400):
            response.headers.setdefault("Content-Security-Policy", policy(request, response))
        return response

    return middleware
