"""Answers of the API that are files: with `Range`, an `ETag`, and nothing made for `HEAD`."""

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
    """A file of `size` bytes, or the part of it that is asked for; 416 where there is no such part."""
    try:
        return file_answer(request._request, file, size, etag, content_type)
    except NoSuchPart as refused:
        body = problems.document(416, "no_such_part", gettext("The file ends before this part."))
        headers = {"Content-Range": str(refused)}
        return Response(body, status=416, content_type=problems.MEDIA_TYPE, headers=headers)


def document_answer(request: Request, make: Callable[[], IO[bytes]], etag: str) -> HttpResponseBase:
    """A document that is made for this request. `etag` is known before: neither for `HEAD` nor for what the client has
    anything is made.
    """
    known = is_known(request._request, etag)
    if known or request.method == "HEAD":
        bare = HttpResponse(status=304 if known else 200, content_type=JSON)
        bare["ETag"], bare["Accept-Ranges"] = f'"{etag}"', "bytes"
        return bare
    file = make()
    return answer(request, file, file.seek(0, 2), etag, JSON)


def written(document: Mapping[str, Any]) -> IO[bytes]:
    """A JSON object as a file, its lists item by item: in memory up to the size that is answered at once."""
    file: IO[bytes] = tempfile.SpooledTemporaryFile(WHOLE)  # noqa: SIM115 (the answer closes it)
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
