"""Guests: people without an account, who can create one later and keep everything."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.identity import guests
from accounts.models import User
from games.models import Seat
from tests.games import play
from tests.people import PASSWORD, account, guest, user_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_guest_is_a_real_user(visitor: Client) -> None:
    answer = visitor.post("/accounts/guest/", {"next": "/games/"})
    assert (answer.status_code, answer["Location"]) == (302, "/games/")
    user = user_of(visitor)
    assert user is not None
    assert user.is_guest
    assert not user.has_usable_password()
    assert user.display_name.startswith("Explorer-")


def test_looking_makes_no_guest(visitor: Client) -> None:
    assert visitor.get("/accounts/guest/").status_code == 405
    assert not User.objects.exists()


def test_once_a_guest_is_enough() -> None:
    client = guest()
    user = user_of(client)
    client.post("/accounts/guest/")
    assert user_of(client) == user
    assert User.objects.count() == 1


def test_the_number_of_guests_of_one_address_is_limited(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "3/h/ip"}
    address = "2001:db8:9999::1"
    codes = [Client(REMOTE_ADDR=address).post("/accounts/guest/").status_code for _ in range(5)]
    assert codes == [302, 302, 302, 429, 429]
    assert User.objects.count() == 3
    assert Client(REMOTE_ADDR="2001:db8:8888::1").post("/accounts/guest/").status_code == 302


def test_taken_numbers_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["Explorer-1", "EXPLORER-1", "Explorer-2"])
    monkeypatch.setattr(guests, "guest_name", lambda digits: next(drawn))
    account("explorer-1")
    assert guests.new_guest().display_name == "Explorer-2"


def test_signing_up_keeps_the_row_and_its_games() -> None:
    client = guest()
    user = user_of(client)
    assert user is not None
    game, _ = play.solo(user)
    assert client.post("/accounts/signup/", {"username": "Anna", "password1": PASSWORD}).status_code == 302
    same = user_of(client)
    assert same is not None
    assert (same.pk, same.public_id) == (user.pk, user.public_id)
    assert (same.display_name, same.is_guest) == ("Anna", False)
    assert same.check_password(PASSWORD)
    assert Seat.objects.get(game=game, number=0).user == same
    assert "Anna" in client.get("/games/mine/").content.decode()


def test_a_guest_may_keep_the_name() -> None:
    client = guest()
    user = user_of(client)
    assert user is not None
    fields = {"username": user.display_name.upper(), "password1": PASSWORD}
    assert client.post("/accounts/signup/", fields).status_code == 302
    user.refresh_from_db()
    assert not user.is_guest


def test_a_refused_sign_up_changes_nothing() -> None:
    account("Anna")
    client = guest()
    before = user_of(client)
    assert client.post("/accounts/signup/", {"username": "anna", "password1": PASSWORD}).status_code == 200
    assert client.post("/accounts/signup/", {"username": "Berta", "password1": "1234"}).status_code == 200
    after = user_of(client)
    assert before is not None and after is not None
    assert (after.display_name, after.is_guest, after.password) == (before.display_name, True, before.password)


def test_a_guest_who_signs_in_is_told_what_stays_with_the_guest() -> None:
    anna = account("Anna")
    client = guest()
    left = user_of(client)
    assert left is not None
    play.solo(left)
    page = client.get("/accounts/login/").content.decode()
    assert left.display_name in page
    assert "you will lose access to the games you played as" in page
    answer = client.post("/accounts/login/", {"login": "Anna", "password": PASSWORD}, follow=True)
    assert user_of(client) == anna
    assert f"You no longer have access to the games you played as {left.display_name}." in answer.content.decode()
    assert Seat.objects.filter(user=left).count() == 1
    assert not Seat.objects.filter(user=anna).exists()


def test_a_guest_is_warned_before_signing_out() -> None:
    client = guest()
    assert "has no password" in client.get("/accounts/logout/").content.decode()


@pytest.mark.parametrize("path", ["/accounts/password/change/", "/accounts/password/set/"])
def test_a_guest_who_wants_a_password_is_sent_to_sign_up(path: str) -> None:
    answer = guest().post(path, {"password1": PASSWORD, "password2": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/")


@pytest.mark.parametrize(("proxies", "codes"), [(0, [302, 429]), (1, [302, 302])])
def test_behind_a_proxy_the_address_before_it_counts(settings: Any, proxies: int, codes: list[int]) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1/h/ip"}
    settings.TRUSTED_PROXIES = proxies
    found = [
        Client(headers={"x-forwarded-for": f"198.51.100.{n}"}).post("/accounts/guest/").status_code for n in (1, 2)
    ]
    assert found == codes
