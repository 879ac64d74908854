"""Static files before Django: WhiteNoise's table of files, served to ASGI without a detour through a thread pool.

Files are found where the apps keep them, so that nothing has to be collected; collected ones, if there are any
(compressed, for instance), are served too, but never in place of a newer original. The table is made once, when the
process starts.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles import finders
from whitenoise import WhiteNoise

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
ASGI = Callable[[Scope, Receive, Send], Awaitable[None]]

CHUNK = 64 * 1024


def _safe_headers(headers: Headers, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"


def file_table(wsgi_application: Any = None) -> WhiteNoise:
    """WhiteNoise around a WSGI application (or around nothing), knowing every static file of the site."""
    noise = WhiteNoise(
        wsgi_application,
        max_age=0 if settings.DEBUG else 60,
        allow_all_origins=False,
        add_headers_function=_safe_headers,
    )
    if Path(settings.STATIC_ROOT).is_dir():
        noise.add_files(str(settings.STATIC_ROOT), settings.STATIC_URL)
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            noise.add_file_to_dictionary(settings.STATIC_URL + path.replace(os.sep, "/"), storage.path(path))
    return noise


class StaticFiles:
    """An ASGI application that answers for static files and hands everything else on."""

    def __init__(self, application: ASGI) -> None:
        self.application = application
        self.noise = file_table()

    def find(self, url: str) -> Any:
        """WhiteNoise's entry for the address, or None. While DEBUG is on, files may change under the server."""
        if settings.DEBUG and url.startswith(settings.STATIC_URL):
            path = finders.find(url.removeprefix(settings.STATIC_URL))
            return self.noise.get_static_file(path, url) if path else None
        return self.noise.files.get(url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        file = self.find(scope["path"]) if scope["type"] == "http" else None
        if file is None:
            await self.application(scope, receive, send)
            return
        request = {"HTTP_" + name.decode("latin-1").upper().replace("-", "_"): value.decode("latin-1")
                   for name, value in scope["headers"]}  # fmt: skip
        answer = file.get_response(scope["method"], request)
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
        await send({"type": "http.response.start", "status": int(answer.status), "headers": headers})
        if answer.file is not None:
            with answer.file:
                while chunk := answer.file.read(CHUNK):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
