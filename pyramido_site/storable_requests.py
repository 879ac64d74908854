"""Requests with a text that no database of the site can store are answered with 400 before any view runs.

Path, query, cookies and headers are checked first, forms once their view is known. JSON bodies of the API and frames of
sockets are checked by their reader (`pyramido_site.infrastructure.strict_json`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.utils import translation
from django.utils.cache import patch_vary_headers

from pyramido_site.errors import Unstorable, bad_request, by_program
from pyramido_site.infrastructure.storable import is_storable

Texts = Iterator[tuple[str, str]]
"""Pairs of a field's name and its text."""


class Storable:
    """Middleware, placed before any that reads a session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return _refused(request, _outside(request)) or self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, named: Any) -> HttpResponse | None:
        """Return a 400 response if a field of the form cannot be stored, otherwise None."""
        return None if by_program(request) else _refused(request, _in_form(request))


def _outside(request: HttpRequest) -> Texts:
    yield "path", request.path_info
    for name, values in request.GET.lists():
        yield name, "".join([name, *values])
    yield from request.COOKIES.items()
    yield from request.headers.items()


def _in_form(request: HttpRequest) -> Texts:
    try:
        fields, files = request.POST, request.FILES
    except UnreadablePostError:  # the client has disconnected
        return
    for name, values in fields.lists():
        yield name, "".join([name, *values])
    for name, sent in files.lists():
        yield name, "".join([name, *(str(file.name) for file in sent)])


def _refused(request: HttpRequest, texts: Texts) -> HttpResponse | None:
    field = next((where for where, text in texts if not is_storable(text)), None)
    if field is None:
        return None
    language = translation.get_language_from_request(request)
    with translation.override(language):
        response = bad_request(request, Unstorable(field))
    response.headers["Content-Language"] = language
    patch_vary_headers(response, ("Accept-Language",))
    return response
