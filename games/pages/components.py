"""A game's pieces as its component file has them: what a browser needs to draw a piece that it knows by number."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import condition, require_safe

from engine import registry
from engine.core import Malformed, Rules

LONG = "public, max-age=31536000, immutable"
"""For addresses that name the rules version: a version's pieces never change."""
SHORT = "public, max-age=300"


def _rules(request: HttpRequest, key: str) -> Rules[Any, Any]:
    """The game, at the version of `?v=` if there is one. Raises Http404."""
    version = request.GET.get("v")
    if version is not None and not (version.isascii() and version.isdecimal() and len(version) < 6):
        raise Http404(f"no version {version[:40]!r}")
    try:
        return registry.get(key, None if version is None else int(version))
    except Malformed as error:
        raise Http404(str(error)) from error


@require_safe
@condition(etag_func=lambda request, key: f'"{_rules(request, key).components}"')
def components(request: HttpRequest, key: str) -> HttpResponse:
    """The built-in component file, byte for byte, so that its SHA-256 can be compared with an export's."""
    response = HttpResponse(_rules(request, key).component_file, content_type="application/json")
    response.headers["Cache-Control"] = LONG if "v" in request.GET else SHORT
    return response
