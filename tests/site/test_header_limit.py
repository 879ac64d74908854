"""The outermost layer sends no headers that a proxy would refuse, whatever the inner application sends."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from pyramido_site import asgi, wsgi
from pyramido_site.header_limit import HEADER_LIMIT, HeaderLimit, WSGIHeaderLimit, too_long
from tests.site.test_asgi import fetch

LONG = "x" * HEADER_LIMIT
COOKIE = ("Set-Cookie", "sessionid=1")


class Body:
    """The body of a response that is not sent; it must still be closed."""

    closed = False

    def __iter__(self) -> Any:
        return iter([b"the body"])

    def close(self) -> None:
        self.closed = True


def by_wsgi(path: str, status: str, headers: list[tuple[str, str]]) -> tuple[int, list[tuple[str, str]], bytes, bool]:
    said: list[tuple[str, list[tuple[str, str]]]] = []
    body = Body()

    def application(environ: Any, start_response: Any) -> Any:
        start_response(status, headers)
        return body

    environ = {"PATH_INFO": path, "HTTP_ACCEPT_LANGUAGE": "de, it;q=0.5"}
    answer = WSGIHeaderLimit(application)(environ, lambda line, sent: said.append((line, sent)))
    content = b"".join(answer)
    [(line, sent)] = said
    return int(line.split()[0]), sent, content, body.closed


async def by_asgi(path: str, status: int, headers: list[tuple[str, str]]) -> tuple[int, dict[str, str], bytes]:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        raw = [(name.lower().encode(), value.encode()) for name, value in headers]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": b"the ", "more_body": True})
        await send({"type": "http.response.body", "body": b"body"})

    found: tuple[int, dict[str, str], bytes] = await fetch(
        HeaderLimit(application), path, accept_language="de, it;q=0.5"
    )
    return found


def test_it_is_the_outermost_layer() -> None:
    assert isinstance(wsgi.application, WSGIHeaderLimit)
    assert isinstance(asgi.http_application, HeaderLimit)


def test_the_limit_counts_every_byte_of_a_header() -> None:
    assert not too_long([("A", "x" * (HEADER_LIMIT - 5))])
    assert too_long([("A", "x" * (HEADER_LIMIT - 4))])
    assert too_long([("A", "x" * 2040)] * 2 + [("B", "x" * 8)])


async def test_headers_within_the_limit_are_unchanged() -> None:
    headers = [("Location", "x" * 3000), COOKIE]
    assert by_wsgi("/", "302 Found", headers) == (302, headers, b"the body", False)
    assert await by_asgi("/", 302, headers) == (302, {"location": "x" * 3000, "set-cookie": "sessionid=1"}, b"the body")


async def test_a_redirect_leads_to_the_first_page_and_keeps_the_rest(caplog: pytest.LogCaptureFixture) -> None:
    headers = [("Location", f"/{LONG}"), COOKIE, ("Content-Length", "8")]
    home = [COOKIE, ("Location", "/"), ("Content-Length", "0")]
    assert by_wsgi("/", "302 Found", headers) == (302, home, b"", True)
    assert await by_asgi("/", 307, headers) == (307, {name.lower(): value for name, value in home}, b"")
    both = [("location", f"/{LONG}"), ("Set-Cookie", LONG)]
    assert by_wsgi("/", "302 Found", both) == (302, home[1:], b"", True)
    lines = [record for record in caplog.records if record.name == "pyramido_site.header_limit"]
    assert [line.levelno for line in lines] == [logging.ERROR] * 3
    assert all("x" * 10 not in line.getMessage() and "\n" not in line.getMessage() for line in lines)
    assert "Location alone has 4097" in lines[0].getMessage()


@pytest.mark.parametrize("status", ["200 OK", "304 Not Modified"])
async def test_larger_headers_become_an_error_in_the_client_s_format_and_language(status: str) -> None:
    code, headers, content, closed = by_wsgi("/games/", status, [("Link", LONG), ("Content-Length", "8")])
    assert (code, closed) == (500, True) and "soffitto" in content.decode()
    assert dict(headers) == {
        "Content-Type": "text/html; charset=utf-8", "Content-Language": "it", "Vary": "Accept-Language",
        "Content-Length": str(len(content)),
    }  # fmt: skip
    said = await by_asgi("/games/", int(status[:3]), [("Link", LONG)])
    assert said[0] == 500 and said[2] == content
    code, headers, content, closed = by_wsgi("/api/v1/games", status, [("WWW-Authenticate", LONG)])
    assert (code, headers[0][1]) == (500, "application/problem+json")
    problem = json.loads(content)
    assert (problem["status"], problem["code"]) == (500, "server_error")
    assert (await by_asgi("/api/v1/games", int(status[:3]), [("Link", LONG)]))[2] == content
