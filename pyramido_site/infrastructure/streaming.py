"""Answers too long to be held in memory, served by WSGI and ASGI.

Under ASGI, Django would read a synchronous iterator whole before it answers; here the blocks are fetched one by one in
the request's own thread.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Generator, Iterable
from typing import IO, Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

BLOCK = 64 * 1024
"""Bytes sent at once."""

WHOLE = 512 * 1024
"""Size of a file (bytes) up to which it is sent at once."""

Blocks = Generator[bytes, None, None]

_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})", re.ASCII)


class NoSuchPart(Exception):
    """The range begins after the end of the file; the text is the Content-Range of the answer."""


def streamed(request: HttpRequest, blocks: Blocks, content_type: str) -> HttpResponseBase:
    """Return a streaming response of `blocks`, which are closed with the response, even if the client disconnects.

    For `HEAD` no block is made.
    """
    if request.method == "HEAD":
        blocks.close()
        return HttpResponse(content_type=content_type)
    content: Any = blocks if came_by_wsgi(request) else _InThread(blocks)
    return StreamingHttpResponse(content, content_type=content_type)


def came_by_wsgi(request: HttpRequest) -> bool:
    """Whether a WSGI server has received the request: its META is then the environ of PEP 3333. DRF's requests have
    the META of Django's.
    """
    return "wsgi.version" in request.META


class _InThread:
    """Fetches each block in the request's thread; the response calls `close`, which closes the blocks."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        self.close = blocks.close

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (block := await sync_to_async(self._next)()) is not None:
            yield block

    def _next(self) -> bytes | None:
        return next(self._blocks, None)


def in_blocks(lines: Iterable[bytes]) -> Blocks:
    """Yield the lines, joined into blocks."""
    waiting: list[bytes] = []
    size = 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= BLOCK:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)


def file_answer(request: HttpRequest, file: IO[bytes], size: int, etag: str, content_type: str) -> HttpResponseBase:
    """Return a stored file of `size` bytes, or the requested range of it (RFC 9110, 14); the file is closed at the end.

    `etag`, without quotes, identifies its content. A request for several ranges gets the whole file. Raise NoSuchPart
    for a range after its end.
    """
    quoted = f'"{etag}"'
    answer: HttpResponseBase
    if is_known(request, etag):
        file.close()
        answer = HttpResponse(status=304)
        answer["ETag"] = quoted
        return answer
    asked = request.headers.get("Range", "") if request.headers.get("If-Range", quoted) == quoted else ""
    part = _range_of(asked, size)
    if part is None:
        file.close()
        raise NoSuchPart(f"bytes */{size}")
    first, after = part
    if request.method == "HEAD":
        file.close()
        answer = HttpResponse(content_type=content_type)
    elif after - first <= WHOLE:
        answer = HttpResponse(b"".join(_read(file, first, after)), content_type=content_type)
    else:
        answer = streamed(request, _read(file, first, after), content_type)
    if (first, after) != (0, size):
        answer.status_code = 206
        answer["Content-Range"] = f"bytes {first}-{after - 1}/{size}"
    answer["Content-Length"] = str(after - first)
    answer["Accept-Ranges"] = "bytes"
    answer["ETag"] = quoted
    return answer


def is_known(request: HttpRequest, etag: str) -> bool:
    """Whether the client already has this version (`If-None-Match`)."""
    known = {one.strip().removeprefix("W/") for one in request.headers.get("If-None-Match", "").split(",")}
    return f'"{etag}"' in known or "*" in known


def _range_of(asked: str, size: int) -> tuple[int, int] | None:
    """Return the first byte and the one after the last; the whole file
    without a (single) range; None if out of bounds.
    """
    found = _RANGE.fullmatch(asked.strip())
    if found is None or found.groups() == ("", ""):
        return 0, size
    first, last = found.groups()
    if not first:
        wanted = min(int(last), size)
        return (size - wanted, size) if wanted else None
    begin = int(first)
    if last and int(last) < begin:
        return 0, size  # an invalid range is ignored
    after = min(int(last) + 1, size) if last else size
    return (begin, after) if begin < size else None


def _read(file: IO[bytes], first: int, after: int) -> Blocks:
    with file:
        file.seek(first)
        left = after - first
        while left and (block := file.read(min(BLOCK, left))):
            left -= len(block)
            yield block
