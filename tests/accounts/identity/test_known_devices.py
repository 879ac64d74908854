"""Sign-in attempts by strangers lock no owner out: neither of signing in on a known device, nor of resetting the
password.
"""

from __future__ import annotations

from itertools import count

import pytest
from django.test import Client

from accounts.models import Fingerprint, Outbox
from accounts.sanctions import device_fingerprints
from tests.accounts.security import letters, link
from tests.people import PASSWORD, account, user_of, visitor

pytestmark = pytest.mark.django_db

LOGIN, RESET = "/accounts/login/", "/accounts/password/reset/"
NEW = "paper-Boat-1888"

_networks = count(1)


def stranger() -> Client:
    return Client(REMOTE_ADDR=f"2001:db8:{next(_networks):x}::1")


def sign_in(client: Client, password: str = PASSWORD, login: str = "Anna") -> bool:
    client.post(LOGIN, {"login": login, "password": password})
    return user_of(client) is not None


def known(name: str = "Anna") -> Client:
    """Return a browser in which the account was signed in before."""
    client = visitor()
    assert sign_in(client, login=name)
    client.post("/accounts/logout/")
    return client


def besiege() -> None:
    """Use up every limit as strangers, from elsewhere and from the owner's own network."""
    for login in ("Anna", "ANNA", "anna@example.org", "Anna@Example.org"):
        for _ in range(7):
            sign_in(stranger(), "wrong", login)
    for _ in range(40):
        sign_in(visitor(), "wrong", "Somebody else")
    assert not sign_in(visitor()) and not sign_in(stranger()) and not sign_in(stranger(), login="anna@example.org")


def test_wrong_passwords_of_others_do_not_shut_out_a_known_device() -> None:
    account("Anna", email="anna@example.org")
    by_name, by_address = known(), known()
    besiege()
    assert sign_in(by_name) and sign_in(by_address, login="anna@example.org")
    assert by_name.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302


def test_a_known_device_may_be_wrong_often_but_not_for_ever() -> None:
    account("Anna")
    device = known()
    for _ in range(29):
        assert not sign_in(device, "wrong")
    assert sign_in(device)
    device.post("/accounts/logout/")
    assert not sign_in(device, "wrong")
    page = device.post(LOGIN, {"login": "Anna", "password": PASSWORD}).content.decode()
    assert "Too many attempts" in page and user_of(device) is None
    assert sign_in(stranger())  # its own attempts count separately


def test_a_device_is_known_only_for_its_accounts_and_for_a_limited_time() -> None:
    account("Anna", email="anna@example.org")
    account("Berta")
    others = known("Berta")
    forged = visitor()
    forged.cookies[device_fingerprints.COOKIE] = "A" * 22
    old = known()
    Fingerprint.objects.filter(user__display_name="Anna").update(last_ms=1)
    besiege()
    assert not sign_in(others) and not sign_in(forged) and not sign_in(old)


def test_strangers_cannot_use_up_the_letters_for_a_new_password() -> None:
    user = account("Anna", email="anna@example.org")
    device = known()
    for _ in range(9):
        page = stranger().post(RESET, {"email": "Anna@example.org"}, follow=True).content.decode()
        assert "Check your e-mail" in page  # also when the limit is reached and no mail is sent
    for _ in range(25):
        visitor().post(RESET, {"email": "somebody.else@example.org"})  # the network's limit is used up, too
    assert visitor().post(RESET, {"email": "anna@example.org"}).status_code == 429
    sent = letters()
    assert len(sent) == 5  # the number of mails is limited
    assert device.post(RESET, {"email": "anna@example.org"}).status_code == 302
    (own,) = letters()
    for letter in (own, *sent):
        assert visitor().get(link(letter)).status_code == 302  # every link works
    # the device is known for Anna's account only
    assert device.post(RESET, {"email": "nobody@example.org"}).status_code == 429
    assert user.check_password(PASSWORD)


def test_signing_in_ends_the_links_of_before_and_new_letters_may_be_asked_for() -> None:
    account("Anna", email="anna@example.org")
    for _ in range(7):
        stranger().post(RESET, {"email": "anna@example.org"})
    (old, *_) = letters()
    assert sign_in(visitor())
    assert stranger().get(link(old)).status_code == 200  # the link has expired
    stranger().post(RESET, {"email": "anna@example.org"})
    (new,) = letters()
    assert stranger().get(link(new)).status_code == 302


def test_a_password_reset_makes_the_device_known() -> None:
    account("Anna", email="anna@example.org")
    besiege()
    device = stranger()
    device.post(RESET, {"email": "anna@example.org"})
    (letter,) = letters()
    form = device.get(link(letter))["Location"]
    assert device.post(form, {"password1": NEW, "password2": NEW})["Location"] == LOGIN
    assert sign_in(device, NEW)
    assert not sign_in(stranger(), NEW)


def test_letters_are_counted_alike_for_an_address_without_an_account() -> None:
    for _ in range(7):
        assert stranger().post(RESET, {"email": "nobody@example.org"}).status_code == 302
    assert Outbox.objects.count() == 5
