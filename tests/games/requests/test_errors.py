"""The catalogue of errors: it has what the code raises and nothing else, and each code has a page."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.api.document import reference
from games.requests import problems
from games.requests.error_catalogue import areas, errors
from tests.games.requests.raised_codes import of_the_proxy, raised, statuses
from tests.repository.tree import ROOT

FORMATS = ROOT / "docs" / "formats"
PASSED_ON = {
    "accounts/connections/socket.py", "engine/silver_gold_pyramids/marking.py", "games/api/http/exceptions.py",
    "games/requests/bodies.py", "games/requests/problems.py", "pyramido_site/body_limit.py", "pyramido_site/errors.py",
}  # fmt: skip
"""Where a code comes from elsewhere, so that it is not read there."""


def test_the_catalogue_has_each_code_that_is_raised_with_its_statuses() -> None:
    listed = {one.code: set(one.statuses) for one in errors().values()}
    assert listed == statuses(), "change games/requests/errors/, and run make schema"
    assert len(errors()) == sum(map(len, areas().values())), "a code stands in two areas"


def test_no_code_is_overlooked() -> None:
    assert {one.place for one in raised() if one.code is None} == PASSED_ON


def test_the_committed_catalogue_is_what_the_code_says() -> None:
    assert (FORMATS / "errors.md").read_text(encoding="utf-8") == reference.errors_as_markdown(), "run make schema"


def test_what_to_do_names_operations_that_there_are() -> None:
    paths = json.loads((FORMATS / "openapi.json").read_bytes())["paths"]
    known = {f"{method.upper()} {re.sub('{.*?}', '{}', path)}" for path, one in paths.items() for method in one}
    named = [name for one in errors().values() for name in re.findall(r"`([A-Z]+ /[^`]+)`", one.remedy)]
    assert len(named) > 10 and {re.sub("{.*?}", "{}", name) for name in named} <= known


def test_a_problem_leads_to_the_page_of_its_code() -> None:
    made = problems.document(409, "stale", "Too late.")
    assert (made["type"], made["title"]) == (reverse("api_error", args=["stale"]), errors()["stale"].meaning)
    unknown = problems.document(409, "of_no_page", "Why not.")
    assert (unknown["type"], unknown["title"]) == ("about:blank", "Conflict")


def test_the_proxy_says_the_same() -> None:
    for one in of_the_proxy():
        made = problems.document(one["status"], one["code"], one["detail"])
        assert {name: one[name] for name in made} == made


@pytest.mark.django_db
def test_each_code_has_a_page(client: Client) -> None:
    listed = client.get(reverse("api_errors")).content.decode()
    for code, one in errors().items():
        assert f'href="{one.page}"' in listed
        answer = client.get(one.page)
        assert answer.status_code == 200
        assert f">{code.replace('_', '_<wbr>')}</code></h1>" in answer.content.decode()
    missing = client.get("/api/errors/of_no_page")
    assert (missing.status_code, missing.json()["type"]) == (404, errors()["not_found"].page)


@pytest.mark.django_db
def test_a_page_has_the_sentence_of_the_reader_where_there_is_one(client: Client) -> None:
    gone = client.get(errors()["gone"].page, headers={"accept-language": "fr"}).content.decode()
    assert '<p class="lead">Cette partie a été supprimée.</p>' in gone
    stale = client.get(errors()["stale"].page, headers={"accept-language": "fr"}).content.decode()
    assert '<p class="lead" lang="en">The game has moved on' in stale and "<code>seq</code>" in stale
