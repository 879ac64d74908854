"""Terms, age and privacy: when users have to accept them, and what the pages say of the site's operator."""

from __future__ import annotations

from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pytest
from django.conf import settings as configured
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.games import play
from tests.people import PASSWORD, account, guest, signed_in, user_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _terms(settings: Settings) -> None:
    settings.TERMS_VERSION = 1


def test_signing_up_needs_the_tick_and_a_guest_reads_a_sentence(visitor: Client) -> None:
    fields = {"username": "Anna", "password1": PASSWORD}
    page = visitor.post("/accounts/signup/", fields).content.decode()
    assert "Tick the box if you agree." in page and "at least 16 years old" in page and not User.objects.exists()
    assert visitor.post("/accounts/signup/", {**fields, "terms": "on"}).status_code == 302
    anna = User.objects.get()
    assert anna.terms_version == 1 and anna.terms_ms
    for address in ("/", "/games/", "/games/new/?game=pyramido", "/pairing/"):
        assert "you confirm that you are at least 16" in Client().get(address, follow=True).content.decode(), address
    assert guest().get("/games/").status_code == 200  # accepting once is enough


def test_new_terms_are_asked_for_where_games_begin_and_never_in_one_that_runs(settings: Settings) -> None:
    anna = account("Anna", terms_version=1)
    game, _people = play.table()
    own, _ = play.solo(anna)
    client = signed_in(anna)
    assert client.get("/games/").status_code == 200
    settings.TERMS_VERSION = 2
    for address in (f"/games/{own.public_id}/", f"/games/{game.public_id}/", "/games/mine/", "/accounts/settings/"):
        page = client.get(address)
        assert page.status_code == 200 and "Please agree to the terms of this site." in page.content.decode()
    action = play.random_action(play.position(own), 0, Random(1))
    moved = client.post(
        f"/api/v1/games/{own.public_id}/actions",
        {"expected_seq": play.position(own).seq, "action": action},
        content_type="application/json",
    )
    assert moved.status_code in (200, 201)
    asked = client.get("/games/?game=pyramido")
    assert asked["Location"] == "/terms/agree/?next=%2Fgames%2F%3Fgame%3Dpyramido"
    assert client.post("/games/new/", {"game": "pyramido"})["Location"] == "/terms/agree/?next=%2Fgames%2F"
    for way in ("sit", "rematch"):
        refused = client.post(f"/games/{game.public_id}/{way}/", {})
        assert refused["Location"] == "/terms/agree/?" + urlencode({"next": f"/games/{game.public_id}/"})
    accept = client.post("/invitations/abcdefghijkl/", {"accept": "on"})
    assert accept["Location"] == "/terms/agree/?next=%2Fgames%2Fmine%2F"
    assert "have changed" in client.get(asked["Location"]).content.decode()
    assert client.post("/terms/agree/", {}).status_code == 400
    answer = client.post("/terms/agree/", {"terms": "on", "next": "https://example.org/"})
    assert answer["Location"] == "/"
    assert client.get("/games/").status_code == 200
    anna.refresh_from_db()
    assert anna.terms_version == 2


def test_bots_and_guests_are_not_asked() -> None:
    bot = account("Robo", is_bot=True)
    assert signed_in(bot).get("/games/").status_code == 200
    client = guest()
    assert user_of(client) is not None and client.get("/games/").status_code == 200


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_operator_fills_in_the_pages(settings: Settings, language: str) -> None:
    staff, client = signed_in(account("Ada", is_staff=True, terms_version=1)), Client()
    for address in ("/terms/", "/privacy/"):
        headers = {"Accept-Language": language}
        assert "OPERATOR_CONTACT" in staff.get(address, headers=headers).content.decode()
        assert "OPERATOR_CONTACT" not in client.get(address, headers=headers).content.decode()
    settings.OPERATOR = {**configured.OPERATOR, "name": "Games <of> Example", "contact": "games@example.org"}
    for address in ("/terms/", "/privacy/"):
        page = staff.get(address, headers={"Accept-Language": language}).content.decode()
        assert "Games &lt;of&gt; Example" in page and "mailto:games@example.org" in page
        assert "OPERATOR_CONTACT" not in page
        assert f'href="{address}"' in client.get("/", headers={"Accept-Language": language}).content.decode()


def test_a_folder_of_the_operators_comes_first(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "terms.html").write_text("Our own terms")
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path, *settings.TEMPLATES[0]["DIRS"]]}]
    assert Client().get("/terms/").content == b"Our own terms"
