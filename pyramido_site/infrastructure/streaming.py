"""Answers that are longer than what a process likes to keep in its memory, served by WSGI and by ASGI.

Django reads a synchronous iterator whole before it answers by ASGI: there the blocks are fetched one by one in the
request's own thread.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Generator, Iterable
from typing import IO, Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

BLOCK = 64 * 1024
"""Bytes that are sent at once."""

WHOLE = 512 * 1024
"""Bytes of a file up to which it is sent at once."""

Blocks = Generator[bytes, None, None]

_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})", re.ASCII)


class NoSuchPart(Exception):
    """A range that begins behind the file's end; the text is the answer's Content-Range."""


def streamed(request: HttpRequest, blocks: Blocks, content_type: str) -> HttpResponseBase:
    """`blocks` is closed when the answer is, also where the client went away before its end. Nothing of it is made for
    `HEAD`.
    """
    if request.method == "HEAD":
        blocks.close()
        return HttpResponse(content_type=content_type)
    content: Any = _InThread(blocks) if isinstance(request, ASGIRequest) else blocks
    return StreamingHttpResponse(content, content_type=content_type)


class _InThread:
    """Fetches each block in the request's thread; `close`, which the answer calls, is that of the blocks."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        self.close = blocks.close

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (block := await sync_to_async(self._next)()) is not None:
            yield block

    def _next(self) -> bytes | None:
        return next(self._blocks, None)


def in_blocks(lines: Iterable[bytes]) -> Blocks:
    """The lines, together as far as they fit into a block."""
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
    """A stored file of `size` bytes, or the range of it that is asked for (RFC 9110, 14); it is closed at the end.

    `etag` without quotes names its content. Several ranges at once are answered with the whole. Raises NoSuchPart.
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
    """Whether the client has what is called so (`If-None-Match`)."""
    known = {one.strip().removeprefix("W/") for one in request.headers.get("If-None-Match", "").split(",")}
    return f'"{etag}"' in known or "*" in known


def _range_of(asked: str, size: int) -> tuple[int, int] | None:
    """The first byte and the one after the last; all of them if no (single) range is asked for. None: there is no such
    part.
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
        return 0, size  # no valid range: it counts as none
    after = min(int(last) + 1, size) if last else size
    return (begin, after) if begin < size else None


def _read(file: IO[bytes], first: int, after: int) -> Blocks:
    with file:
        file.seek(first)
        left = after - first
        while left and (block := file.read(min(BLOCK, left))):
            left -= len(block)
            yield block
