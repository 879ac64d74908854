"""An account's sessions: listed, ended from the list, and never taken over by an earlier session."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.access import callers
from accounts.identity import sessions
from accounts.models import User
from tests.people import PASSWORD, account, guest, user_of, visitor

pytestmark = pytest.mark.django_db

PAGE = "/accounts/sessions/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0"


def sign_in(name: str = "Anna", **environment: Any) -> Client:
    client = Client(**environment)
    assert client.post("/accounts/login/", {"login": name, "password": PASSWORD}).status_code == 302
    return client


def test_sessions_are_listed_and_ended_one_by_one_or_all() -> None:
    account("Anna")
    here, there = sign_in(), sign_in(HTTP_USER_AGENT=FIREFOX, REMOTE_ADDR="203.0.113.77")
    third = sign_in()
    page = here.get(PAGE).content.decode()
    assert "Firefox, Linux" in page and "203.0.113.0" in page and "203.0.113.77" not in page
    rows = re.findall(r'name="session" value="(\d+)"', page)
    assert len(rows) == 2 and page.count("this one") == 1
    row = UserSession.objects.get(ip="203.0.113.0")
    mallory = account("Mallory")
    other = sign_in("Mallory")
    other.post(PAGE, {"session": str(row.pk)})
    assert user_of(there) is not None  # another user's session cannot be ended
    socket = callers.caller_of_session(user_of(there), there.session.session_key)
    assert callers.ended([socket]) == set()
    assert here.post(PAGE, {"session": str(row.pk)})["Location"] == PAGE
    assert callers.ended([socket]) == {
        0
    }  # its sockets and streams are closed by the watch (tests/accounts/connections/test_watch.py)
    assert there.get(PAGE)["Location"].startswith("/accounts/login/")
    assert here.post(PAGE, {}).status_code == 302
    assert third.get(PAGE).status_code == 302 and here.get(PAGE).status_code == 200
    assert user_of(other) == mallory
    for odd in ("x", "9" * 30, "-1", "²"):
        assert here.post(PAGE, {"session": odd}).status_code == 302
    assert user_of(here) is not None


def test_a_session_from_before_is_listed_when_it_comes_by() -> None:
    client = visitor()
    client.force_login(account("Anna"))
    assert not UserSession.objects.exists()
    client.get("/")
    assert UserSession.objects.get().session_key == client.session.session_key
    guest().get("/")
    assert UserSession.objects.count() == 1
    Session.objects.filter(session_key=client.session.session_key).delete()
    sessions.delete_ended_sessions()
    assert not UserSession.objects.exists()


def test_a_new_password_signs_out_everywhere_else() -> None:
    account("Anna")
    here, there = sign_in(), sign_in()
    held = callers.caller_of_session(user_of(there), there.session.session_key)
    new = "paper-Boat-1888"
    here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert callers.ended([held]) == {0}
    assert there.get(PAGE).status_code == 302
    page = here.get(PAGE).content.decode()
    assert 'name="session"' not in page and "this one" in page


@pytest.mark.parametrize("before", ["nobody", "guest"])
@pytest.mark.parametrize("way", ["login", "signup"])
def test_a_session_that_was_planted_is_not_taken_over(before: str, way: str) -> None:
    """Session fixation: a session cookie known before the sign-in is worthless after it."""
    user = account("Anna")
    victim = guest() if before == "guest" else visitor()
    if before == "nobody":
        victim.get("/accounts/login/")
        session = victim.session
        session["planted"] = True
        session.save()
    planted = str(victim.session.session_key)
    attacker = visitor()
    attacker.cookies["sessionid"] = planted
    form = {"login": "Anna", "username": "Berta", "password": PASSWORD, "password1": PASSWORD}
    assert victim.post(f"/accounts/{way}/", form).status_code == 302
    assert user_of(victim) == (user if way == "login" else User.objects.get(display_name="Berta"))
    assert victim.session.session_key != planted
    assert attacker.get(PAGE)["Location"].startswith("/accounts/login/")
    assert not Session.objects.filter(session_key=planted).exists()


def test_attempts_are_counted_by_account_and_by_address() -> None:
    account("Anna", email="anna@example.org")
    logins = [*["Anna", "ANNA", " anna ", "anNa", "Anna "], *["anna@example.org", "Anna@Example.org"] * 3][:10]
    for number, login in enumerate(logins):
        wrong = Client(REMOTE_ADDR=f"198.51.100.{number}").post("/accounts/login/", {"login": login, "password": "no"})
        assert "Too many" not in wrong.content.decode()
    for login in ("Anna", "anna@example.org"):
        right = Client(REMOTE_ADDR="198.51.100.99").post("/accounts/login/", {"login": login, "password": PASSWORD})
        assert "Too many attempts" in right.content.decode()
    for number in range(10):
        Client(REMOTE_ADDR="203.0.113.9").post("/accounts/login/", {"login": f"No {number}", "password": "no"})
    account("Berta")
    page = Client(REMOTE_ADDR="203.0.113.9").post("/accounts/login/", {"login": "Berta", "password": PASSWORD})
    assert "Too many attempts" in page.content.decode()
    assert user_of(sign_in("Berta", REMOTE_ADDR="203.0.113.10")) is not None


def test_behind_a_proxy_the_address_is_the_one_that_it_passes_on(settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    account("Anna")
    sign_in(REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="198.51.100.1, 203.0.113.80")
    assert UserSession.objects.get().ip == "203.0.113.0"
    settings.TRUSTED_PROXIES = 2
    sign_in(REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="::ffff:203.0.113.80")  # through another route: no error
    sign_in(REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="rubbish")
    assert sorted(UserSession.objects.values_list("ip", flat=True)) == ["10.0.0.0", "203.0.113.0", "203.0.113.0"]
