"""Answers that are files: with `Range` and `ETag`, and without making anything for `HEAD`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from typing import IO, Any

import msgspec
from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games.requests import problems
from pyramido_site.infrastructure.streaming import WHOLE, NoSuchPart, file_answer, is_known

JSON = "application/json"

_encode = msgspec.json.Encoder().encode


def answer(request: Request, file: IO[bytes], size: int, etag: str, content_type: str) -> HttpResponseBase:
    """Return a file of `size` bytes, or the requested part of it; 416 if there is no such part."""
    try:
        return file_answer(request, file, size, etag, content_type)
    except NoSuchPart as refused:
        body = problems.document(416, "no_such_part", gettext("The file ends before this part."))
        headers = {"Content-Range": str(refused)}
        return Response(body, status=416, content_type=problems.MEDIA_TYPE, headers=headers)


def document_answer(request: Request, make: Callable[[], IO[bytes]], etag: str) -> HttpResponseBase:
    """Return a document that is made for this request. Its `etag` is known in advance, so that nothing is made for
    `HEAD`, or if the client has it.
    """
    known = is_known(request, etag)
    if known or request.method == "HEAD":
        bare = HttpResponse(status=304 if known else 200, content_type=JSON)
        bare["ETag"], bare["Accept-Ranges"] = f'"{etag}"', "bytes"
        return bare
    file = make()
    return answer(request, file, file.seek(0, 2), etag, JSON)


def written(document: Mapping[str, Any]) -> IO[bytes]:
    """Return a JSON object as a file, with its lists written item by item; it stays in memory up to the size that is
    sent at once.
    """
    file: IO[bytes] = tempfile.SpooledTemporaryFile(WHOLE)  # noqa: SIM115 (closed by the response)
    for number, (name, value) in enumerate(document.items()):
        file.write(b"," if number else b"{")
        file.write(_encode(name) + b":")
        if not isinstance(value, list):
            file.write(_encode(value))
            continue
        for place, item in enumerate(value):
            file.write((b"," if place else b"[") + _encode(item))
        file.write(b"]" if value else b"[]")
    file.write(b"}")
    return file
