"""The API's own document, and the page on which it can be read and tried out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import etag, require_safe

from games.api.document.schema import document_bytes, document_tag
from games.presenters.previews import pages as previews
from games.requests.problems import not_allowed

READING = ("GET", "HEAD")


@etag(lambda request: document_tag())
def _document(request: HttpRequest) -> HttpResponse:
    return HttpResponse(document_bytes(), content_type="application/json")


@csrf_exempt
def openapi(request: HttpRequest) -> HttpResponse:
    """Serve `/api/v1/openapi.json`."""
    return _document(request) if request.method in READING else not_allowed(request, READING)


@require_safe
@ensure_csrf_cookie
def reference(request: HttpRequest) -> HttpResponse:
    """Show `/api/`: Swagger UI. Requests tried out there use the reader's own session."""
    return render(request, "games/reference.html", {"standard": "OpenAPI 3.1", "preview": previews.api()})
