"""A game's pieces as its component file has them: what a browser needs to draw a domino it knows by number."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import condition, require_safe

from engine import dominoes, registry

FILES = {
    "forgotten-treasures": "forgotten_treasures_dominoes",
    "pyramido": "pyramido_dominoes",
    "silver-gold-pyramids": "silver_gold_pyramids_cards",
}
LONG = "public, max-age=31536000, immutable"
"""For addresses that name the rules version: a version's pieces never change."""
SHORT = "public, max-age=300"


def _tag(request: HttpRequest, key: str) -> str | None:
    return f'"{registry.get(key).components}"' if key in FILES else None


@require_safe
@condition(etag_func=_tag)
def components(request: HttpRequest, key: str) -> HttpResponse:
    """The built-in component file, byte for byte, so that its SHA-256 can be compared with an export's."""
    if key not in FILES:
        raise Http404(f"no components for {key[:40]!r}")
    response = HttpResponse(dominoes.content(FILES[key]), content_type="application/json")
    response.headers["Cache-Control"] = LONG if "v" in request.GET else SHORT
    return response
