"""The texts of scripts, by language, as static files: browsers keep them until a version of the site changes them."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.i18n import JavaScriptCatalog

from pyramido_site.infrastructure import static_file_versions

PACKAGES = ["games", "pyramido_site"]


def file_name(language: str) -> str:
    """Return the name of a language's catalogue among the static files."""
    return f"i18n/{language}.js"


def register() -> None:
    """Add the catalogues to the static files."""
    for language, _ in settings.LANGUAGES:
        static_file_versions.register(file_name(language), lambda language=language: _catalogue(language))  # type: ignore[misc]


def _catalogue(language: str) -> bytes:
    with translation.override(language):
        answer = JavaScriptCatalog.as_view(packages=PACKAGES)(_request())
        assert isinstance(answer, HttpResponse)
        return answer.content


def _request() -> HttpRequest:
    request = HttpRequest()
    request.method = "GET"
    return request
