"""Cross-site requests from a visitor's browser have no effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.games.api import api_world
from tests.people import PASSWORD
from tests.security.walking import addresses

pytestmark = pytest.mark.django_db

BY_PROGRAMS = {"unsubscribe", "oauth_token", "oauth_revoke"}
"""No cookie counts there: a signed link (RFC 8058), and an application's own secret."""
READ_ONLY = {"api_openapi", "api_nothing_here", "api_export_file"}

WRITES = ("INSERT", "UPDATE", "DELETE")
KEPT = ("django_session", "accounts_fingerprint", "usersessions_usersession", "accounts_sighting")
"""Tables that a visit itself writes to."""


def refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Replace the error page, which is slower than the refusal."""
    return HttpResponse("no token", status=403)


def test_nothing_is_sent_without_the_token_of_the_page(settings: Any) -> None:
    settings.CSRF_FAILURE_VIEW = f"{__name__}.refused"
    world = api_world.make()
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.seated)
    for address in addresses(world):
        if address.name in BY_PROGRAMS | READ_ONLY:
            continue
        if address.path.startswith("/api/v1/"):
            for send in (client.post, client.put, client.patch, client.delete):
                answer = send(address.path, "{}", content_type="application/json")
                assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed"), address.name
        else:
            for token in ({}, {"csrfmiddlewaretoken": "a" * 64}):
                answer = client.post(address.path, {"request": "x", **token})  # the consent form is submitted with it
                assert answer.status_code == 403, address.name
                assert answer.content == b"no token" or address.name == "oauth_authorize"


def test_the_token_of_one_account_is_none_of_the_next_on_the_same_browser() -> None:
    """A move that waits in a browser keeps the token of the session in which it was made (docs/offline.md)."""
    world = api_world.make()
    client = Client(enforce_csrf_checks=True)

    def sign_in(user: User) -> str:
        user.set_password(PASSWORD)
        user.save()
        client.get("/accounts/login/")
        form = {"login": user.get_username(), "password": PASSWORD, "csrfmiddlewaretoken": token()}
        assert client.post("/accounts/login/", form).status_code == 302
        return token()

    def token() -> str:
        return client.cookies[site_settings.CSRF_COOKIE_NAME].value

    def move(token: str) -> str:
        path = reverse("api_actions", kwargs={"public_id": world.places["game"]["public_id"]})
        answer = client.post(path, "{}", content_type="application/json", headers={"X-CSRFToken": token})
        return str(answer.json()["code"])

    first = sign_in(world.opponent)
    assert move(first) == "malformed"
    assert client.post("/accounts/logout/", {"csrfmiddlewaretoken": first}).status_code == 302
    assert move(first) == "not_authenticated"
    second = sign_in(world.seated)
    assert (move(first), move(second)) == ("csrf_failed", "malformed")


def test_views_exempt_from_csrf_ignore_the_session() -> None:
    world = api_world.make()
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.seated)
    with _writes() as written:
        for address in addresses(world):
            if address.name in BY_PROGRAMS | READ_ONLY:
                assert client.post(address.path).status_code in {400, 401, 404, 405, 415}, address.name
    assert not written


class _writes:  # noqa: N801 (reads as a word)
    """Collects the statements that write to the database in the block, without those of a visit itself."""

    def __enter__(self) -> list[str]:
        self.found: list[str] = []

        def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
            if sql.lstrip().upper().startswith(WRITES) and not any(table in sql for table in KEPT):
                self.found.append(sql)
            return execute(sql, params, many, context)

        self.watching = connection.execute_wrapper(watch)
        self.watching.__enter__()
        return self.found

    def __exit__(self, *error: Any) -> None:
        self.watching.__exit__(*error)


def test_looking_changes_nothing() -> None:
    world = api_world.make()
    client = Client()
    client.force_login(world.seated)
    client.get("/")  # the session and the language are new
    for address in addresses(world):
        with _writes() as written:
            answer = client.get(address.path)
            answer.getvalue()
        assert not written, (address.name, written)
        assert answer.status_code < 500, address.name
