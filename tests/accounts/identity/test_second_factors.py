"""Second factors: authenticator codes, recovery codes, reauthentication, and notifications. Passkeys are in
tests/browser/test_passkeys.py.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client

from tests.accounts.security import code_of, letters, show_again, with_app
from tests.people import PASSWORD, account, guest, signed_in, user_of, visitor

pytestmark = pytest.mark.django_db

APP = "/accounts/factors/app/"
CODE = "/accounts/login/code/"


def password_given(client: Client, name: str = "Anna", **fields: str) -> str:
    """Sign in with the right password; return the redirect's target."""
    return client.post("/accounts/login/", {"login": name, "password": PASSWORD, **fields})["Location"]


def test_an_app_is_set_up_asked_for_and_removed(django_capture_on_commit_callbacks: Any) -> None:
    user = account("Anna", email="anna@example.org")
    anna = signed_in(user)
    assert anna.get(APP)["Location"].startswith("/accounts/reauthenticate/")
    assert show_again(anna, to=APP) == APP
    page = anna.get(APP)
    body = page.content.decode()
    secret = page.context["form"].secret
    assert "style=" not in body and '<img src="data:image/svg+xml;base64,' in body and secret in body
    assert anna.post(APP, {"code": "000000"}).status_code == 200
    before = visitor()
    assert password_given(before) == "/" and before.get("/accounts/settings/").status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        made = anna.post(APP, {"code": code_of(secret)})
    assert before.get("/accounts/settings/").status_code == 302  # it was begun without a code
    assert made["Location"] == "/accounts/factors/codes/"
    codes = re.findall(r"<code>(\d{8})</code>", anna.get(made["Location"]).content.decode())
    assert len(codes) == 10 and all(
        code in anna.get("/accounts/factors/codes/file/").content.decode() for code in codes
    )
    assert [one.subject for one in letters()] == ["An authenticator app was set up"]

    other = visitor()
    assert password_given(other, next="/games/mine/") == CODE and user_of(other) is None
    assert "data-passkey" not in other.get(CODE).content.decode()  # the account has no passkey
    assert other.post(CODE, {"code": "000000"}).status_code == 200 and user_of(other) is None
    assert other.post(CODE, {"code": code_of(secret, 1)})["Location"] == "/games/mine/" and user_of(other) == user
    again = visitor()
    password_given(again)
    cache.clear()  # used codes are in the database, not in the cache
    assert again.post(CODE, {"code": code_of(secret, 1)}).status_code == 200  # each code is valid once
    assert again.post(CODE, {"code": codes[0]}).status_code == 302 and user_of(again) == user
    spent = visitor()
    password_given(spent)
    assert spent.post(CODE, {"code": codes[0]}).status_code == 200 and user_of(spent) is None

    assert anna.post(APP + "remove/")["Location"] == "/accounts/factors/"
    assert not Authenticator.objects.exists()
    assert [one.subject for one in letters()] == ["The authenticator app was removed"]
    assert password_given(visitor()) == "/"


def test_the_code_used_to_set_up_an_app_cannot_sign_in() -> None:
    user = account("Anna")
    anna = signed_in(user)
    show_again(anna)
    secret = anna.get(APP).context["form"].secret
    code = code_of(secret)
    assert anna.post(APP, {"code": code}).status_code == 302
    other = visitor()
    assert password_given(other) == CODE
    cache.clear()
    assert other.post(CODE, {"code": code}).status_code == 200 and user_of(other) is None
    assert other.post(CODE, {"code": code_of(secret, 1)}).status_code == 302 and user_of(other) == user


def test_a_code_reauthenticates() -> None:
    user = account("Anna")
    secret = with_app(user)
    anna = signed_in(user)
    page = "/accounts/reauthenticate/code/"
    again = anna.post(page, {"code": "000000"})
    assert again.status_code == 200 and f'action="{page}"' in again.content.decode()
    assert anna.post(page, {"code": code_of(secret), "next": APP + "remove/"})["Location"] == APP + "remove/"
    assert anna.get(APP + "remove/").status_code == 200


def test_guesses_at_codes_are_limited_for_the_account() -> None:
    secret = with_app(account("Anna"))
    for number in range(5):
        client = Client(REMOTE_ADDR=f"2001:db8:{number}::1")
        password_given(client)
        client.post(CODE, {"code": "000000"})
    late = Client(REMOTE_ADDR="2001:db8:77::1")
    password_given(late)
    assert "Too many attempts" in late.post(CODE, {"code": code_of(secret)}).content.decode()
    assert user_of(late) is None


def test_a_guest_stays_the_guest_until_the_second_step_is_done() -> None:
    user = account("Anna")
    secret = with_app(user)
    client = guest()
    playing = user_of(client)
    assert password_given(client) == CODE
    assert client.get(CODE).status_code == 200 and user_of(client) == playing
    key = client.session.session_key
    answer = client.post(CODE, {"code": code_of(secret)}, follow=True)
    assert user_of(client) == user and client.session.session_key != key
    assert f"access to the games you played as {playing.display_name}" in answer.content.decode()


def test_new_recovery_codes_end_the_old_ones(django_capture_on_commit_callbacks: Any) -> None:
    user = account("Anna", email="anna@example.org")
    with_app(user)
    anna = signed_in(user)
    assert anna.get("/accounts/factors/codes/")["Location"].startswith("/accounts/reauthenticate/")
    show_again(anna)
    codes = re.findall(r"<code>(\d{8})</code>", anna.get("/accounts/factors/codes/").content.decode())
    with django_capture_on_commit_callbacks(execute=True):
        anna.post("/accounts/factors/codes/new/")
    now = re.findall(r"<code>(\d{8})</code>", anna.get("/accounts/factors/codes/").content.decode())
    assert len(now) == 10 and not set(codes) & set(now)
    assert [one.subject for one in letters()] == ["New recovery codes"]


def test_the_factors_of_another_account_are_out_of_reach() -> None:
    user, mallory = account("Anna"), account("Mallory")
    key = Authenticator.objects.create(user=user, type="webauthn", data={"name": "Key", "credential": {}})
    client = signed_in(mallory)
    show_again(client)
    for path in ("remove/", "name/"):
        assert client.post(f"/accounts/factors/passkeys/{key.pk}/{path}", {"name": "x"}).status_code == 404
    assert Authenticator.objects.get(user=user).data["name"] == "Key"


def test_a_forged_passkey_is_refused() -> None:
    client = visitor()
    options = client.get("/accounts/login/passkey/", headers={"accept": "application/json"}).json()
    assert options["request_options"]["publicKey"]["userVerification"] == "required"
    for credential in ("{}", "[]", '{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}}', "x"):
        assert client.post("/accounts/login/passkey/", {"credential": credential})["Location"] == "/accounts/login/"
    assert user_of(client) is None
