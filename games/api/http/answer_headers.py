"""Headers of every answer of the API, also of those that no operation has made: how far the caller has used the limits
(draft-ietf-httpapi-ratelimit-headers), the deprecation of the operation, and the pages of a list (RFC 8288).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from rest_framework.permissions import SAFE_METHODS

from games.requests import throttles
from games.requests.throttles import ReadThrottle, Standing, WriteThrottle
from pyramido_site.infrastructure.deprecation import Deprecation, deprecation_of
from pyramido_site.infrastructure.log_context import known_user

PREFIX = "/api/v1/"

RELATIONS = {"next": "next", "previous": "prev"}
"""The relation of a link (RFC 8288), by the field of a list."""
LONGEST_LINK = 1000
"""Longest URL (characters) that is also a link: all headers together have a limit (pyramido_site/header_limit.py)."""


def answer_headers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, outside of all that may answer below /api/v1/."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path_info.startswith(PREFIX):
            _add_limits(request, response)
            _add_links(request, response)
        return response

    return middleware


def _add_limits(request: HttpRequest, response: HttpResponse) -> None:
    """Add the standing of each limit that has counted the request. If none has, since the request was refused before,
    it is that of the limit of all requests of its kind.
    """
    counted: list[Standing] = getattr(request, throttles.ATTRIBUTE, [])
    if not counted:
        usual = ReadThrottle() if request.method in SAFE_METHODS else WriteThrottle()
        counted = [usual.look(known_user(request), request)]
    response.headers["RateLimit-Policy"] = ", ".join(one.policy for one in counted)
    response.headers["RateLimit"] = ", ".join(one.rest for one in counted)


def _add_links(request: HttpRequest, response: HttpResponse) -> None:
    links = [response.headers["Link"]] if "Link" in response.headers else []
    deprecation = _deprecation(request)
    if deprecation is not None:
        headers = deprecation.headers()
        links.append(headers.pop("Link"))
        for name, value in headers.items():
            response.headers[name] = value
    links.extend(_pages(getattr(response, "data", None)))
    if links:
        response.headers["Link"] = ", ".join(links)


def _deprecation(request: HttpRequest) -> Deprecation | None:
    """Return the deprecation of the operation that was asked for, even if it was not reached."""
    try:
        view = (request.resolver_match or resolve(request.path_info)).func
    except Resolver404:
        return None
    method = "get" if request.method == "HEAD" else str(request.method).lower()
    return deprecation_of(getattr(getattr(view, "cls", None), method, None))


def _pages(body: Any) -> Iterator[str]:
    if isinstance(body, dict):
        for field, relation in RELATIONS.items():
            if isinstance(body.get(field), str) and len(body[field]) <= LONGEST_LINK:
                yield f'<{body[field]}>; rel="{relation}"'
