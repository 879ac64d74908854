"""A limit on the address of redirects that repeat user input; other headers are limited by `header_limit`."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

LONGEST_LOCATION = 2048
"""Longest address of a redirect, in bytes. A character of user input takes up to twelve of them."""


def bounded_redirects(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that shortens the address of a redirect that repeats too much of the request, by `next` or otherwise.

    It drops the query; if that is not enough, it redirects to the home page.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Location" in response.headers:
            location = response.headers["Location"]
            kept = location if len(location) <= LONGEST_LOCATION else location.partition("#")[0].partition("?")[0]
            response.headers["Location"] = kept if len(kept) <= LONGEST_LOCATION else "/"
        return response

    return middleware
