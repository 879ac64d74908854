"""The API's own document, the page on which it can be read and tried out, and the pages about its errors."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import etag, require_safe
from markdown_it import MarkdownIt

from games.api.document.schema import document_bytes, document_tag
from games.presenters.previews import pages as previews
from games.requests.error_catalogue import PAGES, areas, errors
from games.requests.problems import not_allowed, not_found

READING = ("GET", "HEAD")

ERRORS_HEAD = f"""\
# Errors

For authors of programs that use the API: every `code` of a refusal, with its statuses, its meaning and what to do. How
a refusal looks is in [api.md](api.md#errors). Frames of sockets and streams have the same codes, without a status.

The `type` of a problem document is the address of the page about its code, `{PAGES}CODE`. More codes may come:
treat one that you do not know by its status.
"""


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


@require_safe
def all_errors(request: HttpRequest) -> HttpResponse:
    """Show `/api/errors/`: all codes, by what they are about."""
    return render(request, "games/api_errors.html", {"areas": areas(), "preview": previews.api_errors()})


@require_safe
def one_error(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page of a code; 404 if there is none, as everywhere below `/api/`."""
    error = errors().get(code)
    if error is None:
        return not_found(request)
    parts = format_html_join(mark_safe("_<wbr>"), "{}", ((part,) for part in code.split("_")))
    context = {"error": error, "parts": parts, "meaning": gettext(error.meaning), "remedy": _as_html(error.remedy)}
    return render(request, "games/api_error.html", context)


def _as_html(text: str) -> SafeString:
    html: str = MarkdownIt("js-default").renderInline(text)
    return mark_safe(html)  # noqa: S308 (it escapes HTML)


def errors_as_markdown() -> str:
    """Return the catalogue as a document."""
    parts = [ERRORS_HEAD, "\n".join(f"- [{area}](#{_anchor(area)})" for area in areas()) + "\n"]
    for area, listed in areas().items():
        rows = "".join(
            f"| `{one.code}` | {', '.join(map(str, one.statuses))} | {one.meaning} | {one.remedy} |\n" for one in listed
        )
        parts.append(f"## {area}\n| code | status | meaning | what to do |\n| --- | --- | --- | --- |\n{rows}")
    return "\n".join(parts)


def _anchor(heading: str) -> str:
    """Return the heading as addresses of documents have it."""
    return "".join(letter for letter in heading.lower().replace(" ", "-") if letter.isalnum() or letter == "-")
