"""No link of this site leads to another site, whatever its parameters."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import urlencode, urlsplit

import pytest
from django.test import Client

from accounts.access import oauth
from accounts.models import User
from tests.people import PASSWORD, account, guest, signed_in, visitor

pytestmark = pytest.mark.django_db

EVIL = (
    "https://evil.example/", "//evil.example", "///evil.example", "\\\\evil.example",
    "/\\evil.example", "\\/evil.example",
    "http:evil.example", "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "https:evil.example",
    " //evil.example", "\t//evil.example", "/\t/evil.example", "http://localhost@evil.example/",
    "//localhost:80@evil.example",
    "https://evil.example\\@localhost/", "%2f%2fevil.example", "ftp://evil.example", "/%09/evil.example",
)  # fmt: skip


def leads_away(location: str) -> bool:
    """Return whether a browser would leave the site: it treats a backslash as a slash, and drops tabs and line
    breaks.
    """
    read = re.sub(r"[\t\r\n]", "", location).strip().replace("\\", "/")
    parts = urlsplit(read)
    return bool(parts.scheme and parts.scheme not in ("http", "https")) or bool(
        read.startswith("//") or (parts.scheme and parts.hostname not in ("testserver", "localhost"))
    )


def test_the_measure_itself() -> None:
    assert [address for address in EVIL if not leads_away(address)] == ["%2f%2fevil.example", "/%09/evil.example"]
    assert not any(leads_away(address) for address in ("/", "/games/?a=//b", "?next=//x", "games/"))


@pytest.mark.parametrize("evil", EVIL)
def test_next_leads_nowhere_else(evil: str) -> None:
    user = account("Ada")
    query = "?" + urlencode({"next": evil})
    in_form = {"next": evil}
    signing_in = {"login": "Ada", "password": PASSWORD}
    signing_up = {"username": "Cleo", "password1": PASSWORD, "terms": "on"}
    answers = [
        visitor().post("/accounts/login/", {**signing_in, **in_form}),
        visitor().post("/accounts/login/" + query, signing_in),
        visitor().post("/accounts/signup/" + query, {**signing_up, **in_form}),
        visitor().post("/accounts/guest/", in_form),
        visitor().post("/accounts/guest/" + query),
        visitor().post("/i18n/setlang/", {"language": "fr", **in_form}),
        visitor().post("/theme/", {"theme": "dark", **in_form}),
        visitor().post("/i18n/setlang/", {"language": "fr"}, headers={"referer": evil.strip() or "x"}),
        signed_in(user).get("/accounts/login/" + query),
        signed_in(user).get("/accounts/signup/" + query),
        signed_in(user).get("/terms/agree/" + query),
        signed_in(user).post("/accounts/logout/" + query, in_form),
        signed_in(user).post("/accounts/reauthenticate/" + query, {"password": PASSWORD, **in_form}),
    ]
    for answer in answers:
        assert answer.status_code == 302, answer.wsgi_request.path
        assert not leads_away(answer.headers["Location"]), (
            answer.wsgi_request.path,
            answer.headers["Location"],
        )


class Addresses(HTMLParser):
    """Where a browser goes to from a page, and what the page's forms say as `next`."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.followed: list[str] = []
        self.nexts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.followed += [named[name] for name in ("href", "action", "formaction", "src", "content") if name in named]
        if named.get("name") == "next":
            self.nexts.append(named["value"])


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/logout/"])
def test_pages_repeat_a_next_in_their_forms_and_a_foreign_one_nowhere_as_a_link(path: str) -> None:
    user = guest()

    def addresses(to: str) -> Addresses:
        answer = user.get(path, {"next": to})
        assert answer.status_code == 200
        return Addresses(answer.content.decode())

    assert "/games/?a=b" in addresses("/games/?a=b").nexts
    for evil in EVIL:
        assert [address for address in addresses(evil).followed if leads_away(address)] == []


def test_an_application_gets_its_answer_at_its_own_address_only() -> None:
    app, _secret = oauth.register(
        User.objects.create_user("Maker"), "Chart", ["https://app.example/cb"], confidential=False
    )
    page: Client = signed_in(account("Ada"))
    asked = {
        "response_type": "code", "client_id": app.pk, "scope": "games:read", "state": "s",
        "code_challenge": "a" * 43, "code_challenge_method": "S256",
    }  # fmt: skip
    for redirect in (
        *EVIL, "https://app.example/cb/../evil", "https://app.example/cb?x=1",
        "https://app.example.evil.example/cb",
        "https://app.example/cb#x", "http://app.example/cb", "https://APP.example/cb/", "https://app.example:444/cb",
        "",
    ):  # fmt: skip
        answer = page.get("/oauth/authorize", {**asked, "redirect_uri": redirect})
        assert answer.status_code == 400, redirect
        assert "Location" not in answer.headers, redirect
        assert f'href="{redirect}"' not in answer.content.decode() or not redirect
