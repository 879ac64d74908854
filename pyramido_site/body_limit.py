"""Limits of request bodies, enforced while they arrive, before anything is stored in memory or on disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy

from games.requests.problems import MEDIA_TYPE, document
from games.requests.throttles import WriteThrottle
from pyramido_site.static_server import ASGI, Receive, Scope, Send

API_BODY_LIMIT = 64 * 1024
BODY_LIMIT = 1024 * 1024
FILES = frozenset({"/api/v1/studies/import"})
"""Paths below /api/ that take a whole file."""
DRAINED = 2 * BODY_LIMIT
"""A refused body up to this size is read to its end, since a proxy that is still sending might lose the answer. The
proxy refuses larger ones (docker/nginx.conf.template).
"""

TOO_LARGE = gettext_lazy("Too large: the maximum is %(limit)s bytes.")


class _TooLarge(Exception):
    """The body exceeded its limit while it was read."""


class BodyLimit:
    """ASGI middleware: answers 413 to bodies over 64 KiB below /api/, and over 1 MiB elsewhere and for files."""

    def __init__(self, application: ASGI) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        limit = limit_of(str(scope["path"]))
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        length = int(declared) if declared.isdigit() else DRAINED + 1
        if length > limit:
            if length <= DRAINED:
                await drain(receive)
            await refuse(send, scope, limit)
            return
        taken = 0
        started = False

        async def counted() -> object:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > limit:
                raise _TooLarge
            return message

        async def watched(message: object) -> None:
            nonlocal started
            started = True
            await send(message)  # type: ignore[arg-type]

        try:
            await self.application(scope, counted, watched)  # type: ignore[arg-type]
        except _TooLarge:
            if started:
                raise
            await refuse(send, scope, limit)


class WSGIBodyLimit:
    """The same for WSGI. Django reads as much of a body as its Content-Length states, and nothing without one."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        limit = limit_of(path)
        declared = environ.get("CONTENT_LENGTH") or "0"
        length = int(declared) if declared.isascii() and declared.isdecimal() else DRAINED + 1
        if length <= limit:
            answer = self.application(environ, start_response)
            try:
                environ["wsgi.input"].read(limit)  # a proxy still sending the body would take us for dead
            except BaseException:
                if hasattr(answer, "close"):
                    answer.close()
                raise
            return answer
        if length <= DRAINED:
            for _ in range(0, length, limit):
                environ["wsgi.input"].read(limit)
        accepted = environ.get("HTTP_ACCEPT_LANGUAGE", "")
        kind, body = refusal(path, accepted, limit)
        headers = [("Content-Length", str(len(body))), ("Connection", "close")]
        start_response("413 Content Too Large", [*early_headers(path, accepted, kind), *headers])
        return [body]


async def drain(receive: Receive) -> None:
    """Read a body to its end. The server accepts no more than its declared length."""
    while (await receive()).get("more_body", False):
        pass


async def refuse(send: Send, scope: Scope, limit: int) -> None:
    """Answer 413 and close the connection, so that the unread rest of the body is dropped."""
    path, accepted = str(scope["path"]), dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    kind, body = refusal(path, accepted, limit)
    headers = [(name.lower().encode(), value.encode()) for name, value in early_headers(path, accepted, kind)]
    await send({"type": "http.response.start", "status": 413, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": body})


def limit_of(path: str) -> int:
    """Return the limit (bytes) for this path."""
    return API_BODY_LIMIT if path.startswith("/api/") and path not in FILES else BODY_LIMIT


def refusal(path: str, accepted: str, limit: int) -> tuple[str, bytes]:
    """Return (content type, body): a problem document below /api/, elsewhere a page."""
    if not path.startswith("/api/"):
        return page_in(accepted, "413.html")
    return problem_in(accepted, 413, "too_large", TOO_LARGE, limit=limit)


# --- answers of the layers around Django --------------------------------------------------------------------------
def early_headers(path: str, accepted: str, kind: str) -> list[tuple[str, str]]:
    """Return the headers of an answer of this content type. No limit has counted the request: an answer of the API says
    only which one would have.
    """
    language = [("Content-Language", language_of(accepted)), ("Vary", "Accept-Language")]
    limits = [("RateLimit-Policy", WriteThrottle().unused().policy)] if path.startswith("/api/") else []
    return [("Content-Type", kind), *language, *limits]


def language_of(accepted: str) -> str:
    """Return the first supported language of the header `accepted`, else the site's own."""
    wanted = [part.split(";")[0].strip().split("-")[0].lower() for part in accepted.split(",")]
    known = dict(settings.LANGUAGES)
    return next((code for code in wanted if code in known), settings.LANGUAGE_CODE)


def problem_in(
    accepted: str, status: int, code: str, sentence: object, field: str | None = None, **params: object
) -> tuple[str, bytes]:
    """Return (content type, body) of a problem document with a lazily translated sentence, in the language of
    `language_of`.
    """
    with translation.override(language_of(accepted)):
        return MEDIA_TYPE, json.dumps(document(status, code, str(sentence) % params, field)).encode()


def page_in(accepted: str, template: str, **context: object) -> tuple[str, bytes]:
    """Return (content type, body) of an error page, in the language of `language_of`."""
    with translation.override(language_of(accepted)):
        return "text/html; charset=utf-8", render_to_string(template, context).encode()
