"""Deprecation of API operations: announced in headers and in the document, tested on a view of its own."""

from __future__ import annotations

from datetime import date

import pytest
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from accounts.access import scopes
from games.api.document import schema
from pyramido_site.infrastructure.deprecation import deprecated, deprecation_of
from pyramido_site.infrastructure.documented import documented, operation_of

WHY = "https://example.org/changes"


class Old(APIView):
    scopes = {"GET": scopes.PUBLIC}

    @deprecated(date(2026, 1, 1), date(2026, 8, 1), WHY)
    @documented("old", {200: dict[str, int]})
    def get(self, request: Request) -> Response:
        """The deprecated operation."""
        return Response({"answer": 42})


def test_answers_and_refusals_say_so() -> None:
    for address, status in (("/old", 200), ("/old?unknown=1", 400)):
        answer = Old.as_view()(APIRequestFactory().get(address))
        assert answer.status_code == status
        assert answer.headers["Deprecation"] == "@1767225600"
        assert answer.headers["Sunset"] == "Sat, 01 Aug 2026 00:00:00 GMT"
        assert f'<{WHY}>; rel="deprecation"' in answer.headers["Link"]


def test_the_document_says_so() -> None:
    operation = operation_of(Old.get)
    assert operation is not None
    made = schema.operation_json(operation, "/api/v1/old", "GET", scopes.PUBLIC, False, deprecation_of(Old.get))
    assert (made["deprecated"], made["x-sunset"]) == (True, "2026-08-01")
    assert "deprecated" not in schema.operation_json(operation, "/api/v1/old", "GET", scopes.PUBLIC, False, None)


def test_a_deprecation_lasts_at_least_six_months() -> None:
    with pytest.raises(ValueError, match="six months"):
        deprecated(date(2026, 1, 1), date(2026, 6, 1), WHY)
