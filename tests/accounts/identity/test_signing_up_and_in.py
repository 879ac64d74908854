"""Signing up, in and out."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.people import PASSWORD, account, forget_limits, guest, signed_in, user_of

pytestmark = pytest.mark.django_db


def sign_up(client: Client, name: str, **fields: str) -> int:
    return client.post("/accounts/signup/", {"username": name, "password1": PASSWORD, **fields}).status_code


def sign_in(client: Client, login: str, password: str = PASSWORD, **fields: str) -> int:
    return client.post("/accounts/login/", {"login": login, "password": password, **fields}).status_code


def test_sign_up_signs_in(visitor: Client) -> None:
    assert sign_up(visitor, "  Anna  ", email="Anna@Example.org") == 302
    user = User.objects.get(display_name="Anna")
    assert user_of(visitor) == user
    assert not user.is_guest
    assert user.email == "anna@example.org"
    assert user.password.startswith("argon2")
    assert user.check_password(PASSWORD)


def test_an_address_is_not_needed(visitor: Client) -> None:
    assert sign_up(visitor, "Anna") == 302
    assert User.objects.get(display_name="Anna").email == ""


@pytest.mark.parametrize("name", ["ÉMILE", "émile", " Émile "])
def test_a_taken_name_is_refused(visitor: Client, name: str) -> None:
    account("Émile")
    assert sign_up(visitor, name) == 200
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["short", "password", "1234567890", "Annabella"])
def test_weak_passwords_are_refused(visitor: Client, password: str) -> None:
    answer = visitor.post("/accounts/signup/", {"username": "Annabella", "password1": password})
    assert answer.status_code == 200
    assert "password1" in answer.context["form"].errors
    assert not User.objects.exists()


@pytest.mark.parametrize("login", ["Émile", "ÉMILE", "émile", "emile@example.org", "EMILE@example.org"])
def test_sign_in_by_name_or_address_in_any_case(visitor: Client, login: str) -> None:
    user = account("Émile", email="emile@example.org")
    assert sign_in(visitor, login) == 302
    assert user_of(visitor) == user


@pytest.mark.parametrize(("login", "password"), [("Anna", "wrong"), ("Nobody", PASSWORD), ("", PASSWORD), ("Anna", "")])
def test_wrong_credentials_are_refused(visitor: Client, login: str, password: str) -> None:
    account("Anna")
    assert sign_in(visitor, login, password) == 200
    assert user_of(visitor) is None


def test_a_guest_has_no_password_to_sign_in_with(visitor: Client) -> None:
    name = user_of(guest()).display_name
    assert sign_in(visitor, name, "") == 200
    assert sign_in(visitor, name, "!") == 200
    assert user_of(visitor) is None


def test_attempts_are_limited(visitor: Client) -> None:
    account("Anna")
    for _ in range(5):
        assert sign_in(visitor, "Anna", "wrong") == 200
    assert sign_in(visitor, "Anna") == 200
    assert user_of(visitor) is None
    forget_limits()
    assert sign_in(visitor, "Anna") == 302, "the password was right"


def test_a_closed_account_cannot_enter(visitor: Client) -> None:
    account("Anna", is_active=False)
    answer = visitor.post("/accounts/login/", {"login": "Anna", "password": PASSWORD}, follow=True)
    assert user_of(visitor) is None
    assert answer.templates[0].name == "account/account_inactive.html"


def test_signing_out_takes_a_post() -> None:
    client = signed_in(account("Anna"))
    assert client.get("/accounts/logout/").status_code == 200
    assert user_of(client) is not None
    assert client.post("/accounts/logout/").status_code == 302
    assert user_of(client) is None


def test_changing_the_password() -> None:
    user = account("Anna")
    client = signed_in(user)
    new = "paper-Boat-1888"
    fields = {"oldpassword": "wrong", "password1": new, "password2": new}
    assert client.post("/accounts/password/change/", fields).status_code == 200
    assert client.post("/accounts/password/change/", {**fields, "oldpassword": PASSWORD}).status_code == 302
    user.refresh_from_db()
    assert user.check_password(new)
    assert user_of(client) == user


def test_setting_a_password_where_there_is_none() -> None:
    user = account("Anna")
    user.set_unusable_password()
    user.save()
    client, page, new = signed_in(user), "/accounts/password/set/", "paper-Boat-1888"
    assert "Change password" in client.get(page).content.decode()
    shown = client.post(page, {"password1": new, "password2": new}, follow=True)
    assert "Your password was changed." in shown.content.decode()
    user.refresh_from_db()
    assert user.check_password(new)


@pytest.mark.parametrize(
    ("wanted", "reached"),
    [
        ("/games/new/", "/games/new/"),
        ("/games/?x=1", "/games/?x=1"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example/", "/"),
        ("/\\elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
@pytest.mark.parametrize("way", ["/accounts/login/", "/accounts/signup/", "/accounts/guest/"])
def test_next_stays_on_this_host(visitor: Client, way: str, wanted: str, reached: str) -> None:
    account("Anna")
    fields = {
        "/accounts/login/": {"login": "Anna", "password": PASSWORD},
        "/accounts/signup/": {"username": "Berta", "password1": PASSWORD},
        "/accounts/guest/": {},
    }[way]
    answer = visitor.post(way, {**fields, "next": wanted})
    assert answer.status_code == 302
    assert answer["Location"] == reached


@pytest.mark.parametrize("way", ["/accounts/login/", "/accounts/signup/"])
def test_a_signed_in_user_is_redirected(way: str) -> None:
    client = signed_in(account("Anna"))
    answer = client.get(way, {"next": "https://elsewhere.example/"})
    assert (answer.status_code, answer["Location"]) == (302, "/")


@pytest.mark.parametrize("way", ["/accounts/login/", "/accounts/signup/", "/accounts/guest/", "/accounts/logout/"])
def test_forms_need_their_token(way: str) -> None:
    assert Client(enforce_csrf_checks=True).post(way, {}).status_code == 403
    assert not User.objects.exists()
