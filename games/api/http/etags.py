"""Weak ETags (RFC 9110, 8.8.3) for resources that clients poll."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

IGNORED = ("server_now_ms",)
"""Fields that differ in every answer without being news."""


def tagged(request: Request, body: dict[str, Any]) -> Response:
    """Return the answer with its ETag, or 304 without a body if `If-None-Match` has that ETag."""
    tag = tag_of(body)
    headers = {"ETag": f'W/"{tag}"'}
    wanted = [one.removeprefix("W/") for one in parse_etags(request.headers.get("If-None-Match", ""))]
    if f'"{tag}"' in wanted or "*" in wanted:
        return Response(status=304, headers=headers)
    return Response(body, headers=headers)


def tag_of(body: dict[str, Any]) -> str:
    """Return the tag, which depends only on what the caller is told."""
    told = {name: value for name, value in body.items() if name not in IGNORED}
    return hashlib.blake2b(msgspec.json.encode(told), digest_size=12).hexdigest()
