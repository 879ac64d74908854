"""The pages of tokens and applications: a new secret is shown once, and revoking asks for confirmation."""

from __future__ import annotations

import html
import re

import pytest
from allauth.idp.oidc.models import Client as Application
from allauth.idp.oidc.models import Token as OAuthToken

from accounts.access import callers, oauth
from accounts.models import Token, User
from tests.people import guest, signed_in

pytestmark = pytest.mark.django_db

ACCESS = "/accounts/settings/access/"


def shown(page: str, field: str) -> str:
    found = re.search(rf'id="{field}" value="([^"]+)"', page)
    assert found is not None
    return html.unescape(found[1])


def test_a_token_is_made_shown_once_listed_and_revoked_after_a_question() -> None:
    page = signed_in(User.objects.create_user("Ada"))
    assert "mod:write" not in page.get(ACCESS + "token/").content.decode()
    form = {"name": "My <bot>", "scopes": ["games:read", "games:play"], "days": "never"}
    made = page.post(ACCESS + "token/", form)
    assert made.status_code == 201
    assert "no-store" in made.headers["Cache-Control"]
    text = shown(made.content.decode(), "token-text")
    caller = callers.caller_of_token(text)
    assert caller is not None
    assert caller.scopes == frozenset(form["scopes"])
    listed = page.get(ACCESS).content.decode()
    assert "My &lt;bot&gt;" in listed
    assert text not in listed
    address = f"{ACCESS}token/{Token.objects.get().public_id}/"
    assert address in listed
    assert page.get(address).status_code == 200
    assert Token.objects.exists()
    assert page.post(address).status_code == 302
    assert not Token.objects.exists()
    assert page.get(address).status_code == 404


def test_the_form_keeps_its_input_when_a_token_is_refused() -> None:
    page = signed_in(User.objects.create_user("Ada"))
    refused = page.post(ACCESS + "token/", {"name": "Chart", "days": "365"})
    assert refused.status_code == 400
    again = refused.content.decode()
    assert 'value="Chart"' in again
    assert '<option value="365" selected>' in again
    assert page.post(ACCESS + "token/", {"name": "x", "scopes": ["games:read"], "days": "1000"}).status_code == 400


def test_an_application_is_registered_with_a_secret_shown_once_and_removed() -> None:
    page = signed_in(User.objects.create_user("Ada"))
    form = {"name": "Chart", "redirects": "https://a.example/cb\r\norg.example.app:/cb", "kind": "confidential"}
    made = page.post(ACCESS + "application/", form)
    assert made.status_code == 201
    app = Application.objects.get()
    assert app.get_redirect_uris() == ["https://a.example/cb", "org.example.app:/cb"]
    secret = shown(made.content.decode(), "client-secret")
    assert app.check_secret(secret)
    assert secret not in page.get(ACCESS).content.decode()
    public = page.post(ACCESS + "application/", {**form, "kind": "public"}).content.decode()
    assert 'id="client-secret"' not in public
    assert page.post(ACCESS + "application/", {**form, "redirects": "http://a.example/"}).status_code == 400
    other = signed_in(User.objects.create_user("Ben"))
    assert other.post(f"{ACCESS}application/{app.pk}/").status_code == 404
    assert page.post(f"{ACCESS}application/{app.pk}/").status_code == 302
    assert not Application.objects.filter(pk=app.pk).exists()


def test_a_connected_application_is_disconnected_after_a_question() -> None:
    app, _secret = oauth.register(
        User.objects.create_user("Maker"), "Chart", ["https://a.example/cb"], confidential=False
    )
    ada = User.objects.create_user("Ada")
    granted = OAuthToken(type=OAuthToken.Type.REFRESH_TOKEN, hash="0" * 64, client=app, user=ada)
    granted.set_scopes(["games:read"])
    granted.save()
    page = signed_in(ada)
    address = f"{ACCESS}connected/{app.pk}/"
    assert address in page.get(ACCESS).content.decode()
    assert page.get(address).status_code == 200
    assert oauth.connections(ada)
    assert page.post(address).status_code == 302
    assert oauth.connections(ada) == []
    assert page.post(address).status_code == 404


def test_a_guest_is_told_that_tokens_need_an_account() -> None:
    page = guest()
    assert "/accounts/signup/" in page.get(ACCESS).content.decode()
    assert page.post(ACCESS + "token/", {"name": "x", "scopes": ["games:read"], "days": "30"}).status_code == 400
    form = {"name": "x", "redirects": "https://a.example/cb", "kind": "public"}
    assert page.post(ACCESS + "application/", form).status_code == 400
    assert not Token.objects.exists()
    assert not Application.objects.exists()
