"""Personal tokens: creation, permissions, and expiry."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from rest_framework.views import APIView

from accounts.access import callers, scopes, tokens
from accounts.access.permissions import HasScope
from accounts.models import Token, User
from pyramido_site.infrastructure import site_clock
from tests.people import signed_in

MINUTE_MS = 60_000


def member(name: str) -> tuple[Client, User]:
    user = User.objects.create_user(name)
    return signed_in(user), user


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


def made_for(user: User, *wanted: str, days: int | None = None) -> str:
    return tokens.make(user, "program", wanted or (scopes.ACCOUNT_READ,), days)[1]


# --- every view declares its scopes ---------------------------------------------------------------------------------


CALLERLESS = {"api_nothing_here", "api_openapi"}
"""URL names of views whose response does not depend on the caller."""


def api_views(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[tuple[str, object]]:
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from api_views(pattern.url_patterns, path)
        elif path.startswith("api/v1/") and pattern.name not in CALLERLESS:
            yield path, pattern.callback


def test_every_method_of_every_view_names_the_scope_that_a_token_needs() -> None:
    known = {*scopes.SENTENCES, scopes.PUBLIC, scopes.SESSION}
    found = list(api_views(get_resolver().url_patterns))
    assert len(found) > 40
    for path, callback in found:
        view = getattr(callback, "cls", callback)
        named = getattr(view, "scopes", None)
        assert isinstance(named, dict), f"{path} names no scopes (accounts.access.scopes)"
        if isinstance(view, type) and issubclass(view, APIView):
            assert HasScope in view.permission_classes, f"{path} does not check scopes"
            methods = {name.upper() for name in view.http_method_names if hasattr(view, name)} - {"OPTIONS", "HEAD"}
            assert set(named) == methods, f"{path} does not name a scope for each of its methods"
        assert {name for need in named.values() for name in scopes.names(need)} <= known, path


def test_every_view_is_subject_to_the_scope_check() -> None:
    assert settings.REST_FRAMEWORK["DEFAULT_PERMISSION_CLASSES"][0] == "accounts.access.permissions.HasScope"


# --- what a token opens -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_token_permits_what_its_scopes_name_and_its_text_is_not_stored(visitor: Client) -> None:
    _page, ada = member("Ada")
    text = made_for(ada)
    assert tokens.TEXT.fullmatch(text)
    stored = Token.objects.get()
    assert text not in {str(value) for value in vars(stored).values()}
    assert visitor.get("/api/v1/account/preferences", headers=bearer(text)).status_code == 200
    refused = visitor.patch(
        "/api/v1/account/preferences", {"zone": "UTC"}, content_type="application/json", headers=bearer(text)
    )
    assert refused.status_code == 403
    assert refused.json()["code"] == "insufficient_scope"
    assert refused.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="account:write"'
    # public data is open to every token, and an unsupported method is refused without regard to scopes
    assert visitor.get("/api/v1/ai-levels", headers=bearer(text)).status_code == 200
    assert visitor.put("/api/v1/ai-levels", headers=bearer(text)).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["Bearer pyr_" + "x" * 43, "Bearer", "Basic QTpC", "Bearer é", "Bearer " + "a" * 86])
def test_an_unknown_token_is_401_and_the_session_beside_it_counts_for_nothing(header: str) -> None:
    page, _ada = member("Ada")
    refused = page.get("/api/v1/account/preferences", headers={"Authorization": header})
    assert refused.status_code == 401
    assert refused.json()["code"] == "invalid_token"
    assert refused.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert page.get("/api/v1/ai-levels", headers={"Authorization": header}).status_code == 401


@pytest.mark.django_db
def test_a_token_beside_a_session_acts_for_its_own_user_and_needs_no_csrf_token() -> None:
    _page, ada = member("Ada")
    _page, ben = member("Ben")
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ben)
    wish = {"path": "/api/v1/account/preferences", "data": {"zone": "Europe/Rome"}, "content_type": "application/json"}
    assert browser.patch(**wish).json()["code"] == "csrf_failed"  # type: ignore[arg-type]
    text = made_for(ada, scopes.ACCOUNT_WRITE)
    assert browser.patch(**wish, headers=bearer(text)).status_code == 200  # type: ignore[arg-type]
    ada.refresh_from_db()
    ben.refresh_from_db()
    assert ada.preferences.zone == "Europe/Rome"
    assert not hasattr(ben, "preferences") or ben.preferences.zone != "Europe/Rome"


# --- when it ends -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_token_ends_when_it_expires_is_revoked_or_its_user_is_banned(monkeypatch: pytest.MonkeyPatch) -> None:
    _page, ada = member("Ada")
    month, lasting, revoked = made_for(ada, days=30), made_for(ada), made_for(ada)
    opened = [callers.caller_of_token(text) for text in (month, lasting, revoked)]
    holding = [caller for caller in opened if caller is not None]
    assert len(holding) == 3
    assert callers.ended(holding) == set()
    stored = Token.objects.get(hash=tokens.digest(revoked))
    assert tokens.revoke(ada, stored.public_id)
    assert callers.ended(holding) == {2}
    later = site_clock.now_ms() + 30 * tokens.DAY_MS
    monkeypatch.setattr(site_clock, "_source", lambda: later)
    assert callers.caller_of_token(month) is None
    assert callers.ended(holding) == {0, 2}
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert callers.caller_of_token(lasting) is None
    assert callers.ended(holding) == {0, 1, 2}


@pytest.mark.django_db
def test_a_session_ends_by_signing_out_by_a_new_password_by_its_age_and_with_its_account() -> None:
    people = [member(name)[0] for name in ("Ada", "Ben", "Cleo", "Dora")]
    users = [User.objects.get(display_name=name) for name in ("Ada", "Ben", "Cleo", "Dora")]
    held = [callers.caller_of_session(user, page.session.session_key) for page, user in zip(people, users, strict=True)]
    assert callers.ended([callers.STRANGER, *held]) == set()
    people[0].logout()
    users[1].set_password("another long sentence")
    users[1].save()
    Session.objects.filter(session_key=held[2].session_key).update(expire_date=timezone.now())
    User.objects.filter(pk=users[3].pk).update(is_active=False)
    assert callers.ended([callers.STRANGER, *held]) == {1, 2, 3, 4}


@pytest.mark.django_db
def test_asking_for_a_thousand_callers_takes_no_more_queries_than_for_one(
    django_assert_max_num_queries: pytest.FixtureRequest,
) -> None:
    page, ada = member("Ada")
    session = callers.caller_of_session(ada, page.session.session_key)
    token = callers.caller_of_token(made_for(ada))
    assert token is not None
    with django_assert_max_num_queries(4):  # type: ignore[operator]
        assert callers.ended([session, token] * 500) == set()


@pytest.mark.django_db
def test_the_last_use_is_noted_to_the_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    _page, ada = member("Ada")
    text = made_for(ada)
    now = 1_000 * MINUTE_MS
    seen = []
    for moment in (now + 1_000, now + 59_000, now + 60_000):
        monkeypatch.setattr(site_clock, "_source", lambda moment=moment: moment)
        assert tokens.find(text) is not None
        seen.append(Token.objects.get().last_used_ms)
    assert seen == [now, now, now + MINUTE_MS]


# --- how it is made ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "wanted", "days", "field"),
    [
        (" ", [scopes.GAMES_READ], 30, "name"),
        ("x" * 61, [scopes.GAMES_READ], 30, "name"),
        ("x", [], 30, "scopes"),
        ("x", ["everything"], 30, "scopes"),
        ("x", [scopes.MOD_WRITE], 30, "scopes"),
        ("x", [scopes.BOT_PLAY], 30, "scopes"),
        ("x", [scopes.GAMES_READ], 31, "days"),
    ],
)
def test_values_that_are_no_token(name: str, wanted: list[str], days: int, field: str) -> None:
    _page, ada = member("Ada")
    with pytest.raises(tokens.Unfit) as refused:
        tokens.make(ada, name, wanted, days)
    assert refused.value.field == field
    assert not Token.objects.exists()


@pytest.mark.django_db
def test_guests_have_no_tokens_and_accounts_at_most_twenty() -> None:
    guest = User.objects.create_user("Guest 1", is_guest=True)
    with pytest.raises(tokens.Unfit):
        made_for(guest)
    _page, ada = member("Ada")
    for _number in range(tokens.MOST):
        made_for(ada)
    with pytest.raises(tokens.Unfit):
        made_for(ada)
    assert Token.objects.count() == tokens.MOST


# --- over the API -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_session_makes_a_token_and_a_token_lists_and_revokes_but_makes_none(visitor: Client) -> None:
    page, ada = member("Ada")
    wish = {"name": "bot", "scopes": ["account:write", "account:read"], "days": 30}
    answer = page.post("/api/v1/account/tokens", wish, content_type="application/json")
    assert answer.status_code == 201, answer.content
    made = answer.json()
    assert made["expires_ms"] - made["created_ms"] == 30 * tokens.DAY_MS
    headers = bearer(made["token"])
    refused = visitor.post("/api/v1/account/tokens", wish, content_type="application/json", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "session_only")
    (listed,) = visitor.get("/api/v1/account/tokens", headers=headers).json()["results"]
    assert listed["scopes"] == ["account:read", "account:write"]
    assert "token" not in listed
    other, _ben = member("Ben")
    assert other.delete(f"/api/v1/account/tokens/{made['id']}").status_code == 404
    assert visitor.delete(f"/api/v1/account/tokens/{made['id']}", headers=headers).status_code == 204
    assert visitor.get("/api/v1/account/tokens", headers=headers).status_code == 401
    assert not ada.tokens.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"scopes": ["games:read"], "days": 30}, "name"),
        ({"name": "x", "scopes": "games:read", "days": 30}, "scopes"),
        ({"name": "x", "scopes": ["mod:write"], "days": 30}, "scopes"),
        ({"name": "x", "scopes": ["games:read"]}, "days"),
        ({"name": "x", "scopes": ["games:read"], "days": True}, "days"),
        ({"name": "x", "scopes": ["games:read"], "days": 30, "admin": True}, "admin"),
    ],
)
def test_a_wish_that_is_malformed_says_where(wish: dict[str, object], field: str) -> None:
    page, _ada = member("Ada")
    answer = page.post("/api/v1/account/tokens", wish, content_type="application/json")
    assert (answer.status_code, answer.json()["field"]) == (400, field)
