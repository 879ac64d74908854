"""Which calls scripts of other sites may make: those that prove themselves by a token (docs/formats/authentication.md).

Cookies never count there (`Access-Control-Allow-Credentials` is never sent), and what a browser may read of the API
without a token it may not read from another site's page.
"""

from __future__ import annotations

from typing import Any

from corsheaders.signals import check_request_enabled
from django.dispatch import receiver
from django.http import HttpRequest

OPEN = frozenset({"/oauth/token", "/oauth/revoke", "/.well-known/oauth-authorization-server"})
"""Public by themselves: they take no cookie."""


@receiver(check_request_enabled)
def by_token(sender: Any, request: HttpRequest, **_: Any) -> bool:
    """Whether the call has an Authorization header, or is the preflight of one that will."""
    if request.path in OPEN:
        return True
    if not request.path.startswith("/api/"):
        return False
    if request.method == "OPTIONS":
        asked = request.headers.get("Access-Control-Request-Headers", "").lower().split(",")
        return "authorization" in {name.strip() for name in asked}
    return "Authorization" in request.headers
