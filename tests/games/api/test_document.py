"""The API's document: complete, committed, served, and readable."""

from __future__ import annotations

import inspect
import json
import re
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema_rs
import pytest
from django.test import Client
from django.urls import include, path, re_path
from django.utils import translation
from openapi_spec_validator import OpenAPIV31SpecValidator
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import urls as account_urls
from games.api import urls
from games.api.document import reference, schema
from games.api.document.json_schemas.components import Undocumented
from games.api.document.shapes import Problem
from games.realtime import urls as realtime_urls
from games.requests import problems
from games.requests.statuses import NAMES
from pyramido_site.infrastructure.documented import operation_of
from tests.conformity import strict

COMMITTED = Path(__file__).resolve().parents[3] / "docs" / "formats" / "openapi.json"
WITH_EXAMPLES = re.compile(
    r"/(steps|views|pictures|studies|saved-filters)\b|^GET /api/v1/games$|^POST /api/v1/reports$"
)
"""Operations about the past of games, pictures, studies and searches: each has examples of its body and answer."""
NOTHING = {"$ref": "#/components/schemas/Nothing"}
NO_OPERATIONS = {"api_openapi", "api_nothing_here"}
"""Routes of the document itself, and the catch-all for unknown addresses."""


def test_the_committed_document_is_what_the_code_says() -> None:
    with translation.override("fr"):
        made = schema.document()
    assert json.loads(COMMITTED.read_bytes()) == made, "run make schema and review the changes"
    assert COMMITTED.read_bytes() == schema.document_bytes()


def test_the_document_does_not_depend_on_the_version_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    document = json.loads(COMMITTED.read_bytes())
    answers = {int(status) for _, operation in schema.operations(document) for status in operation["responses"]}
    assert answers | schema.REFUSALS.keys() <= NAMES.keys()
    monkeypatch.setattr(HTTPStatus, "phrase", property(lambda status: "Another Name"), raising=False)
    assert schema.component_name(422) == "UnprocessableEntity" and "UnprocessableEntity" in str(document)
    assert problems.document(413, "of_no_page", "")["title"] == "Request Entity Too Large"
    monkeypatch.setattr(Problem, "__doc__", inspect.cleandoc(Problem.__doc__ or ""))  # as Python 3.13 compiles it
    assert schema.document() == document


def test_the_document_is_as_the_specification_says() -> None:
    assert list(OpenAPIV31SpecValidator(json.loads(COMMITTED.read_bytes())).iter_errors()) == []


def test_every_route_is_documented() -> None:
    documented = set(json.loads(COMMITTED.read_bytes())["paths"])
    routes = [*urls.urlpatterns, *account_urls.urlpatterns, *realtime_urls.urlpatterns]
    for route in routes:
        if route.name in NO_OPERATIONS:
            continue
        cls = getattr(route.callback, "cls", None)
        handlers = [route.callback] if cls is None else [
            getattr(cls, method) for method in ("get", "post", "put", "patch", "delete") if hasattr(cls, method)
        ]  # fmt: skip
        assert all(operation_of(handler) is not None for handler in handlers), route.name
    assert len(documented) == len(routes) - len(NO_OPERATIONS)


class Silent(APIView):
    def get(self, request: Request, public_id: str, number: int) -> Response:
        return Response()


def test_routes_are_found_below_others_and_say_what_they_do() -> None:
    nested = [path("<public_id:public_id>/seats/<int:number>", Silent.as_view()), path("page", reference.reference)]
    routes: list[schema.Pattern] = [path("one/", include(nested)), re_path("^any", reference.reference)]
    assert list(schema.views(routes)) == [("/one/{public_id}/seats/{number}", Silent)]
    with pytest.raises(Undocumented, match=r"^GET /one/{public_id}/seats/{number}: Silent\.get has no"):
        schema.paths(routes)


READS = re.compile("get|list|find|stream|download|export")


def test_operations_have_names_of_their_own_and_links_lead_to_them() -> None:
    document = json.loads(COMMITTED.read_bytes())
    operations = [operation for _, operation in schema.operations(document)]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch("[a-z]+([A-Z][a-z]+)+", name)] == []
    for called, operation in schema.operations(document):
        assert called.startswith("GET") == bool(READS.match(operation["operationId"])), called
        assert operation["summary"] and not operation["summary"].endswith(".")
        for answer in operation["responses"].values():
            for link in answer.get("links", {}).values():
                assert link["operationId"] in names, (operation["operationId"], link)


def test_replays_studies_pictures_and_searches_have_examples_that_fit() -> None:
    document = strict(schema.document())
    checked = 0
    for name, operation in schema.operations(document):
        if not WITH_EXAMPLES.search(name):
            continue
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body is not None and body["schema"] != NOTHING:
            checked += check_examples(document, name, body)
        for status, answer in operation["responses"].items():
            if status[0] == "2" and status != "206":
                for media in answer.get("content", {}).values():
                    checked += check_examples(document, name, media)
    assert checked > 20


def check_examples(document: Any, name: str, media: Any) -> int:
    """Check that a body or answer has examples, and that they are what its schema says; return how many there are."""
    validator = jsonschema_rs.validator_for({**media.get("schema", {}), "components": document["components"]})
    examples = media.get("examples", {}).values()
    assert examples, f"{name} has no example"
    for example in examples:
        if "value" in example:
            validator.validate(example["value"])
        else:
            path = re.sub(r"{\w+}", "[^/]+", re.escape(name.partition(" ")[2]).replace(r"\{", "{").replace(r"\}", "}"))
            assert re.fullmatch(path, urlsplit(example["summary"]).path)
    return len(examples)


def test_it_is_served_and_cacheable(client: Client) -> None:
    answer = client.get("/api/v1/openapi.json")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")
    assert answer.json()["openapi"] == "3.1.0"
    again = client.get("/api/v1/openapi.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    for other in (Client(enforce_csrf_checks=True).post, client.delete):
        refused = other("/api/v1/openapi.json")
        assert (refused.status_code, refused.headers["Allow"]) == (405, "GET, HEAD")
        assert refused.headers["Content-Type"] == "application/problem+json"
        assert refused.json()["code"] == "method_not_allowed"


@pytest.mark.django_db
def test_the_reference_has_nothing_inline(client: Client) -> None:
    page = client.get("/api/")
    assert page.status_code == 200
    text = page.content.decode()
    assert re.search(r"/swagger-ui-bundle\.[0-9a-f]+\.js", text) and "<style" not in text and "onclick" not in text
