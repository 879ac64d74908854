"""The layers around Django: static files, body limits, headers, startup and shutdown."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings as site_settings
from django.test import Client

from games.live.groups import publisher
from pyramido_site.asgi import application
from pyramido_site.body_limit import API_BODY_LIMIT, BODY_LIMIT, DRAINED, BodyLimit, WSGIBodyLimit
from pyramido_site.static_server import StaticFiles, file_table


async def fetch(app: Any, path: str, method: str = "GET", body: tuple[bytes, ...] = (), **headers: str) -> Any:
    """Return (status, headers, body) of an ASGI application's response."""
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "path": path, "raw_path": path.encode(),
        "query_string": b"", "scheme": "http", "client": ("127.0.0.1", 1), "server": ("localhost", 8000),
        "headers": [(b"host", b"localhost"), *((n.replace("_", "-").encode(), v.encode()) for n, v in headers.items())],
    }  # fmt: skip
    channel = ApplicationCommunicator(app, scope)
    for part in body[:-1]:
        await channel.send_input({"type": "http.request", "body": part, "more_body": True})
    await channel.send_input({"type": "http.request", "body": body[-1] if body else b""})
    start = await channel.receive_output(20)
    content, more = b"", True
    while more:
        message = await channel.receive_output(20)
        content += message.get("body", b"")
        more = message.get("more_body", False)
    await channel.wait(20)
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, content


TOKENS = "/static/site/tokens.css"
TOKENS_FILE = Path(site_settings.BASE_DIR) / "pyramido_site" / "static" / "site" / "tokens.css"


async def test_a_static_file() -> None:
    status, headers, body = await fetch(application, TOKENS)
    assert status == 200 and body == TOKENS_FILE.read_bytes()
    assert headers["content-type"].startswith("text/css")
    assert headers["x-content-type-options"] == "nosniff"
    assert int(headers["content-length"]) == len(body)
    status, _, body = await fetch(application, TOKENS, if_none_match=headers["etag"])
    assert (status, body) == (304, b"")
    status, headers, body = await fetch(application, TOKENS, "HEAD")
    assert (status, body) == (200, b"") and int(headers["content-length"]) > 0
    assert (await fetch(application, TOKENS, "POST"))[0] == 405


async def test_scripts_are_served_as_modules_need_them() -> None:
    _, headers, _ = await fetch(application, "/static/games/board/main.js")
    assert headers["content-type"].startswith("text/javascript")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "path", ["/static/nothing.css", "/static/../settings.py", "/static/", "/staticsite/tokens.css"]
)
async def test_other_files_are_not_served_as_static_files(path: str) -> None:
    assert (await fetch(application, path))[0] == 404


async def test_django_is_not_asked_for_a_static_file_that_is_none() -> None:
    """There is no limit to such addresses."""

    def django(*args: Any) -> Any:
        raise AssertionError("Django was asked")

    said: list[str] = []
    for path in ("/static/nothing.css", "/static/", "/static/site/"):
        status, headers, body = await fetch(StaticFiles(django), path)
        assert (status, headers["content-length"]) == (404, str(len(body)))
        assert b"".join(file_table(django)({"PATH_INFO": path}, lambda line, headers: said.append(line))) == body
    assert said == ["404 Not Found"] * 3


async def test_while_debugging_a_changed_file_is_served_as_it_is_now(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEBUG = True
    changing = tmp_path / "changing.css"
    changing.write_text("a{}")
    monkeypatch.setattr(
        "pyramido_site.static_server.finders.find", lambda path: str(changing) if path == "site/changing.css" else None
    )
    files = StaticFiles(application)
    assert (await fetch(files, "/static/site/changing.css"))[2] == b"a{}"
    changing.write_text("b{color:red}")
    assert (await fetch(files, "/static/site/changing.css"))[2] == b"b{color:red}"


async def swallow(scope: Any, receive: Any, send: Any) -> None:
    """Read the whole body and return its length."""
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message["body"])
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


@pytest.mark.parametrize(("path", "limit"), [("/api/v1/games", API_BODY_LIMIT), ("/accounts/login/", BODY_LIMIT)])
async def test_bodies_have_a_limit(path: str, limit: int) -> None:
    limited = BodyLimit(swallow)
    assert await fetch(limited, path, "POST", (b"x" * limit,)) == (200, {}, str(limit).encode())
    for body, headers in (
        ((b"x" * (limit + 1),), {}),
        ((b"x" * limit, b"y"), {}),
        ((b"",), {"content_length": str(limit + 1)}),
        ((b"",), {"content_length": "-5"}),
        ((b"",), {"content_length": "much"}),
    ):
        status, answer, content = await fetch(limited, path, "POST", body, **headers)
        assert status == 413
        if path.startswith("/api/"):
            assert answer["content-type"] == "application/problem+json"
            assert json.loads(content)["code"] == "too_large"


@pytest.mark.parametrize(("path", "limit"), [("/api/v1/games", API_BODY_LIMIT), ("/accounts/login/", BODY_LIMIT)])
def test_bodies_have_the_same_limit_under_wsgi(path: str, limit: int) -> None:
    answered: list[tuple[str, dict[str, str]]] = []

    def post(declared: str, sent: int) -> tuple[str, bytes, int]:
        """Return the status, the response's body, and how much of the request's body was left unread."""
        body = io.BytesIO(b"x" * sent)
        environ = {"PATH_INFO": path, "CONTENT_LENGTH": declared, "wsgi.input": body, "HTTP_ACCEPT_LANGUAGE": "it"}
        inner = WSGIBodyLimit(lambda environ, start: (start("200 OK", []), [environ["wsgi.input"].read()])[1])
        content = b"".join(inner(environ, lambda status, headers: answered.append((status, dict(headers)))))
        return answered[-1][0], content, len(body.read())

    assert post(str(limit), limit) == ("200 OK", b"x" * limit, 0)
    assert post("", 0) == ("200 OK", b"", 0)
    for declared, sent, left in ((str(limit + 1), limit + 1, 0), (str(DRAINED + 1), 10, 10), ("-5", 5, 5), ("x", 5, 5)):
        status, content, unread = post(declared, sent)
        headers = answered[-1][1]
        assert (status, unread, headers["Connection"]) == ("413 Content Too Large", left, "close")
        assert int(headers["Content-Length"]) == len(content)
        if path.startswith("/api/"):
            assert headers["Content-Type"] == "application/problem+json"
            assert json.loads(content)["code"] == "too_large"
        else:
            assert "grande" in content.decode()


@pytest.mark.django_db
def test_every_page_has_a_content_security_policy(client: Client) -> None:
    for path in ("/", "/accounts/login/", "/nothing-here", "/api/v1/games", "/admin/login/"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"], path
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "same-origin"


async def test_frames_are_published_on_the_server_s_loop_while_it_lives() -> None:
    channel = ApplicationCommunicator(application, {"type": "lifespan"})
    await channel.send_input({"type": "lifespan.startup"})
    assert await channel.receive_output(5) == {"type": "lifespan.startup.complete"}
    assert publisher._attached is not None and publisher._attached.loop is asyncio.get_running_loop()
    await channel.send_input({"type": "lifespan.shutdown"})
    assert await channel.receive_output(5) == {"type": "lifespan.shutdown.complete"}
    assert publisher._attached is None


async def test_another_kind_of_connection_is_an_error() -> None:
    channel = ApplicationCommunicator(application, {"type": "carrier-pigeon"})
    with pytest.raises(ValueError, match="carrier-pigeon"):
        await channel.wait(5)
