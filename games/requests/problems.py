"""Refusals as problem documents, RFC 9457 (docs/formats/api.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions

from engine.newtypes import Seq
from games.requests.error_catalogue import type_and_title
from games.requests.refusals import Refusal
from pyramido_site.infrastructure import connection_metrics as metrics

MEDIA_TYPE = "application/problem+json"


def problem(refusal: Refusal, rules: str | None = None) -> dict[str, Any]:
    """Return the problem document of a refusal. `rules` is the address of the paragraph that explains it, if any."""
    body = document(refusal.status, refusal.code, refusal.detail, refusal.field, refusal.seq)
    return body | _more(refusal, rules)


def error_frame(refusal: Refusal, detail: str, ref: Any, rules: str | None = None) -> dict[str, Any]:
    """Return the refusal as an `error` frame of a socket or stream, which answers the frame with this `ref`."""
    metrics.REFUSALS.labels(refusal.code).inc()
    frame = {"type": "error", "ref": ref, "code": refusal.code, "detail": detail}
    frame |= {"field": refusal.field, "seq": refusal.seq}
    return frame | _more(refusal, rules)


def _more(refusal: Refusal, rules: str | None) -> dict[str, Any]:
    """Return what only some refusals say."""
    limits = {} if refusal.limit is None else {"limit": refusal.limit, "retry_after_ms": refusal.retry_after_ms}
    return limits if rules is None else {**limits, "rules": rules}


def document(status: int, code: str, detail: str, field: str | None = None, seq: Seq | None = None) -> dict[str, Any]:
    """Return a problem document."""
    kind, title = type_and_title(code, status)
    return {
        "type": kind,
        "title": title,
        "status": status,
        "code": code,
        "detail": detail,
        "field": field,
        "seq": seq,
    }


def problem_response(status: int, code: str, detail: str, field: str | None = None) -> JsonResponse:
    """Return a problem document as a response."""
    return JsonResponse(document(status, code, detail, field), status=status, content_type=MEDIA_TYPE)


def not_allowed(request: HttpRequest, methods: Sequence[str]) -> JsonResponse:
    """Return the response 405 with the methods that are allowed. Views of DRF have their own."""
    error = exceptions.MethodNotAllowed(str(request.method))
    answer = problem_response(error.status_code, error.default_code, str(error.detail))
    answer.headers["Allow"] = ", ".join(methods)
    return answer


@csrf_exempt
def not_found(request: HttpRequest, path: str = "") -> JsonResponse:
    """Return the response 404 to unknown paths below /api/."""
    return problem_response(404, "not_found", _("Not found."))
