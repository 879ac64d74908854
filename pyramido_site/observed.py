"""Request ids: each request and socket has one, which its response, its log lines and its tasks carry."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse

from pyramido_site import metrics
from pyramido_site.infrastructure import log_context
from pyramido_site.infrastructure.log_context import Origin
from pyramido_site.logs import route_of
from pyramido_site.static_server import Scope

logger = logging.getLogger("pyramido_site.requests")

HEADER = "X-Request-ID"

_GAME = re.compile(r"/ws/games/([A-Za-z0-9_-]{12})/", re.ASCII)


class Observed:
    """The outermost middleware: sets the request id, counts the response and logs it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        origin = Origin(log_context.request_id(request.headers.get(HEADER)), request=request)
        token = log_context.begin(origin)
        try:
            return self._answer(request, origin)
        finally:
            if not isinstance(request, ASGIRequest):  # whose context ends by itself, and may outlive this call
                log_context.end(token)

    def _answer(self, request: HttpRequest, origin: Origin) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - began
        response.headers[HEADER] = origin.request_id
        metrics.answered(request.path_info, response.status_code, seconds)
        if logger.isEnabledFor(logging.INFO):
            said = {
                "method": request.method,
                "route": route_of(request),
                "status": response.status_code,
                "ms": round(seconds * 1000, 1),
            }
            logger.info("%(method)s %(route)s: %(status)s in %(ms)s ms", said, extra=said)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, named: dict[str, Any]) -> None:
        """Note the game of the request for its log lines."""
        origin = log_context.current()
        match = request.resolver_match
        if origin is not None and match is not None and "games/<public_id:public_id>" in match.route:
            origin.game = str(named["public_id"])


def begin_socket(scope: Scope) -> None:
    """Set the request id of a socket, in the socket's own context."""
    given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
    game = _GAME.match(scope["path"])
    log_context.begin(Origin(log_context.request_id(given.decode("latin-1")), game=game[1] if game else ""))
