"""Deprecation of API operations: announced in headers and in the document, tested on a view of its own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from types import ModuleType
from typing import Any

import pytest
from django.test import Client
from django.urls import clear_url_caches, include, path
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes, tokens
from accounts.access.permissions import HasScope
from games.api.document import schema
from games.requests import throttles
from pyramido_site.infrastructure.deprecation import deprecated, deprecation_of
from pyramido_site.infrastructure.documented import documented, operation_of
from pyramido_site.infrastructure.uncached import fresh
from tests import conformity
from tests.games import play
from tests.people import forget_limits, signed_in

WHY = "https://example.org/changes"


class Old(APIView):
    scopes = {"GET": scopes.GAMES_READ, "POST": scopes.GAMES_PLAY}
    permission_classes = [HasScope, IsAuthenticated]

    @deprecated(date(2026, 1, 1), date(2026, 8, 1), WHY)
    @documented("old", {200: dict[str, int]})
    def get(self, request: Request) -> Response:
        """The deprecated operation."""
        return Response({"next": "https://play.example.org/2"})

    @documented("lasting", {200: dict[str, int]})
    def post(self, request: Request) -> Response:
        """An operation that stays."""
        return Response({"answer": 42})


@pytest.fixture
def old(settings: Any) -> Iterator[None]:
    """The site with this view at `/api/v1/old`."""
    forget_limits()
    conformity.names(conformity.games())  # the document of the site without it, once for all tests
    addresses = ModuleType("addresses")
    addresses.urlpatterns = [path("api/v1/old", fresh(Old)), path("", include("pyramido_site.urls"))]  # type: ignore[attr-defined]
    settings.ROOT_URLCONF = addresses
    clear_url_caches()
    yield
    clear_url_caches()


def says(answer: Any) -> bool:
    """Whether the answer says that the operation is deprecated; if so, in all headers."""
    link = f'<{WHY}>; rel="deprecation"' in answer.headers.get("Link", "")
    told = (answer.headers.get("Deprecation"), answer.headers.get("Sunset"), link)
    assert told in ((None, None, False), ("@1767225600", "Sat, 01 Aug 2026 00:00:00 GMT", True))
    return link


@pytest.mark.django_db
@pytest.mark.usefixtures("old")
def test_every_answer_to_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = play.person()
    reader = signed_in(anna)
    _, text = tokens.make(anna, "program", [scopes.ACCOUNT_READ], None)
    for status, answer in (
        (200, reader.get("/api/v1/old")),
        (200, reader.head("/api/v1/old")),
        (400, reader.get("/api/v1/old?unknown=1")),
        (400, reader.get("/api/v1/old?text=%00")),
        (401, Client().get("/api/v1/old")),
        (401, Client().get("/api/v1/old", headers={"Authorization": "Bearer no"})),
        (403, Client().get("/api/v1/old", headers={"Authorization": f"Bearer {text}"})),
    ):
        assert answer.status_code == status and says(answer), status
    assert 'rel="next"' in reader.get("/api/v1/old").headers["Link"]
    monkeypatch.setattr(throttles.ReadThrottle, "rate", "1/min", raising=False)
    refused = reader.get("/api/v1/old")
    assert refused.status_code == 429 and says(refused)


@pytest.mark.django_db
@pytest.mark.usefixtures("old")
def test_other_operations_at_its_address_do_not() -> None:
    anna = signed_in(play.person())
    assert not any(says(answer) for answer in (anna.post("/api/v1/old"), anna.delete("/api/v1/old")))
    assert not says(anna.get("/api/v1/nothing"))


def test_the_document_says_so() -> None:
    operation = operation_of(Old.get)
    assert operation is not None
    made = schema.operation_json(operation, "/api/v1/old", "GET", scopes.PUBLIC, False, deprecation_of(Old.get))
    assert (made["deprecated"], made["x-sunset"]) == (True, "2026-08-01")
    assert {"Deprecation", "Sunset"} <= made["responses"]["200"]["headers"].keys()
    lasting = schema.operation_json(operation, "/api/v1/old", "GET", scopes.PUBLIC, False, None)
    assert "deprecated" not in lasting and "Sunset" not in lasting["responses"]["200"]["headers"]


def test_a_deprecation_lasts_at_least_six_months() -> None:
    with pytest.raises(ValueError, match="six months"):
        deprecated(date(2026, 1, 1), date(2026, 6, 1), WHY)
