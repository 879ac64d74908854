"""Static files before Django: WhiteNoise's table of files, served to ASGI without a detour through a thread pool.

Files are served from the apps' folders, so that nothing has to be collected. What pages name is served under a hashed
name, compressed, and for a year (`pyramido_site.infrastructure.static_file_versions`). The table is built once, when
the process starts; hashed names are added to it when they are first asked for.

Written against the internals of whitenoise 6.12.0 (tests/site/infrastructure/test_overrides.py).
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
from whitenoise.string_utils import decode_path_info

from pyramido_site.infrastructure import static_file_versions

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
ASGI = Callable[[Scope, Receive, Send], Awaitable[None]]

CHUNK = 64 * 1024


def _safe_headers(headers: Headers, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"


ONCE = "#once"
"""End of the URL for which an entry is made that is neither kept here nor elsewhere."""
NO_FILE = b"There is no such file.\n"
NO_FILE_HEADERS = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(NO_FILE)))]


def is_no_file(path: str) -> bool:
    """Whether a missing file at this path is answered here rather than by Django.

    There are endless such paths, and Django's 404 page takes ten times as long. With DEBUG on, Django explains what it
    tried.
    """
    return path.startswith(settings.STATIC_URL) and not settings.DEBUG


class Files(WhiteNoise):
    """WhiteNoise that knows hashed names, and answers 404 for missing files below STATIC_URL itself."""

    FOREVER = 365 * 24 * 3600

    def __call__(self, environ: Any, start_response: Any) -> Any:
        path = decode_path_info(environ.get("PATH_INFO", ""))
        file = self.find(path)
        if file is not None:
            return self.serve(file, environ, start_response)
        if is_no_file(path):
            start_response("404 Not Found", NO_FILE_HEADERS)
            return [NO_FILE]
        return self.application(environ, start_response)

    def find(self, url: str) -> Any:
        """Return WhiteNoise's entry for the URL, or None."""
        file = self.files.get(url)
        if file is None and url.startswith(settings.STATIC_URL) and not settings.DEBUG:
            file = self._hashed(url.removeprefix(settings.STATIC_URL))
        return file

    def _hashed(self, name: str) -> Any:
        """Return the file with a hashed name. One that is stored nowhere is another version's: the present version is
        served in its place, this once.
        """
        plain, url = static_file_versions.plain(name), settings.STATIC_URL + name
        if plain is None:
            return None
        path = static_file_versions.stored(name)
        if path is None:
            now = static_file_versions.hashed(plain) if self._is_known(plain) else plain
            path = static_file_versions.stored(now)
            if path is not None and now != name:
                return self.get_static_file(str(path), settings.STATIC_URL + plain + ONCE)
        if path is not None:
            self.files[url] = self.get_static_file(str(path), url)
        return self.files.get(url)

    def _is_known(self, name: str) -> bool:
        return settings.STATIC_URL + name in self.files or static_file_versions.is_made(name)

    def add_cache_headers(self, headers: Headers, path: str, url: str) -> None:
        """Set how long browsers and proxies keep a file."""
        if url.endswith(ONCE):
            headers["Cache-Control"] = "no-store"
        else:
            super().add_cache_headers(headers, path, url)


def file_table(wsgi_application: Any = None) -> Files:
    """Return WhiteNoise around a WSGI application (or none), with every static file of the site."""
    noise = Files(
        wsgi_application,
        max_age=0 if settings.DEBUG else 60,
        allow_all_origins=False,
        add_headers_function=_safe_headers,
        immutable_file_test=lambda path, url: static_file_versions.plain(url) is not None,
    )
    if Path(settings.STATIC_ROOT).is_dir():
        static_file_versions.forget_old()
        noise.add_files(str(settings.STATIC_ROOT), settings.STATIC_URL)
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            noise.add_file_to_dictionary(settings.STATIC_URL + path.replace(os.sep, "/"), storage.path(path))
    return noise


class StaticFiles:
    """An ASGI application that serves static files and passes other requests on."""

    def __init__(self, application: ASGI) -> None:
        self.application = application
        self.noise = file_table()

    def find(self, url: str) -> Any:
        """Return WhiteNoise's entry for the URL, or None. With DEBUG on, files may change while the server runs."""
        if settings.DEBUG and url.startswith(settings.STATIC_URL):
            path = finders.find(url.removeprefix(settings.STATIC_URL))
            return self.noise.get_static_file(path, url) if path else None
        return self.noise.find(url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        file = self.find(scope["path"]) if scope["type"] == "http" else None
        if file is None and scope["type"] == "http" and is_no_file(scope["path"]):
            raw = [(name.lower().encode(), value.encode()) for name, value in NO_FILE_HEADERS]
            await send({"type": "http.response.start", "status": 404, "headers": raw})
            await send({"type": "http.response.body", "body": NO_FILE})
            return
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
