"""Exceptions of views as problem documents."""

from __future__ import annotations

import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from games.presenters.rules_pages.paragraphs import address_of
from games.record.selectors import with_seq
from games.requests.problems import MEDIA_TYPE, document, problem
from games.requests.refusals import Refusal, fault
from pyramido_site.infrastructure import connection_metrics as metrics
from pyramido_site.infrastructure.database_faults import is_database_fault, log_fault

logger = logging.getLogger(__name__)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the problem document for an exception (the settings' `EXCEPTION_HANDLER`), or None for a fault of the
    server, which is then logged and becomes a 500.

    The refusal of a request about a game contains the game's seq, as far as the caller sees the game.
    """
    headers: dict[str, str] = {}
    if is_database_fault(error):
        log_fault(logger, error, "a request")
        error = fault(error)
    if isinstance(error, Refusal):
        public_id = (context.get("kwargs") or {}).get("public_id")
        if public_id is not None and error.status < 500:  # of a view, so that the caller is known
            error = with_seq(error, public_id, context["request"].user)
        body = problem(error, address_of(error))
        if error.retry_after_s is not None:
            headers["Retry-After"] = str(error.retry_after_s)
        if error.status == 500:
            logger.error("%s", error, exc_info=error)
    elif isinstance(error, Http404):
        body = document(404, "not_found", _("Not found."))
    elif isinstance(error, PermissionDenied):
        body = document(403, "permission_denied", _("You are not allowed to do this."))
    elif isinstance(error, exceptions.APIException):
        codes = error.get_codes()
        code, field = codes if isinstance(codes, str) else "malformed", getattr(error, "field", None)
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
