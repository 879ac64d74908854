"""Cross-origin access for pages of other sites: only with a token, and never with cookies."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.access import scopes, tokens
from accounts.models import User
from tests.people import signed_in, visitor

pytestmark = pytest.mark.django_db

ELSEWHERE = {"Origin": "https://elsewhere.example"}


def preflight(path: str, headers: str, method: str = "POST") -> Any:
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers, **ELSEWHERE}
    return visitor().options(path, headers=asked)


def allowed(answer: Any) -> str | None:
    assert "Access-Control-Allow-Credentials" not in answer.headers
    origin: str | None = answer.headers.get("Access-Control-Allow-Origin")
    return origin


def test_a_call_with_a_token_may_be_read_and_one_without_may_not() -> None:
    ada = User.objects.create_user("Ada")
    _token, text = tokens.make(ada, "script", [scopes.ACCOUNT_READ], 30)
    bearer = {"Authorization": f"Bearer {text}", **ELSEWHERE}
    answer = visitor().get("/api/v1/account/preferences", headers=bearer)
    assert (answer.status_code, allowed(answer)) == (200, "*")
    assert {name.strip() for name in answer.headers["Access-Control-Expose-Headers"].split(",")} == {
        "Deprecation", "ETag", "Idempotent-Replayed", "Link", "Location", "RateLimit", "RateLimit-Policy",
        "Retry-After", "Sunset", "WWW-Authenticate", "X-Request-ID",
    }  # fmt: skip
    refused = visitor().get("/api/v1/account/preferences", headers={**bearer, "Authorization": "Bearer no"})
    assert (refused.status_code, allowed(refused)) == (401, "*")
    for page in (visitor(), signed_in(ada)):
        assert allowed(page.get("/api/v1/ai-levels", headers=ELSEWHERE)) is None
    assert allowed(visitor().get("/", headers=bearer)) is None


def test_a_request_can_be_named_and_its_name_read() -> None:
    _token, text = tokens.make(User.objects.create_user("Ada"), "script", [scopes.ACCOUNT_READ], 30)
    assert allowed(preflight("/api/v1/account", "authorization,x-request-id", "GET")) == "*"
    named = {"Authorization": f"Bearer {text}", "X-Request-ID": "script-00000001", **ELSEWHERE}
    answer = visitor().get("/api/v1/account", headers=named)
    assert answer.headers["X-Request-ID"] == "script-00000001"
    assert "X-Request-ID" in answer.headers["Access-Control-Expose-Headers"]


def test_a_preflight_is_answered_when_a_token_will_come() -> None:
    answer = preflight("/api/v1/games", "Authorization, content-type,idempotency-key")
    assert (answer.status_code, allowed(answer)) == (200, "*")
    assert set(answer.headers["Access-Control-Allow-Headers"].split(", ")) == {
        "accept-language", "authorization", "content-type", "idempotency-key", "if-none-match", "x-request-id",
    }  # fmt: skip
    assert "DELETE" in answer.headers["Access-Control-Allow-Methods"]
    assert allowed(preflight("/api/v1/games", "content-type")) is None
    assert allowed(preflight("/accounts/login/", "authorization")) is None


def test_scripts_may_fetch_and_revoke_tokens() -> None:
    for path in ("/oauth/token", "/oauth/revoke"):
        assert allowed(preflight(path, "content-type")) == "*"
        assert allowed(visitor().post(path, {"grant_type": "none"}, headers=ELSEWHERE)) == "*"
    assert allowed(visitor().get("/.well-known/oauth-authorization-server", headers=ELSEWHERE)) == "*"
    assert allowed(preflight("/oauth/authorize", "authorization")) is None
