"""Which sockets may use cookies. Browsers send them with sockets opened by any site's pages, so they count only if the
page is of this host.

All other sockets, including those of programs without an Origin, are anonymous until they send a token.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host

from pyramido_site.infrastructure.storable import is_storable

DEFAULT_PORTS = {"http": "80", "https": "443"}


class CookiesOfOurPages:
    """Remove the cookies of a socket whose Origin is missing or neither trusted nor the requested host.

    Deny a socket for a host that is not allowed, or with a cookie that cannot be looked up in the database.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers.get(b"origin", b"").decode("latin-1")
        cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
        if not (allowed_host(host) and all(map(is_storable, cookies.values()))):
            await WebsocketDenier()(scope, receive, send)
            return
        if not (origin in settings.CSRF_TRUSTED_ORIGINS or same_origin(origin, host)):
            scope = {**scope, "headers": [(name, value) for name, value in scope["headers"] if name != b"cookie"]}
        await self.application(scope, receive, send)


def allowed_host(host: str) -> bool:
    """Whether `ALLOWED_HOSTS` includes the host."""
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def same_origin(origin: str, host: str) -> bool:
    """Whether a page of `origin` (`https://example.org:8000`) was served by `host` (`example.org:8000`)."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if parts.scheme not in DEFAULT_PORTS or (settings.HTTPS and parts.scheme != "https"):
        return False
    standard = ":" + DEFAULT_PORTS[parts.scheme]
    return parts.netloc.lower().removesuffix(standard) == host.lower().removesuffix(standard)
