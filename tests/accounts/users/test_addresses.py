"""Addresses: confirmed by a link, without effect before, and never revealed to others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.test import Client

from accounts.models import DROPPED, LETTER, SENT, Outbox, User
from accounts.notifications import preferences
from accounts.users import addresses
from pyramido_site.infrastructure import log_context
from tests.accounts.security import letters, link, show_again
from tests.people import PASSWORD, account, forget_limits, guest, signed_in, user_of, visitor

pytestmark = pytest.mark.django_db

NEW = "paper-Boat-1888"
EMAIL = "/accounts/email/"
RESET = "/accounts/password/reset/"


def sign_up(name: str, email: str) -> Client:
    client = visitor()
    assert (
        client.post("/accounts/signup/", {"username": name, "password1": PASSWORD, "email": email}).status_code == 302
    )
    return client


def sign_in(login: str, password: str = PASSWORD) -> User | None:
    client = visitor()
    client.post("/accounts/login/", {"login": login, "password": password})
    return user_of(client)


def test_an_address_is_confirmed_by_its_link_once(client: Client) -> None:
    anna = sign_up("Anna", "Anna@Example.org")
    user = User.objects.get()
    assert addresses.confirmed(user) == ""
    (letter,) = letters()
    assert letter.to == ["anna@example.org"] and letter.extra_headers["Auto-Submitted"] == "auto-generated"
    row = Outbox.objects.get()
    assert (row.state, row.to, row.title, row.text) == (SENT, "", "", "")  # the link is not kept
    client.post(RESET, {"email": "anna@example.org"})
    assert letters() == []  # no other mail goes to it yet
    stranger = guest()
    playing = user_of(stranger)
    assert stranger.get(link(letter)).status_code == 200
    # opening the link confirms nothing and signs no one out
    assert addresses.confirmed(user) == "" and user_of(stranger) == playing
    assert anna.post(link(letter))["Location"] == EMAIL
    assert addresses.confirmed(user) == "anna@example.org"
    assert "no longer valid" in anna.get(link(letter)).content.decode()
    assert letters() == []


def test_a_new_address_replaces_the_old_one_which_is_notified() -> None:
    user = account("Anna", email="old@example.org")
    anna = signed_in(user)
    asked = anna.post(EMAIL, {"email": "new@example.org", "action_add": "on"})
    assert asked["Location"].startswith("/accounts/reauthenticate/") and addresses.waiting(user) is None
    anna.post(asked["Location"], {"password": PASSWORD})  # now the form is accepted
    assert log_context.current() is None, "allauth puts the form's request in place of this one"
    assert addresses.confirmed(user) == "old@example.org" and addresses.waiting(user).email == "new@example.org"
    (letter,) = letters()
    assert letter.to == ["new@example.org"]
    forget_limits()
    anna.post(EMAIL, {"email": "new@example.org", "action_send": "on"})
    assert [one.to for one in letters()] == [["new@example.org"]]
    again = anna.post(EMAIL, {"email": "new@example.org", "action_send": "on"}, follow=True)
    assert "just sent a link" in again.content.decode() and letters() == []
    anna.post(link(letter))
    user.refresh_from_db()
    assert (user.email, EmailAddress.objects.get().email) == ("new@example.org", "new@example.org")
    (told,) = letters()
    assert told.to == ["old@example.org"] and "new@example.org" in told.body
    anna.post(EMAIL, {"email": "new@example.org", "action_remove": "on"})
    assert not EmailAddress.objects.exists() and User.objects.get().email == ""
    assert [one.to for one in letters()] == [["new@example.org"]]


def test_an_address_belongs_to_the_account_that_confirms_it() -> None:
    """Claiming another account's address looks like claiming a new one, and takes nothing from that account."""
    victim = account("Anna", email="anna@example.org")
    mallory = sign_up("Mallory", "anna@example.org")
    (letter,) = letters()
    assert letter.body.startswith("Someone tried to add this address to the account Mallory")  # no "Hello Mallory"
    assert link(letter) == RESET
    row = EmailAddress.objects.get(user=user_of(mallory))
    confirm = f"{EMAIL}confirm/{EmailConfirmationHMAC(row).key}/"
    assert "has already confirmed anna@example.org" in mallory.get(confirm).content.decode()
    mallory.post(confirm)
    row.refresh_from_db()
    assert not row.verified
    assert sign_in("anna@example.org") == victim
    assert sign_in("Mallory") == user_of(mallory)
    User.objects.filter(pk=victim.pk).update(password="!")
    # not Mallory's account, although Mallory claimed the address and the password is the same
    assert sign_in("anna@example.org") is None


def test_pages_do_not_reveal_which_address_has_an_account() -> None:
    account("Anna", email="anna@example.org")
    account("Waiting")
    EmailAddress.objects.create(user=User.objects.get(display_name="Waiting"), email="waiting@example.org")
    answers = []
    for number, email in enumerate(("anna@example.org", "waiting@example.org", "nobody@example.org")):
        client = Client(REMOTE_ADDR=f"2001:db8:{number}::1")
        before = Outbox.objects.count()
        reset = client.post(RESET, {"email": email}, follow=True)
        assert Outbox.objects.count() == before + 1  # the same work for each
        wrong = client.post("/accounts/login/", {"login": email, "password": "wrong"})
        form = {"username": f"New {number}", "password1": PASSWORD, "email": email}
        joined = client.post("/accounts/signup/", form)
        pages = [answer.content.decode().replace(email, "…") for answer in (reset, wrong)]
        pages = [re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page) for page in pages]
        answers.append((*pages, joined.status_code, joined["Location"]))
    assert answers[0] == answers[1] == answers[2]
    assert sum(one.subject == "Choose a new password" for one in letters()) == 1
    assert Outbox.objects.filter(channel=LETTER, user=None, state=DROPPED, to="").count() == 2


def test_a_forgotten_password_is_replaced_by_a_link_that_works_once() -> None:
    user = account("Anna", email="anna@example.org")
    elsewhere, other = signed_in(user), guest()
    playing = user_of(other)
    assert other.post(RESET, {"email": "ANNA@example.org"}).status_code == 302
    (letter,) = letters()
    first = other.get(link(letter))
    assert first.status_code == 302 and "set-password" in first["Location"]  # the key is no longer in the URL
    form = {"password1": NEW, "password2": NEW}
    assert other.post(first["Location"], {"password1": NEW, "password2": "else"}).status_code == 200
    assert other.post(first["Location"], form)["Location"] == "/accounts/login/"
    assert user_of(other) == playing  # a guest who opens the link stays a guest
    user.refresh_from_db()
    assert user.check_password(NEW)
    assert elsewhere.get("/accounts/settings/").status_code == 302  # signed out everywhere
    assert "no longer valid" in visitor().get(link(letter)).content.decode()
    (told,) = letters()
    assert told.subject == "Your password was changed" and told.to == ["anna@example.org"]
    assert sign_in("Anna", NEW) == user


def test_letters_speak_the_language_of_their_reader() -> None:
    user = account("Anna", email="anna@example.org")
    preferences.note_language(user.pk, "fr", chosen=True)
    visitor().post(RESET, {"email": "anna@example.org"}, headers={"accept-language": "it"})
    (letter,) = letters()
    assert "Anna" in letter.body and letter.body.startswith("Bonjour Anna,")


def test_a_guest_has_no_address_to_look_after() -> None:
    for path in (EMAIL, "/accounts/factors/", "/accounts/sessions/"):
        assert guest().get(path)["Location"] == "/accounts/signup/"
        assert visitor().get(path)["Location"].startswith("/accounts/login/")


def test_the_password_must_be_right_to_go_on() -> None:
    user = account("Anna")
    client = signed_in(user)
    assert client.post("/accounts/reauthenticate/", {"password": "wrong"}).status_code == 200
    page = "/accounts/settings/access/token/"
    assert client.get(page)["Location"] == f"/accounts/reauthenticate/?next={page.replace('/', '%2F')}"
    by_api: dict[str, Any] = {"path": "/api/v1/account/tokens", "content_type": "application/json"}
    wish = {"name": "bot", "scopes": ["games:read"], "days": 30}
    assert client.post(data=wish, **by_api).json()["code"] == "not_confirmed"
    assert show_again(client, to="https://elsewhere.example/") == "/"
    assert client.get(page).status_code == 200
    assert client.post(data=wish, **by_api).status_code == 201
