"""Requests whose Content-Type cannot be read, or names another encoding than UTF-8, are answered with 400.

Django reads the header before any middleware runs, and decodes forms by the encoding that it names: `charset=idna` or
an undecodable parameter (RFC 2231) would end as a server error. This layer stands directly around Django.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable
from typing import Any

from django.utils.http import parse_header_parameters
from django.utils.translation import gettext_lazy

from pyramido_site.body_limit import drain, early_headers, page_in, problem_in
from pyramido_site.errors import is_for_programs
from pyramido_site.static_server import ASGI, Receive, Scope, Send

ENCODINGS = ("utf-8", "ascii")
SENTENCE = gettext_lazy("The Content-Type header cannot be read, or names an encoding other than UTF-8.")


def is_readable(header: str) -> bool:
    """Return whether Django can read this Content-Type and decode what it announces."""
    try:
        _, parameters = parse_header_parameters(header)
        return codecs.lookup(parameters.get("charset", "utf-8")).name in ENCODINGS
    except (LookupError, ValueError):
        return False


def refusal(path: str, accepted: str) -> tuple[str, bytes]:
    """Return (content type, body) of the answer, in the best language of `accepted`."""
    if not is_for_programs(path):
        return page_in(accepted, "400.html", sentence=SENTENCE)
    return problem_in(accepted, 400, "malformed", SENTENCE, "Content-Type")


class ContentType:
    """ASGI middleware."""

    def __init__(self, application: ASGI) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        if is_readable(headers.get(b"content-type", b"").decode("latin-1")):
            await self.application(scope, receive, send)
            return
        await drain(receive)
        path, accepted = str(scope["path"]), headers.get(b"accept-language", b"").decode("latin-1")
        kind, body = refusal(path, accepted)
        sent = [(name.lower().encode(), value.encode()) for name, value in early_headers(path, accepted, kind)]
        await send({"type": "http.response.start", "status": 400, "headers": sent})
        await send({"type": "http.response.body", "body": body})


class WSGIContentType:
    """The same for WSGI."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if is_readable(environ.get("CONTENT_TYPE", "")):
            return self.application(environ, start_response)
        path, accepted = environ["PATH_INFO"], environ.get("HTTP_ACCEPT_LANGUAGE", "")
        kind, body = refusal(path, accepted)
        headers = [*early_headers(path, accepted, kind), ("Content-Length", str(len(body)))]
        start_response("400 Bad Request", headers)
        return [body]
