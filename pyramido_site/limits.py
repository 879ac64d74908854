"""Request bodies have a limit that is kept while they arrive, before anything is read into memory or onto disk."""

from __future__ import annotations

import json

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from pyramido_site.static_files import ASGI, Receive, Scope, Send

API_BODY_LIMIT = 64 * 1024
BODY_LIMIT = 1024 * 1024


class _TooLarge(Exception):
    """The body went over its limit while it was read."""


class BodyLimit:
    """Answers 413 to bodies over 64 KiB below /api/ and over 1 MiB elsewhere."""

    def __init__(self, application: ASGI) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        limit = API_BODY_LIMIT if is_api(scope) else BODY_LIMIT
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if not declared.isdigit() or int(declared) > limit:
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


async def refuse(send: Send, scope: Scope, limit: int) -> None:
    """A problem document below /api/, a page elsewhere. The connection is closed: the rest of the body is not read."""
    kind, body = _problem(limit) if is_api(scope) else _page(scope)
    headers = [(b"content-type", kind), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def is_api(scope: Scope) -> bool:
    return str(scope["path"]).startswith("/api/")


def _problem(limit: int) -> tuple[bytes, bytes]:
    problem = {
        "type": "about:blank",
        "title": "Content Too Large",
        "status": 413,
        "code": "too_large",
        "detail": f"The body is larger than {limit} bytes.",
        "field": None,
        "seq": None,
    }
    return b"application/problem+json", json.dumps(problem).encode()


def _page(scope: Scope) -> tuple[bytes, bytes]:
    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    wanted = [part.split(";")[0].strip().split("-")[0].lower() for part in accepted.split(",")]
    known = dict(settings.LANGUAGES)
    with translation.override(next((code for code in wanted if code in known), settings.LANGUAGE_CODE)):
        return b"text/html; charset=utf-8", render_to_string("413.html").encode()
