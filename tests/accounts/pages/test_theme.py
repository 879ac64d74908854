"""The theme: chosen by a form, kept in a cookie, passed to the style sheets."""

from __future__ import annotations

import pytest
from django.test import Client

from pyramido_site import theme

pytestmark = pytest.mark.django_db


def shown(client: Client) -> str:
    page = client.get("/rules/").content.decode()
    return page.partition("<html ")[2].partition(">")[0]


def test_a_theme_is_kept_until_the_device_decides_again() -> None:
    client = Client()
    assert "data-theme" not in shown(client)
    answer = client.post("/theme/", {"theme": "dark", "next": "/rules/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/")
    cookie = answer.cookies[theme.COOKIE]
    assert (cookie.value, cookie["max-age"], cookie["samesite"], cookie["httponly"]) == (
        "dark",
        theme.COOKIE_S,
        "Lax",
        True,
    )
    assert 'data-theme="dark"' in shown(client)
    client.post("/theme/", {"theme": "light"})
    assert 'data-theme="light"' in shown(client)
    client.post("/theme/", {"theme": "system"})
    assert "data-theme" not in shown(client)


@pytest.mark.parametrize("value", ["", "neon", '"><script>', "dark\r\nX: y"])
def test_an_unknown_theme_is_the_devices(value: str) -> None:
    client = Client()
    assert client.post("/theme/", {"theme": value}).status_code == 302
    assert "data-theme" not in shown(client)
    client.cookies[theme.COOKIE] = value.replace("\r\n", "")
    assert "data-theme" not in shown(client)


def test_only_a_post_changes_the_theme() -> None:
    assert Client().get("/theme/").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"}).status_code == 403
