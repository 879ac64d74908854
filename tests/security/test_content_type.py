"""A Content-Type that Django cannot read, or by which it cannot decode, is answered with 400 at every server."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from pyramido_site import wsgi
from pyramido_site.asgi import application
from tests.site.test_asgi import fetch

FORM = "multipart/form-data; boundary=x; charset="
BODY = b'--x\r\nContent-Disposition: form-data; name="login"\r\n\r\nada\r\n--x--\r\n'

UNREADABLE = [
    "x/y; a*=nope''x",
    "x/y; a*=undefined''x",
    "x/y; a*=idna''%ff",
    *(FORM + name for name in ("idna", "undefined", "base64", "rot13", "zlib", "latin-1", "no-such-encoding", "a\0b")),
]

pytestmark = pytest.mark.django_db


def by_wsgi(path: str, header: str, body: bytes = BODY) -> tuple[int, dict[str, str], bytes]:
    said: list[Any] = []
    environ = {
        "REQUEST_METHOD": "POST", "PATH_INFO": path, "SERVER_NAME": "localhost", "SERVER_PORT": "80",
        "HTTP_HOST": "localhost", "wsgi.input": io.BytesIO(body), "wsgi.url_scheme": "http",
        "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": header, "HTTP_ACCEPT_LANGUAGE": "it",
    }  # fmt: skip
    content = b"".join(wsgi.application(environ, lambda line, headers, *_: said.append((line, headers))))
    [(line, headers)] = said
    return int(line.split()[0]), {name.lower(): value for name, value in headers}, content


@pytest.mark.parametrize("header", UNREADABLE)
def test_wsgi_answers_400(header: str) -> None:
    status, headers, body = by_wsgi("/accounts/login/", header)
    assert (status, headers["content-type"]) == (400, "text/html; charset=utf-8")
    assert 'lang="it"' in body.decode() and "UTF-8" in body.decode()
    status, headers, body = by_wsgi("/api/v1/games", header)
    assert (status, headers["content-type"]) == (400, "application/problem+json")
    assert (json.loads(body)["code"], json.loads(body)["field"]) == ("malformed", "Content-Type")


@pytest.mark.parametrize("header", UNREADABLE)
@pytest.mark.parametrize("path", ["/rules/", "/oauth/token", "/api/v1/stream/events"])
async def test_asgi_answers_400(header: str, path: str) -> None:
    status, headers, body = await fetch(application, path, "POST", (BODY[:9], BODY[9:]), content_type=header)
    assert status == 400 and "UTF-8" in body.decode()
    assert headers["content-type"] == ("text/html; charset=utf-8" if path == "/rules/" else "application/problem+json")


@pytest.mark.parametrize("name", ["utf-8", "UTF8", "us-ascii"])
def test_other_forms_are_read(name: str) -> None:
    status, _, body = by_wsgi("/i18n/setlang/", FORM + name, BODY.replace(b'"login"', b'"language"'))
    assert status in (302, 403) and b"Content-Type" not in body
