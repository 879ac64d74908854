"""Request bodies have a limit that is kept while they arrive, before anything is read into memory or onto disk."""

from __future__ import annotations

import json

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
        limit = API_BODY_LIMIT if scope["path"].startswith("/api/") else BODY_LIMIT
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if not declared.isdigit() or int(declared) > limit:
            await refuse(send, limit)
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
            await refuse(send, limit)


async def refuse(send: Send, limit: int) -> None:
    """A problem document; the connection is closed, since the rest of the body is not read."""
    problem = {
        "type": "about:blank",
        "title": "Content Too Large",
        "status": 413,
        "code": "too_large",
        "detail": f"The body is larger than {limit} bytes.",
        "field": None,
        "seq": None,
    }
    headers = [(b"content-type", b"application/problem+json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem).encode()})
