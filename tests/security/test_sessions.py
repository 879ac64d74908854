"""An attacker cannot choose another user's session: its key changes whenever its user changes."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from tests.people import PASSWORD, account, guest, user_of, visitor

pytestmark = pytest.mark.django_db

FIXED = "fixedfixedfixedfixedfixedfixed12"


def key(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def test_a_key_from_elsewhere_is_not_taken() -> None:
    account("Ada")
    client = visitor()
    client.cookies[settings.SESSION_COOKIE_NAME] = FIXED
    client.post("/accounts/login/", {"login": "Ada", "password": PASSWORD})
    assert user_of(client) is not None
    assert key(client) != FIXED
    assert not Session.objects.filter(session_key=FIXED).exists()


def test_the_key_changes_when_a_guest_signs_in_or_up_and_the_old_one_is_dead() -> None:
    account("Ada")
    ways = {
        "/accounts/login/": {"login": "Ada", "password": PASSWORD},
        "/accounts/signup/": {"username": "Cleo", "password1": PASSWORD, "terms": "on"},
    }
    for address, form in ways.items():
        client = guest()
        before = key(client)
        assert client.post(address, form).status_code == 302, address
        assert key(client) != before, address
        thief = visitor()
        thief.cookies[settings.SESSION_COOKIE_NAME] = before
        assert user_of(thief) is None, address
        assert thief.get("/games/mine/").status_code == 302, address


def test_signing_out_ends_the_session_itself() -> None:
    account("Ada")
    client = visitor()
    client.post("/accounts/login/", {"login": "Ada", "password": PASSWORD})
    before = key(client)
    client.post("/accounts/logout/")
    thief = visitor()
    thief.cookies[settings.SESSION_COOKIE_NAME] = before
    assert user_of(thief) is None
