"""Access for operators only, by `Authorization: Bearer METRICS_TOKEN`."""

from __future__ import annotations

import hmac

from django.conf import settings
from django.http import HttpRequest


def is_operator(request: HttpRequest) -> bool:
    """Whether the request has the operator's token. Behind a proxy on the same machine all callers have a loopback
    address, so the address proves nothing.
    """
    expected = f"Bearer {settings.METRICS_TOKEN}".encode()
    given = request.headers.get("Authorization", "").encode("utf-8", "surrogateescape")
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(given, expected)
