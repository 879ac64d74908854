"""The error pages: in the reader's language, with the status that programs need."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from pyramido_site.body_limit import API_BODY_LIMIT, BODY_LIMIT, BodyLimit
from pyramido_site.logs import Refusals
from tests.people import visitor

pytestmark = pytest.mark.django_db

SOLO = {"game": "forgotten-treasures", "kind": "legend-a.seats-1"}
NOT_FOUND = {"en": "not on the map", "fr": "sur la carte", "it": "sulla mappa"}


@pytest.mark.parametrize("language", NOT_FOUND)
@pytest.mark.parametrize(
    "path", ["/nowhere/", "/games/nowhere00000/", "/players/x/", "/rules/chess/", "/accounts/social/"]
)
def test_404(language: str, path: str) -> None:
    answer = visitor(headers={"accept-language": language}).get(path)
    assert answer.status_code == 404
    assert answer.templates[0].name == "404.html"
    assert NOT_FOUND[language] in answer.content.decode()


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the site logs with its own configuration."""
    handler = next(one for one in logging.getLogger().handlers if any(isinstance(f, Refusals) for f in one.filters))
    assert isinstance(handler, logging.StreamHandler)
    written = io.StringIO()
    before = handler.setStream(written)
    yield written
    handler.setStream(before)


@pytest.mark.parametrize("host", ["elsewhere.example", "localhost.elsewhere.example", "a\nb", "x" * 300])
def test_a_foreign_host_is_a_clear_400_and_one_line_in_the_log(visitor: Client, log: io.StringIO, host: str) -> None:
    answer = visitor.get("/", headers={"host": host, "accept-language": "fr"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "ne sert pas le nom d’hôte" in page and host not in page
    problem = visitor.get("/api/v1/games", headers={"host": host})
    assert (problem.status_code, problem.json()["code"]) == (400, "malformed")
    assert "does not serve the host name" in problem.json()["detail"]
    lines = log.getvalue().splitlines()
    assert len(lines) == 2 and host not in log.getvalue()
    assert all(" WARNING django.security.DisallowedHost: " in line and "ALLOWED_HOSTS" in line for line in lines)


@pytest.mark.parametrize(
    ("form", "sentence", "name"),
    [
        ({f"f{number}": "x" for number in range(1100)}, "too many fields; the maximum is 1000", "TooManyFieldsSent"),
        (
            {f"f{number}": SimpleUploadedFile("x.txt", b"x") for number in range(120)},
            "too many files; the maximum is 100",
            "TooManyFilesSent",
        ),
    ],
)
def test_a_form_with_too_much_in_it_is_a_clear_400_and_one_line_in_the_log(
    visitor: Client, log: io.StringIO, form: dict[str, Any], sentence: str, name: str
) -> None:
    answer = visitor.post("/accounts/login/", form)
    assert answer.status_code == 400 and sentence in answer.content.decode()
    [line] = log.getvalue().splitlines()
    assert f" WARNING django.security.{name}: a request was refused: {name}" in line


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"x" * 2000, "multipart/form-data; boundary=b"),
        (b"", f"multipart/form-data; boundary={'b' * 300}"),
        (b"&".join([b"a=1"] * 2000), "application/x-www-form-urlencoded"),
        (b"a=1", "application/x-www-form-urlencoded; charset=latin-1"),
        (b"", "multipart/form-data; boundary=b; charset=hex"),
    ],
)
@pytest.mark.parametrize(("host", "status"), [("testserver", 404), ("elsewhere.example", 400)])
def test_a_form_that_cannot_be_read_is_no_fault_of_ours(
    visitor: Client, body: bytes, kind: str, host: str, status: int
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = visitor.cookies
    for cookies in ({}, {"csrftoken": "c" * 32}):
        client.cookies.load(cookies)
        answer = client.generic("POST", "/nowhere/", body, content_type=kind, headers={"host": host})
        assert (answer.status_code, answer.templates[0].name) == (status, f"{status}.html")
    assert client.generic("POST", "/accounts/login/", body, content_type=kind).status_code in {400, 403}


def test_403_for_a_form_without_its_token() -> None:
    answer = Client(enforce_csrf_checks=True).post("/games/now/", SOLO)
    assert answer.status_code == 403
    assert "This page has expired" in answer.content.decode()


def test_429_is_a_page(visitor: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1/h/ip"}
    visitor.post("/accounts/guest/")
    answer = Client().post("/games/now/", SOLO)
    assert answer.status_code == 429
    assert answer.templates[0].name == "429.html"
    assert "Slow down, explorer" in answer.content.decode()


def test_500_says_that_it_was_us(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("games.presenters.game_lists.open_tables", broken)
    client = Client(raise_request_exception=False, headers={"accept-language": "fr"})
    answer = client.get("/")
    assert answer.status_code == 500
    page = answer.content.decode()
    assert "Le plafond s’est effondré" in page
    assert "broken on purpose" not in page


@pytest.mark.parametrize("path", ["/", "/api/v1/games"])
def test_503_without_a_database_for_a_moment(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    def lost(*args: object, **named: object) -> None:
        raise OperationalError("couldn't get a connection after 10.00 sec\nmore of it")

    for place in ("games.presenters.game_lists.open_tables", "games.api.seating.tables.page_of"):
        monkeypatch.setattr(place, lost)
    answer = Client(raise_request_exception=False).get(path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert ("busy" in answer.content.decode()) is path.startswith("/api/")
    assert "10.00 sec" not in answer.content.decode()
    if path.startswith("/api/"):
        (told,) = [one for one in caplog.records if "10.00 sec" in one.getMessage()]
        assert (told.levelname, told.exc_info) == ("WARNING", None)
        assert "\n" not in told.getMessage()


@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        ("/accounts/login/", b"text/html; charset=utf-8", b"trop volumineuse"),
        ("/api/v1/games", b"application/problem+json", b"too_large"),
    ],
)
def test_413_has_the_format_that_the_client_accepts(path: str, kind: bytes, text: bytes) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def nothing(*args: Any) -> Any:
        raise AssertionError("the application was asked")

    async def receive() -> Any:
        return {"type": "http.request", "body": b"x" * (BODY_LIMIT + 1), "more_body": False}

    headers = [(b"content-length", str(BODY_LIMIT + 1).encode()), (b"accept-language", b"de, fr-CA;q=0.8")]
    asyncio.run(BodyLimit(nothing)({"type": "http", "path": path, "headers": headers}, receive, send))
    start, body = sent
    assert start["status"] == 413
    assert dict(start["headers"])[b"content-type"] == kind
    assert text in body["body"]


@pytest.mark.parametrize(
    ("name", "taken"), [("api_import_study", True), ("import_study", True), ("api_studies", False)]
)
def test_the_file_of_a_study_may_be_larger_than_other_bodies(name: str, taken: bool) -> None:
    asked: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        asked.append(await receive())

    async def send(message: Any) -> None: ...

    async def receive() -> Any:
        return {"type": "http.request", "body": b"x" * (API_BODY_LIMIT + 1), "more_body": False}

    headers = [(b"content-length", str(API_BODY_LIMIT + 1).encode())]
    asyncio.run(BodyLimit(application)({"type": "http", "path": reverse(name), "headers": headers}, receive, send))
    assert bool(asked) is taken
