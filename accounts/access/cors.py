"""Cross-origin requests: scripts of other sites may call the API with a token (docs/formats/authentication.md).

They never authenticate by cookie (`Access-Control-Allow-Credentials` is never sent), and may not read from another
origin what a browser can read of the API without a token.
"""

from __future__ import annotations

from typing import Any

from corsheaders.signals import check_request_enabled
from django.dispatch import receiver
from django.http import HttpRequest

OPEN = frozenset({"/oauth/token", "/oauth/revoke", "/.well-known/oauth-authorization-server"})
"""Public endpoints that ignore cookies."""


@receiver(check_request_enabled)
def by_token(sender: Any, request: HttpRequest, **_: Any) -> bool:
    """Whether the request has an Authorization header, or is the preflight of a request that will."""
    if request.path in OPEN:
        return True
    if not request.path.startswith("/api/"):
        return False
    if request.method == "OPTIONS":
        asked = request.headers.get("Access-Control-Request-Headers", "").lower().split(",")
        return "authorization" in {name.strip() for name in asked}
    return "Authorization" in request.headers
