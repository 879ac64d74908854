"""A limit on the headers of responses: a proxy refuses those that exceed its buffer, and takes the process for broken.

Redirects are shortened before (pyramido_site/redirect_limit.py), and long links left out
(games/api/http/answer_headers.py); no other header repeats user input. This is the outermost layer, for whatever that
misses.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext_lazy

from pyramido_site.body_limit import early_headers, page_in, problem_in
from pyramido_site.static_server import ASGI, Receive, Scope, Send

logger = logging.getLogger(__name__)

HEADER_LIMIT = 4096
"""Bytes of all headers of a response together.

The proxy has room for four times as much, including those that servers add (docker/nginx.conf.template).
"""
AROUND = len(": \r\n")
SENTENCE = gettext_lazy("Server error. Please try again later.")

Headers = list[tuple[str, str]]


def too_long(headers: Headers) -> bool:
    """Whether the headers exceed the limit; each character counts as one byte."""
    return sum(len(name) + len(value) + AROUND for name, value in headers) > HEADER_LIMIT


def instead(path: str, accepted: str, status: int, headers: Headers) -> tuple[int, Headers, bytes]:
    """Return the answer (status, headers, body) to send instead of one whose headers are too long.

    A redirect goes to the home page, with its other headers (such as a sign-in's cookies) if they fit. Any other answer
    becomes a server error. Logs one line, without the values.
    """
    longest = max(headers, key=lambda header: len(header[1]))
    said = "an answer with status %s was not sent: its headers are over %s bytes, %s alone has %s"
    logger.error(said, status, HEADER_LIMIT, longest[0], len(longest[1]))
    if 300 <= status < 400 and any(name.lower() == "location" for name, _ in headers):
        others = [header for header in headers if header[0].lower() not in ("location", "content-length")]
        home = [("Location", "/"), ("Content-Length", "0")]
        return status, home if too_long(others + home) else others + home, b""
    if path.startswith("/api/"):
        kind, body = problem_in(accepted, 500, "server_error", SENTENCE)
    else:
        kind, body = page_in(accepted, "500.html")
    return 500, [*early_headers(path, accepted, kind), ("Content-Length", str(len(body)))], body


class HeaderLimit:
    """The limit for an ASGI application."""

    def __init__(self, application: ASGI) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        replaced = False

        async def watched(message: Any) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start":
                headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
                if replaced := too_long(headers):
                    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
                    status, headers, body = instead(str(scope["path"]), accepted, message["status"], headers)
                    sent = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
                    await send({"type": "http.response.start", "status": status, "headers": sent})
                    await send({"type": "http.response.body", "body": body})
            if not replaced:
                await send(message)

        await self.application(scope, receive, watched)


class WSGIHeaderLimit:
    """The limit for a WSGI application that starts its response before it returns, as Django and WhiteNoise do."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        replaced: list[bytes] = []

        def watched(line: str, headers: Headers, *error: Any) -> Any:
            if too_long(headers):
                accepted = environ.get("HTTP_ACCEPT_LANGUAGE", "")
                status, headers, body = instead(environ["PATH_INFO"], accepted, int(line.split()[0]), headers)
                line = f"{status} {HTTPStatus(status).phrase}"
                replaced.append(body)
            return start_response(line, headers, *error)

        answer = self.application(environ, watched)
        if not replaced:
            return answer
        if hasattr(answer, "close"):
            answer.close()
        return replaced
