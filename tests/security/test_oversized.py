"""Bodies that are too large, too deep or of too many parts: refused before any processing."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory

from pyramido_site import body_limit as limits
from pyramido_site.asgi import http_application
from pyramido_site.wsgi import application as wsgi_application
from tests.games.api import api_world
from tests.people import account, signed_in
from tests.security.walking import addresses

pytestmark = pytest.mark.django_db

MEGABYTES = 3


async def _sent(path: str, kind: bytes, *, declared: bool, size: int = MEGABYTES << 20) -> tuple[int, int]:
    """Return the status of the response, and how much of the body was read. Without a declared length it is sent in
    chunks.
    """
    chunk, read, status = b"x" * 65536, 0, 0
    headers = [(b"host", b"localhost"), (b"content-type", kind)]
    if declared:
        headers.append((b"content-length", str(size).encode()))

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += len(chunk)
        return {"type": "http.request", "body": chunk, "more_body": read < size}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)

    scope = {
        "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": headers,
        "http_version": "1.1", "scheme": "http", "server": ("localhost", 80), "client": ("127.0.0.1", 1), "asgi": {},
    }  # fmt: skip
    await http_application(scope, receive, send)
    return status, read


def test_three_megabytes_are_read_nowhere() -> None:
    for address in addresses(api_world.make()):
        for kind in (b"application/json", b"multipart/form-data; boundary=x"):
            assert async_to_sync(_sent)(address.path, kind, declared=True) == (413, 0), address.name


@pytest.mark.parametrize(
    "path", ["/accounts/login/", "/accounts/signup/", "/api/v1/games", "/i18n/setlang/", "/admin/login/"]
)
def test_nor_are_they_when_they_come_without_their_length(path: str) -> None:
    status, read = async_to_sync(_sent)(path, b"application/x-www-form-urlencoded", declared=False)
    assert status == 413
    assert read <= limits.BODY_LIMIT + 2 * 65536


def test_an_oversized_body_that_a_proxy_is_still_sending_is_read_to_its_end() -> None:
    """Otherwise the proxy would take the process for dead and stop using it for a while."""
    size = limits.BODY_LIMIT * 3 // 2
    for path in ("/api/v1/stream/events", "/accounts/login/"):
        status, read = async_to_sync(_sent)(path, b"application/json", declared=True, size=size)
        assert (status, read) == (413, size)


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/notifications/unsubscribe/none/", 900_000, "404"),
        ("/notifications/unsubscribe/none/", limits.BODY_LIMIT * 3 // 2, "413"),
        ("/nowhere/", 900_000, "404"),
        ("/static/nowhere.css", 900_000, "404"),
        ("/api/v1/nowhere", 60_000, "404"),
        ("/api/v1/games", 60_000, "401"),
        ("/api/v1/games", 70_000, "413"),
    ],
)
def test_a_body_that_no_view_has_read_is_read_to_its_end_too(path: str, size: int, status: str) -> None:
    sent, said = io.BytesIO(b"x" * size), []
    environ = {
        **RequestFactory().generic("POST", path, content_type="application/json").environ,
        "CONTENT_LENGTH": str(size),
        "wsgi.input": sent,
    }
    list(wsgi_application(environ, lambda line, headers: said.append(line[:3])))
    assert (said, sent.tell()) == ([status], size)


@pytest.mark.parametrize(
    "body",
    [
        "[" * 30_000 + "]" * 30_000,
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        '{"game": ' + "9" * 60_000 + "}",
        json.dumps({"options": {str(number): number for number in range(5_000)}}),
        '{"game": "' + "\\ud800" * 9_000 + '"}',
        "NaN", "1e999999", '{"a": 1, "a": 2}', "\ufeff{}", "",
    ],
    ids=lambda body: body[:12],
)  # fmt: skip
def test_no_json_is_too_deep_or_too_odd(body: str) -> None:
    client = signed_in(account("Ada"))
    for path in ("/api/v1/games", "/api/v1/notifications/read", "/api/v1/seeks"):
        answer = client.post(path, body, content_type="application/json")
        assert answer.status_code in {400, 413, 422}, (path, answer.status_code)


def test_many_fields_and_many_files_are_refused() -> None:
    client = Client()
    fields = {f"f{number}": "x" for number in range(1_100)}
    files = {f"f{number}": SimpleUploadedFile("x.txt", b"x") for number in range(120)}
    for path in ("/accounts/login/", "/accounts/signup/", "/accounts/guest/"):
        assert client.post(path, fields).status_code == 400, path
        assert client.post(path, files).status_code == 400, path
    named = {"login": io.BytesIO(b"x"), "password": "x"}
    assert client.post("/accounts/login/", named).status_code == 200  # an uploaded file is no user name


def test_long_values_are_refused_and_not_cut() -> None:
    client = signed_in(account("Ada"))
    for length in (5_000, 60_000):
        long = "x" * length
        assert client.get("/api/v1/players", {"name": long}).status_code in {200, 400, 404}
        assert client.get("/", headers={"accept-language": long}).status_code == 200
        assert client.get("/", headers={"x-forwarded-for": long, "user-agent": long}).status_code == 200
        assert client.get("/api/v1/account", headers={"authorization": f"Bearer {long}"}).status_code == 401
        assert client.get("/notifications/", {"before": long}).status_code == 200
        assert client.post("/accounts/login/", {"login": long, "password": long}).status_code in {200, 302}
