"""No form reveals whether an address has an account: the responses, and the work for them, are the same.

`make address-times` measures their response times (docs/privacy.md).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Outbox, User
from accounts.sanctions import selectors as sanctions
from accounts.sanctions import services as sanctioning
from games.people.services.delete_account import delete_account
from tests.accounts.security import show_again
from tests.people import account, forget_limits, signed_in, user_of, visitor

pytestmark = pytest.mark.django_db

OWN = "own-Password-of-1852"


@dataclass(frozen=True)
class Work:
    """A response, and the work done for it."""

    status: int
    where: str
    page: str
    cookies: tuple[str, ...]
    hashes: int
    letters: int
    queries: tuple[str, ...]


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list that grows by one with each password hash."""
    done: list[str] = []
    for name in ("encode", "verify"):
        kept = getattr(Argon2PasswordHasher, name)

        def counted(self: Any, *args: Any, kept: Any = kept, **more: Any) -> Any:
            done.append(kept.__name__)
            return kept(self, *args, **more)

        monkeypatch.setattr(Argon2PasswordHasher, name, counted)
    return done


def confirmed(email: str) -> None:
    account(f"Owner {email[:8]}", email=email)


def given(email: str) -> None:
    EmailAddress.objects.create(user=account(f"Waits {email[:8]}"), email=email)


def given_twice(email: str) -> None:
    for number in (1, 2):
        user = account(f"Waits {number} {email[:8]}")
        user.email = email
        user.save()
        EmailAddress.objects.create(user=user, email=email, primary=True)


def closed(email: str) -> None:
    user = account(f"Closed {email[:8]}", email=email)
    sanctioning.impose(user, sanctions.Kind.BAN, "Two accounts.", None)


def barred(email: str) -> None:
    user = account(f"Gone {email[:8]}", email=email)
    sanctioning.impose(user, sanctions.Kind.BAN, "Two accounts.", None)
    delete_account(user)


def unknown(email: str) -> None:
    """Leave the address without an account."""


def sign_up(email: str) -> tuple[Client, str, dict[str, str]]:
    form = {"username": f"New {secrets.token_hex(4)}", "password1": OWN, "email": email, "terms": "on"}
    return visitor(), "/accounts/signup/", form


def sign_up_as_a_guest(email: str) -> tuple[Client, str, dict[str, str]]:
    client = visitor()
    client.post("/accounts/guest/")
    return client, *sign_up(email)[1:]


def sign_in(email: str) -> tuple[Client, str, dict[str, str]]:
    return visitor(), "/accounts/login/", {"login": email, "password": "wrong"}


def sign_in_with_a_password_of_ones_own(email: str) -> tuple[Client, str, dict[str, str]]:
    """Return a sign-in with the password of an account that has claimed the address but not confirmed it."""
    client, path, form = sign_up(email)
    assert client.post(path, form).status_code == 302
    return visitor(), "/accounts/login/", {"login": email.upper(), "password": OWN}


def ask_for_a_password(email: str) -> tuple[Client, str, dict[str, str]]:
    return visitor(), "/accounts/password/reset/", {"email": email}


def change_the_address(email: str) -> tuple[Client, str, dict[str, str]]:
    client = signed_in(account(f"Other {secrets.token_hex(4)}"))
    show_again(client)
    return client, "/accounts/email/", {"email": email, "action_add": "on"}


def send_the_link_again(email: str) -> tuple[Client, str, dict[str, str]]:
    client, path, form = change_the_address(email)
    client.post(path, form)
    forget_limits()
    return client, path, {"email": email, "action_send": "on"}


def administration(email: str) -> tuple[Client, str, dict[str, str]]:
    return visitor(), "/admin/login/", {"username": email, "password": "wrong"}


def oauth(email: str) -> tuple[Client, str, dict[str, str]]:
    form = {"grant_type": "password", "username": email, "password": "wrong", "client_id": email}
    return visitor(), "/oauth/token", form


def api(email: str) -> tuple[Client, str, dict[str, str]]:
    return visitor(), "/api/v1/account/tokens", {"email": email, "username": email, "password": "wrong"}


DOORS = (
    sign_up, sign_up_as_a_guest, sign_in, sign_in_with_a_password_of_ones_own, ask_for_a_password, change_the_address,
    send_the_link_again, administration, oauth, api,
)  # fmt: skip


def work_of(door: Callable[[str], tuple[Client, str, dict[str, str]]], email: str, hashes: list[str]) -> Work:
    forget_limits()
    client, path, form = door(email)
    options: dict[str, Any] = {"content_type": "application/json"} if path.startswith("/api/") else {}
    hashed, letters = len(hashes), Outbox.objects.count()
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(path, form, **options)
    queries = tuple(" ".join(re.findall(r'^\w+|(?:FROM|INTO|UPDATE) "?\w+', query["sql"])) for query in asked)
    page = answer.content.decode()
    if answer.status_code == 302:
        page += client.get(answer["Location"]).content.decode()
    user = user_of(client)
    own = () if user is None else (user.display_name, user.public_id)
    for said in (email, email.upper(), form.get("username", ""), *own):
        page = page.replace(said, "…") if said else page
    page = re.sub(
        r'csrfmiddlewaretoken" value="\w+"|"nonce-[^"]*"|nonce="[^"]*"|"X-CSRFToken": "\w+"|tile-\d', "", page
    )
    return Work(
        answer.status_code, answer.headers.get("Location", ""), page, tuple(sorted(answer.cookies)),
        len(hashes) - hashed, Outbox.objects.count() - letters, queries,
    )  # fmt: skip


@pytest.mark.parametrize("state", [confirmed, given, given_twice, closed, barred])
@pytest.mark.parametrize("door", DOORS)
def test_an_address_with_an_account_is_answered_like_any_other(
    door: Callable[[str], tuple[Client, str, dict[str, str]]], state: Callable[[str], None], hashes: list[str]
) -> None:
    work_of(door, "warm@example.org", hashes)  # data loaded once by the process
    found = []
    for make in (unknown, state):
        email = f"{secrets.token_hex(8)}@example.org"
        make(email)
        found.append(work_of(door, email, hashes))
    assert found[1] == found[0]
    assert found[0].hashes == (1 if door in (sign_up, sign_up_as_a_guest, sign_in) else found[0].hashes)


def test_an_address_signs_in_only_to_the_account_that_confirmed_it() -> None:
    client, path, form = sign_up("anna@example.org")
    client.post(path, form)
    own = user_of(client)
    tried = {"login": "anna@example.org", "password": OWN}
    other = visitor()
    assert other.post("/accounts/login/", tried).status_code == 200 and user_of(other) is None
    EmailAddress.objects.filter(user=own).update(verified=True)
    assert other.post("/accounts/login/", tried).status_code == 302 and user_of(other) == own


def test_sessions_from_before_go_on() -> None:
    """They name the authentication backend with which they began."""
    client = visitor()
    client.force_login(account("Anna"), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get("/accounts/settings/").status_code == 200
    assert User.objects.count() == 1


def test_a_name_that_was_tried_often_does_not_tell_whose_address_is_whose() -> None:
    account("Anna", email="anna@example.org")
    pages = []
    for email in ("anna@example.org", "nobody@example.org"):
        forget_limits()
        for number in range(7):
            client = Client(REMOTE_ADDR=f"2001:db8:{number}::1")
            client.post("/accounts/login/", {"login": "Anna", "password": "wrong"})
        page = visitor().post("/accounts/login/", {"login": email, "password": "wrong"}).content.decode()
        pages.append(("Too many attempts" in page, "Wrong e-mail address or password" in page))
    assert pages == [(False, True), (False, True)]
