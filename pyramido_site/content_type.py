"""Requests whose Content-Type cannot be read, or names another encoding than UTF-8, are answered with 400.

Django reads the header before any middleware runs, and decodes forms by the encoding that it names: `charset=idna` or
an undecodable parameter (RFC 2231) would end as a server error. This layer stands directly around Django.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterable
from typing import Any

from django.utils import translation
from django.utils.http import parse_header_parameters
from django.utils.translation import gettext_lazy

from games.requests.problems import MEDIA_TYPE, document
from pyramido_site.body_limit import drain, language_of, page_in
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
    with translation.override(language_of(accepted)):
        return MEDIA_TYPE, json.dumps(document(400, "malformed", str(SENTENCE), "Content-Type")).encode()


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
        kind, body = refusal(str(scope["path"]), headers.get(b"accept-language", b"").decode("latin-1"))
        await send({"type": "http.response.start", "status": 400, "headers": [(b"content-type", kind.encode())]})
        await send({"type": "http.response.body", "body": body})


class WSGIContentType:
    """The same for WSGI."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if is_readable(environ.get("CONTENT_TYPE", "")):
            return self.application(environ, start_response)
        kind, body = refusal(environ["PATH_INFO"], environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        start_response("400 Bad Request", [("Content-Type", kind), ("Content-Length", str(len(body)))])
        return [body]
