"""Every refusal is a problem document, RFC 9457 (docs/formats/api.md)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response

from games.record import selectors
from games.requests.refusals import Refusal, fault
from games.requests.statuses import name_of
from pyramido_site.infrastructure import connection_metrics as metrics
from pyramido_site.infrastructure.database_faults import is_database_fault, log_fault

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"


def problem(refusal: Refusal) -> dict[str, Any]:
    body = document(refusal.status, refusal.code, refusal.detail, refusal.field, refusal.seq)
    return body if refusal.limit is None else {**body, "limit": refusal.limit, "seconds": refusal.seconds}


def error_frame(refusal: Refusal, detail: str, ref: Any) -> dict[str, Any]:
    """The same in a frame of a socket or stream, which answers the request `ref`."""
    metrics.REFUSALS.labels(refusal.code).inc()
    frame = {"type": "error", "ref": ref, "code": refusal.code, "detail": detail}
    frame |= {"field": refusal.field, "seq": refusal.seq}
    return frame if refusal.limit is None else {**frame, "limit": refusal.limit, "seconds": refusal.seconds}


def document(status: int, code: str, detail: str, field: str | None = None, seq: int | None = None) -> dict[str, Any]:
    return {
        "type": "about:blank",
        "title": name_of(status),
        "status": status,
        "code": code,
        "detail": detail,
        "field": field,
        "seq": seq,
    }


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook. Gives None for what is a fault of ours, so that it is logged and becomes a 500."""
    headers: dict[str, str] = {}
    if is_database_fault(error):
        log_fault(logger, error, "a request")
        error = fault(error)
    if isinstance(error, Refusal):
        public_id = (context.get("kwargs") or {}).get("public_id")
        body = problem(error if public_id is None else selectors.with_seq(error, public_id))
        if error.seconds is not None:
            headers["Retry-After"] = str(error.seconds)
        if error.status == 500:
            logger.error("%s", error, exc_info=error)
    elif isinstance(error, Http404):
        body = document(404, "not_found", _("There is nothing here."))
    elif isinstance(error, PermissionDenied):
        body = document(403, "permission_denied", _("You may not do this."))
    elif isinstance(error, exceptions.APIException):
        codes = error.get_codes()
        code, field = codes if isinstance(codes, str) else "invalid", getattr(error, "field", None)
        body = document(error.status_code, code, _sentence(error), field)
        if getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]
    else:
        return None
    metrics.REFUSALS.labels(body["code"]).inc()
    return Response(body, status=body["status"], headers=headers, content_type=MEDIA_TYPE)


def _sentence(error: exceptions.APIException) -> str:
    detail = error.detail
    return str(detail) if isinstance(detail, str) else str(error.default_detail)


def problem_response(status: int, code: str, detail: str, field: str | None = None) -> JsonResponse:
    return JsonResponse(document(status, code, detail, field), status=status, content_type=MEDIA_TYPE)


def not_allowed(request: HttpRequest, methods: Sequence[str]) -> JsonResponse:
    """The answer of what has only these methods; views of DRF have their own."""
    error = exceptions.MethodNotAllowed(str(request.method))
    answer = problem_response(error.status_code, error.default_code, str(error.detail))
    answer.headers["Allow"] = ", ".join(methods)
    return answer


@csrf_exempt
def not_found(request: HttpRequest, path: str = "") -> JsonResponse:
    """The answer below /api/ to addresses that do not exist."""
    return problem_response(404, "not_found", _("There is nothing here."))
