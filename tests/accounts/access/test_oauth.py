"""OAuth 2 from the consent page to the last token: what is granted, and everything that is refused.

In one file: each test begins with the connection that the one before describes.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.idp.oidc.internal.oauthlib import authorization_codes
from allauth.idp.oidc.models import Client as Application
from allauth.idp.oidc.models import Token as OAuthToken
from django.test import Client
from django.utils import timezone

from accounts.access import callers, oauth, scopes, tokens
from accounts.models import SpentToken, User
from tests.people import guest, signed_in, user_of, visitor

pytestmark = pytest.mark.django_db

REDIRECT = "https://app.example/cb"
VERIFIER = "a-verifier-of-43-characters-or-more-1234567890"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


@dataclass
class Flow:
    """An application, and a user at the browser."""

    app: Application
    secret: str | None
    page: Client
    user: User

    def asked(self, **other: str | None) -> dict[str, str]:
        fields = {
            "response_type": "code",
            "client_id": self.app.pk,
            "redirect_uri": REDIRECT,
            "scope": "games:read account:read",
            "state": "s 1",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
            **other,
        }
        return {name: value for name, value in fields.items() if value is not None}

    def consent(self, grant: list[str] | None = None, action: str = "grant", **other: str) -> dict[str, str]:
        """Submit the consent page; return the parameters that the application receives."""
        shown = self.page.get("/oauth/authorize", self.asked(**other))
        assert shown.status_code == 200, shown.content
        hidden = re.search(r'name="request" value="([^"]+)"', shown.content.decode())
        assert hidden is not None
        granted = ["games:read", "account:read"] if grant is None else grant
        answer = self.page.post(
            "/oauth/authorize", {"request": hidden[1].replace("&quot;", '"'), "scopes": granted, "action": action}
        )
        assert answer.status_code == 302, answer.content
        assert answer.headers["Location"].startswith(other.get("redirect_uri", REDIRECT) + "?")
        return {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["Location"]).query).items()}

    def token(self, **fields: str) -> Any:
        secret = {} if self.secret is None else {"client_secret": self.secret}
        return visitor().post("/oauth/token", {"client_id": self.app.pk, **secret, **fields})

    def exchange(self, code: str, **other: str) -> Any:
        fields = {"code": code, "redirect_uri": REDIRECT, "code_verifier": VERIFIER, **other}
        return self.token(grant_type="authorization_code", **fields)

    def refresh(self, text: str) -> Any:
        return self.token(grant_type="refresh_token", refresh_token=text)

    def connected(self) -> dict[str, Any]:
        answer = self.exchange(self.consent()["code"])
        assert answer.status_code == 200, answer.content
        granted: dict[str, Any] = answer.json()
        return granted


def flow(*, confidential: bool = False) -> Flow:
    app, secret = oauth.register(
        User.objects.create_user("Maker"), "Chart of games", [REDIRECT], confidential=confidential
    )
    user = User.objects.create_user("Ada")
    return Flow(app, secret, signed_in(user), user)


def status(text: str, path: str = "/api/v1/account/preferences") -> int:
    return visitor().get(path, headers={"Authorization": f"Bearer {text}"}).status_code


@pytest.mark.parametrize("confidential", [False, True])
def test_from_the_consent_page_to_an_answer_of_the_api(confidential: bool) -> None:
    made = flow(confidential=confidential)
    shown = made.page.get("/oauth/authorize", made.asked())
    assert str(scopes.SENTENCES["games:read"]) in shown.content.decode()
    assert "form-action 'self' https://app.example;" in shown.headers["Content-Security-Policy"]
    back = made.consent()
    assert back["state"] == "s 1"
    answer = made.exchange(back["code"])
    assert answer.status_code == 200, answer.content
    granted = answer.json()
    assert answer.headers["Cache-Control"] == "no-store"
    assert granted["token_type"] == "Bearer"
    assert set(granted["scope"].split()) == {"games:read", "account:read"}
    assert "id_token" not in granted
    assert status(granted["access_token"]) == 200
    refused = visitor().patch(
        "/api/v1/account/preferences",
        {"zone": "UTC"},
        content_type="application/json",
        headers={"Authorization": f"Bearer {granted['access_token']}"},
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "insufficient_scope")
    stored = {value for row in OAuthToken.objects.values() for value in row.values()}
    assert not stored & {granted["access_token"], granted["refresh_token"], back["code"]}
    assert made.secret is None or made.secret not in Application.objects.get().secret


def test_people_leave_scopes_out_and_say_no() -> None:
    made = flow()
    granted = made.exchange(made.consent(["games:read"])["code"]).json()
    assert granted["scope"] == "games:read"
    assert status(granted["access_token"]) == 403
    assert made.consent(action="cancel") == {"error": "access_denied", "state": "s 1"}


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"prompt": "none"}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"scope": "openid"}, "invalid_scope"),
        ({"scope": None}, "invalid_scope"),
        ({"scope": "mod:write bot:play"}, "invalid_scope"),
    ],
)
def test_requests_refused_before_the_consent_page(other: dict[str, str | None], error: str) -> None:
    made = flow()
    Application.objects.update(type=Application.Type.CONFIDENTIAL)  # no exemption: PKCE is required for all
    answer = made.page.get("/oauth/authorize", made.asked(**other))
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(f"{REDIRECT}?")
    back = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert (back["error"], back["state"]) == ([error], ["s 1"])


@pytest.mark.parametrize(
    "other",
    [
        {"redirect_uri": "https://evil.example/cb"},
        {"redirect_uri": REDIRECT + "/more"},
        {"redirect_uri": REDIRECT + "?more=1"},
        {"redirect_uri": "https://evil@app.example/cb"},
        {"redirect_uri": None},
        {"client_id": "nobody"},
        {"client_id": None},
    ],
)
def test_only_registered_redirect_uris_are_used(other: dict[str, str | None]) -> None:
    made = flow()
    assert made.page.get("/oauth/authorize", made.asked(**other)).status_code == 400


def test_a_wrong_verifier_or_redirect_or_application_gets_no_token() -> None:
    made = flow()
    other, _secret = oauth.register(made.user, "Another", [REDIRECT], confidential=False)
    code = made.consent()["code"]
    for refused in (
        made.exchange(code, code_verifier="x" * 43),
        made.token(grant_type="authorization_code", code=code, redirect_uri=REDIRECT),
        made.exchange(code, redirect_uri="https://app.example/other"),
        made.exchange(code, client_id=other.pk),
        made.token(grant_type="password", username="Ada", password="x"),
        made.token(grant_type="client_credentials"),
    ):
        assert refused.status_code in {400, 401}, refused.content
        assert "error" in refused.json()
    assert not OAuthToken.objects.exists()
    assert made.exchange(code).status_code == 200


def test_a_confidential_application_needs_its_secret() -> None:
    made = flow(confidential=True)
    code = made.consent()["code"]
    for secret in ("wrong", None):
        assert Flow(made.app, secret, made.page, made.user).exchange(code).status_code == 401
    basic = base64.b64encode(f"{made.app.pk}:{made.secret}".encode()).decode()
    fields = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, "code_verifier": VERIFIER}
    assert visitor().post("/oauth/token", fields, headers={"Authorization": f"Basic {basic}"}).status_code == 200


def test_a_code_that_comes_twice_ends_the_connection() -> None:
    made = flow()
    code = made.consent()["code"]
    granted = made.exchange(code).json()
    assert status(granted["access_token"]) == 200
    again = made.exchange(code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert status(granted["access_token"]) == 401
    assert made.refresh(granted["refresh_token"]).status_code == 400


def test_two_who_exchange_a_code_at_once_end_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have found the code before either has used it."""
    made = flow()
    code = made.consent()["code"]
    monkeypatch.setattr(authorization_codes, "invalidate", lambda *_: None)
    granted = made.exchange(code).json()
    assert status(granted["access_token"]) == 200
    assert made.exchange(code).json()["error"] == "invalid_grant"
    assert status(granted["access_token"]) == 401
    assert OAuthToken.objects.count() == 0


def test_values_that_postgresql_cannot_store_are_refused() -> None:
    made, nul = flow(), "\0"
    assert made.page.get("/oauth/authorize", made.asked(client_id=nul)).status_code == 400
    fields = {"grant_type": "authorization_code", "client_id": nul, "code": "x", "token": "x"}
    basic = {"Authorization": "Basic " + base64.b64encode(b"\0:x").decode()}
    for path in ("/oauth/token", "/oauth/revoke"):
        for sent, headers in ((fields, {}), ({**fields, "client_id": made.app.pk}, basic)):
            answer = visitor().post(path, sent, headers=headers)
            assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request"), path
    named, _secret = oauth.register(made.user, "Good\u202e \0name", [REDIRECT], confidential=False)
    assert named.name == "Good name"


def test_refresh_tokens_count_once_and_a_stolen_one_ends_the_connection() -> None:
    made = flow()
    first = made.connected()
    second = made.refresh(first["refresh_token"]).json()
    assert second["refresh_token"] != first["refresh_token"]
    assert set(second["scope"].split()) == {"games:read", "account:read"}
    assert status(second["access_token"]) == 200
    assert made.refresh(first["refresh_token"]).json()["error"] == "invalid_grant"
    assert status(second["access_token"]) == 401
    assert made.refresh(second["refresh_token"]).status_code == 400


def test_revoking_is_for_the_application_that_has_the_token() -> None:
    made = flow()
    other, _secret = oauth.register(made.user, "Another", [REDIRECT], confidential=False)
    granted = made.connected()
    theirs = visitor().post("/oauth/revoke", {"client_id": other.pk, "token": granted["access_token"]})
    assert theirs.status_code == 400
    assert status(granted["access_token"]) == 200
    fields = {"client_id": made.app.pk, "token": granted["refresh_token"], "token_type_hint": "access_token"}
    for _time in range(2):  # the second time there is nothing to revoke, which is no error
        assert visitor().post("/oauth/revoke", fields).status_code == 200
    assert status(granted["access_token"]) == 401


def test_sockets_and_streams_close_with_the_connection_the_token_or_the_account() -> None:
    made = flow()
    holding = [callers.caller_of_token(made.connected()["access_token"]) for _each in range(2)]
    both = [caller for caller in holding if caller is not None]
    assert [caller.scopes for caller in both] == [frozenset({"games:read", "account:read"})] * 2
    assert callers.ended(both) == set()
    assert both[0].token is not None
    OAuthToken.objects.filter(pk=both[0].token[1]).update(expires_at=timezone.now())
    assert callers.ended(both) == {0}
    (connection,) = oauth.connections(made.user)
    assert connection.client == made.app
    assert connection.scopes == ["games:read", "account:read"]
    oauth.disconnect(made.user.pk, made.app.pk)
    assert callers.ended(both) == {0, 1}
    assert oauth.connections(made.user) == []
    third = callers.caller_of_token(made.connected()["access_token"])
    assert third is not None
    User.objects.filter(pk=made.user.pk).update(is_active=False)
    assert callers.ended([third]) == {0}


def test_a_refresh_token_or_a_code_opens_nothing() -> None:
    made = flow()
    code = made.consent()["code"]
    assert status(code) == 401
    assert status(made.exchange(code).json()["refresh_token"]) == 401


def test_visitors_sign_in_first_and_guests_are_told_why_not() -> None:
    made = flow()
    for asked in (made.asked(), made.asked(code_challenge=None)):
        sent = visitor().get("/oauth/authorize", asked)
        assert sent.status_code == 302
        assert sent.headers["Location"].startswith("/accounts/login/?next=")
    as_guest = guest()
    assert as_guest.get("/oauth/authorize", made.asked()).status_code == 403
    user = user_of(as_guest)
    assert user is not None
    with pytest.raises(tokens.Unfit):
        oauth.register(user, "Mine", [REDIRECT], confidential=False)


def test_the_consent_form_is_accepted_only_from_its_own_page() -> None:
    made = flow()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(made.user)
    assert strict.post("/oauth/authorize", {"request": "x", "action": "grant"}).status_code == 403
    assert made.page.post("/oauth/authorize", {"request": "forged", "action": "grant"}).status_code == 403
    assert made.page.post("/oauth/authorize", {"action": "grant"}).status_code == 400


@pytest.mark.parametrize(
    ("uri", "fits"),
    [
        ("https://app.example/cb?x=1", True),
        ("http://127.0.0.1:8912/cb", True),
        ("http://localhost/cb", True),
        ("org.example.app:/cb", True),
        ("http://app.example/cb", False),
        ("https:///cb", False),
        ("https://app.example/cb#part", False),
        ("https://a@app.example/cb", False),
        ("https://app.example:port/cb", False),
        ("https://app.example/; script-src *", False),
        ("https://*.example/cb", False),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("app:/cb", False),
        ("https://app.example/" + "x" * 400, False),
    ],
)
def test_where_an_application_may_be_called_back(uri: str, fits: bool) -> None:
    assert oauth.redirect_fits(uri) is fits


def test_a_program_on_ones_own_machine_takes_whatever_port_is_free() -> None:
    made = flow()
    made.app.set_redirect_uris(["http://127.0.0.1/cb"])
    made.app.save()
    there = "http://127.0.0.1:50123/cb"
    shown = made.page.get("/oauth/authorize", made.asked(redirect_uri=there))
    assert "form-action 'self' http://127.0.0.1:*;" in shown.headers["Content-Security-Policy"]
    code = made.consent(redirect_uri=there)["code"]
    assert made.exchange(code, redirect_uri=there).status_code == 200
    assert not oauth.redirect_allowed(made.app, "http://127.0.0.1:50123/other")


def test_the_metadata_match_the_implementation() -> None:
    offered = visitor().get("/.well-known/oauth-authorization-server").json()
    assert offered["issuer"] == "http://testserver"
    assert offered["code_challenge_methods_supported"] == ["S256"]
    assert offered["scopes_supported"] == list(scopes.SENTENCES)
    for name in ("authorization_endpoint", "token_endpoint", "revocation_endpoint"):
        assert visitor().get(urlsplit(offered[name]).path).status_code != 404
    assert visitor().get("/identity/o/api/device/code").status_code == 404


def test_expired_rows_are_deleted() -> None:
    made = flow()
    made.connected()
    SpentToken.objects.update(at_ms=0)
    OAuthToken.objects.filter(type=OAuthToken.Type.ACCESS_TOKEN).update(expires_at=timezone.now())
    oauth.forget()
    assert not SpentToken.objects.exists()
    assert [token.type for token in OAuthToken.objects.all()] == [OAuthToken.Type.REFRESH_TOKEN]
