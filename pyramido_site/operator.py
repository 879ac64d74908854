"""What is for whoever runs the site alone: asked for with `Authorization: Bearer METRICS_TOKEN`."""

from __future__ import annotations

import hmac

from django.conf import settings
from django.http import HttpRequest


def is_operator(request: HttpRequest) -> bool:
    """Not by the address of the caller: behind a proxy on the same machine everybody has that of loopback."""
    expected = f"Bearer {settings.METRICS_TOKEN}".encode()
    given = request.headers.get("Authorization", "").encode("utf-8", "surrogateescape")
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(given, expected)
