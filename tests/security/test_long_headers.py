"""No input of a visitor makes the headers of a response too long, which a proxy would take for a broken process."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from django.test import Client

from accounts.access import oauth
from pyramido_site.header_limit import AROUND, HEADER_LIMIT
from pyramido_site.redirect_limit import LONGEST_LOCATION
from tests.games.api import api_world
from tests.people import PASSWORD, account, signed_in, visitor
from tests.security.walking import addresses

pytestmark = pytest.mark.django_db

EMOJI = "\U0001f600" * 2000
"""24 KB when a redirect repeats it."""
LETTERS = "x" * 3500
"""Fits into a URL, with a short name before it."""
SERVERS = 300
"""Bytes reserved for headers of servers, and for names of cookies behind TLS."""


def size(answer: Any) -> int:
    headers = [*answer.items(), *(("Set-Cookie", cookie.OutputString()) for cookie in answer.cookies.values())]
    return sum(len(name) + len(value.encode()) + AROUND for name, value in headers)


LONG = {
    "referer": f"http://testserver/{LETTERS}",
    "origin": f"http://{LETTERS}",
    "accept": LETTERS,
    "accept-language": LETTERS,
    "x-request-id": LETTERS,
    "x-forwarded-for": LETTERS,
    "if-none-match": LETTERS,
    "if-modified-since": LETTERS,
    "range": f"bytes={'9' * 3500}-",
    "idempotency-key": LETTERS,
    "authorization": f"Bearer {LETTERS}",
    "access-control-request-headers": f"authorization, {LETTERS}",
    "access-control-request-method": LETTERS,
}


@pytest.mark.sampled(one_of=3)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_no_address_repeats_long_things_in_a_header(method: str) -> None:
    world = api_world.make()
    known = addresses(world)
    people = [(visitor(), LONG), (signed_in(world.seated), LONG), (signed_in(world.seated), {})]
    for client, _ in people:
        client.cookies.load({"django_language": LETTERS, "device": LETTERS, "messages": LETTERS})
    sent = {"next": f"/{EMOJI}", "language": "en", "state": EMOJI, "name": EMOJI, "redirect_uri": EMOJI}
    for address in known:
        if address.name in {"account_logout", "delete_account"}:
            continue
        for client, headers in people:
            asked = f"{address.path}?next=/{quote(EMOJI[:280])}"
            given: Any = {"data": sent} if method == "POST" else {}
            answer = getattr(client, method.lower())(asked, headers=headers, **given)
            assert size(answer) + SERVERS < HEADER_LIMIT, (address.name, answer.headers)


@pytest.mark.parametrize("letters", ["\U0001f600" * 300, EMOJI, LETTERS, "ä" * 500, "%" * 2000])
@pytest.mark.parametrize(
    "path", ["/i18n/setlang/", "/theme/", "/accounts/guest/", "/accounts/login/", "/accounts/logout/"]
)
def test_a_redirect_is_measured_as_it_is_sent(path: str, letters: str) -> None:
    account("Ada")
    form = {"language": "fr", "login": "Ada", "password": PASSWORD}
    for wanted in (f"/{letters}", f"/rules/?a={letters}", f"http://testserver/{letters}"):
        for answer in (
            visitor().post(path, {**form, "next": wanted}),
            visitor().post(f"{path}?next={quote(wanted[:300])}", form, headers={"referer": wanted}),
        ):
            assert answer.status_code == 302
            assert len(answer.headers["Location"]) <= LONGEST_LOCATION
            assert size(answer) + SERVERS < HEADER_LIMIT


def test_a_page_that_needs_an_account_leads_to_the_sign_in_whatever_it_was_called_by() -> None:
    short = visitor().get("/games/mine/", {"a": "b"})
    assert short.headers["Location"] == "/accounts/login/?next=/games/mine/%3Fa%3Db"
    long = visitor().get("/games/mine/", {"a": LETTERS})
    assert long.headers["Location"] == "/accounts/login/"
    assert visitor().get(f"/rules/{LETTERS}").headers["Location"] == "/"  # the URL with its slash is too long


def test_signing_in_with_a_long_next_succeeds() -> None:
    account("Ada")
    client = visitor()
    answer = client.post("/accounts/login/", {"login": "Ada", "password": PASSWORD, "next": f"/{EMOJI[:600]}"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert client.get("/accounts/settings/").status_code == 200


def test_an_application_gets_its_state_back_or_is_told_that_it_is_too_long() -> None:
    app, _secret = oauth.register(account("Maker"), "Chart", ["https://app.example/cb"], confidential=False)
    page: Client = signed_in(account("Ada"))
    asked = {
        "response_type": "code", "client_id": app.pk, "scope": "games:read", "redirect_uri": "https://app.example/cb",
        "code_challenge": "a" * 43, "code_challenge_method": "S256",
    }  # fmt: skip
    assert page.get("/oauth/authorize", {**asked, "state": "s" * 1000}).status_code == 200
    for state in ("s" * 1001, "\U0001f600" * 84):
        answer = page.get("/oauth/authorize", {**asked, "state": state})
        assert answer.status_code == 302 and size(answer) + SERVERS < HEADER_LIMIT
        told = parse_qs(urlsplit(answer.headers["Location"]).query)
        assert told["error"] == ["invalid_request"] and "state" not in told
        assert "state" in told["error_description"][0]


def test_a_problem_of_the_api_repeats_nothing_long_either() -> None:
    client = signed_in(account("Ada"))
    for headers in ({}, LONG):
        answer = client.post(
            "/api/v1/games", json.dumps({"game": LETTERS}), content_type="application/json", headers=headers
        )
        assert answer.status_code >= 400 and size(answer) + SERVERS < HEADER_LIMIT
