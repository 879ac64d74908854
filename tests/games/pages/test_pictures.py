"""Pictures of positions by address: what each reader may see, how long browsers keep them, what is made only once."""

from __future__ import annotations

from pathlib import Path
from random import Random
from threading import BoundedSemaphore
from typing import Any

import pytest
from django.core.files.storage import storages
from django.test import Client

from games.models import Game
from games.people.services.delete_account import clear_deleted, delete_account
from games.people.services.purge_game import purge_game
from games.pictures import rasters
from games.pictures.files import STORAGE, WHOLE
from games.pictures.services import draw as drawing
from games.presenters import pictures as presented
from games.record.services.resign import resign
from games.requests.throttles import PictureThrottle
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from tests.games import play
from tests.people import forget_limits, signed_in
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db

DEALS = "silver-gold-pyramids"
"""A game that begins with hands that only their owners see."""


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Any) -> None:
    forget_limits()
    pictures = settings.STORAGES[STORAGE]
    options = {**pictures["OPTIONS"], "location": tmp_path / "pictures"}
    settings.STORAGES = {**settings.STORAGES, STORAGE: {**pictures, "OPTIONS": options}}


def kept() -> list[str]:
    try:
        return sorted(storages[STORAGE].listdir("")[1])
    except FileNotFoundError:
        return []


def began(key: str = play.GAME) -> tuple[Game, list[Any]]:
    people = [play.person(), play.person()]
    game = open_table(people[0], key, {"seats": 2})
    sit_down(people[1], game.public_id)
    return play.fresh(game), people


def ended() -> tuple[Game, list[Any]]:
    game, people = began()
    play.play_until(game, Random(1), lambda at: at.seq > 8)
    resign(game.public_id, SEAT_1)
    return play.fresh(game), people


# --- what is shown to whom --------------------------------------------------------------------------------------------
def test_a_hand_is_in_the_picture_of_its_owner_alone() -> None:
    game, (owner, other) = began(DEALS)
    dealt = play.position(game).view(SEAT_0)["dealt"]
    path = f"/games/{game.public_id}/pictures/{game.seq}.svg"
    seen = {
        who: client.get(f"{path}?board=0").content.decode()
        for who, client in (("owner", signed_in(owner)), ("other", signed_in(other)), ("visitor", Client()))
    }
    assert dealt and all(f">{number}<" in seen["owner"] for number in dealt)
    assert seen["other"] == seen["visitor"] and "sgp-start" not in seen["visitor"]


def test_a_preview_is_what_a_stranger_sees_whoever_asks() -> None:
    game, (owner, _) = began(DEALS)
    for path in (f"previews/en/{game.seq}.png", f"previews/en/{game.seq}/0.svg", f"previews/en/{game.seq}/0.png"):
        address = f"/games/{game.public_id}/{path}"
        stranger = Client().get(address)
        assert stranger.status_code == 200 and signed_in(owner).get(address).content == stranger.content
    stranger_s = Client().get(f"/games/{game.public_id}/pictures/{game.seq}.svg?board=0").content
    assert Client().get(f"/games/{game.public_id}/previews/en/{game.seq}/0.svg").content == stranger_s


def test_other_seats_are_shown_only_after_the_end() -> None:
    game, (owner, _) = began(DEALS)
    path = f"/games/{game.public_id}/pictures/0.svg?seat=1"
    refused = signed_in(owner).get(path)
    assert refused.status_code == 409 and refused["Content-Type"].startswith("text/plain")
    assert refused["Cache-Control"] == "no-store", "the next event may be there soon"
    resign(game.public_id, SEAT_1)
    assert Client().get(path).status_code == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("pictures/99.svg", 404), ("pictures/0.svg?board=7", 404), ("pictures/0.svg?board=x", 400),
        ("pictures/0.svg?seat=x", 400), ("pictures/0.gif", 404), ("previews/de/0.png", 404),
        ("previews/en/99.png", 404), ("previews/en/0/7.png", 404),
    ],
)  # fmt: skip
def test_what_is_not_there(path: str, status: int) -> None:
    game, _ = began()
    assert Client().get(f"/games/{game.public_id}/{path}").status_code == status
    assert Client().get(f"/games/nothing/{path}").status_code in (400, 404)
    assert not kept()


def test_a_seat_without_a_board_is_on_the_card_only() -> None:
    game, user = play.solo()
    alone = Client().get(f"/games/{game.public_id}/pictures/{game.seq}.svg?board=1")
    assert alone.status_code == 404
    card = Client().get(f"/games/{game.public_id}/pictures/{game.seq}.svg").content.decode()
    assert f">{user.display_name}<" in card and ">The Legend<" in card


def test_a_table_that_waits_has_no_picture() -> None:
    table = open_table(play.person(), play.GAME, {"seats": 2})
    assert Client().get(f"/games/{table.public_id}/pictures/0.svg").status_code == 404
    assert presented.preview_address(play.fresh(table)) is None


def test_the_text_says_who_and_how_many_points() -> None:
    game, (first, second) = ended()
    shown = Client().get(f"/games/{game.public_id}/pictures/{game.seq}.svg").content.decode()
    for user in (first, second):
        assert f"{user.display_name} – " in shown
    assert "final result: " in shown and " points." in shown
    french = Client(headers={"Accept-Language": "fr"}).get(f"/games/{game.public_id}/pictures/{game.seq}.svg")
    assert "résultat final" in french.content.decode()
    in_words = Client().get(f"/games/{game.public_id}/previews/fr/{game.seq}/0.svg").content.decode()
    assert "Le plateau de" in in_words


# --- kept -------------------------------------------------------------------------------------------------------------
def test_a_picture_is_made_once_and_found_again() -> None:
    game, _ = began()
    path = f"/games/{game.public_id}/previews/en/{game.seq}.png"
    first = Client().get(path)
    assert first["Content-Type"] == "image/png" and len(kept()) == 1
    other = b"another file" + WHOLE["png"]
    Path(storages[STORAGE].path(kept()[0])).write_bytes(other)
    again = Client().get(path)
    assert again.content == other and again["ETag"] == first["ETag"], "the kept file is read"
    known = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert known.status_code == 304 and known.content == b""
    head = Client().head(path)
    assert head.status_code == 200 and head["ETag"] == first["ETag"] and head.content == b""


def test_how_long_browsers_keep_them() -> None:
    game, (owner, _) = began()
    at = f"/games/{game.public_id}"
    card = Client().get(f"{at}/previews/en/{game.seq}.png")["Cache-Control"]
    assert "public" in card and "max-age=86400" in card and "immutable" not in card, "it has names"
    board = Client().get(f"{at}/previews/en/{game.seq}/0.png")["Cache-Control"]
    assert "public" in board and "immutable" in board
    own = signed_in(owner).get(f"{at}/pictures/{game.seq}.png")["Cache-Control"]
    assert "private" in own and "no-cache" in own, "another reader of the same browser may see less"


def test_no_shared_cache_keeps_a_cookie() -> None:
    game, (owner, _) = began()
    client, path = signed_in(owner), f"/games/{game.public_id}/previews/en/{game.seq}/0.png"
    first, second = client.get(path), client.get(path)
    assert first.cookies and "private" in first["Cache-Control"] and "public" not in first["Cache-Control"]
    assert not second.cookies and "public" in second["Cache-Control"]


def test_another_name_makes_another_picture() -> None:
    game, (first, _) = began()
    path = f"/games/{game.public_id}/previews/en/{game.seq}.png"
    before = Client().get(path)
    type(first).objects.filter(pk=first.pk).update(display_name="Zenobia")
    after = Client().get(path)
    assert after["ETag"] != before["ETag"] and after.content != before.content


def test_it_goes_with_its_game_and_with_an_account(django_capture_on_commit_callbacks: Any) -> None:
    one, (first, _) = began()
    other, _ = began()
    for game in (one, other):
        Client().get(f"/games/{game.public_id}/previews/en/{game.seq}/0.svg")
    assert len(kept()) == 2
    with django_capture_on_commit_callbacks(execute=True):
        purge_game(other.public_id, "a test")
    assert len(kept()) == 1
    delete_account(first)
    clear_deleted(first.pk)
    assert kept() == []


def test_so_many_are_made_for_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = began()
    path = f"/games/{game.public_id}/pictures/{game.seq}.svg"
    monkeypatch.setattr(PictureThrottle, "rate", "2/min", raising=False)
    assert [Client().get(f"{path}?board={board}").status_code for board in (0, 1)] == [200, 200]
    assert Client().get(path).status_code == 429
    assert Client().get(f"{path}?board=1").status_code == 200, "it is kept"
    refused = Client().get(f"/api/v1/games/{game.public_id}/pictures/{game.seq}.png")
    assert refused.status_code == 429 and refused.json()["limit"] == "picture"


def test_one_that_takes_too_long_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = began()
    monkeypatch.setattr(rasters, "LONGEST_S", 0.001)
    refused = Client().get(f"/api/v1/games/{game.public_id}/pictures/{game.seq}.png")
    assert (refused.status_code, refused.json()["code"]) == (503, "busy") and "Retry-After" in refused.headers
    assert Client().get(f"/games/{game.public_id}/pictures/{game.seq}.png").status_code == 503
    assert kept() == []


def test_only_so_many_are_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = began()
    path = f"/games/{game.public_id}/pictures/{game.seq}"
    monkeypatch.setattr(drawing, "_free", BoundedSemaphore(1))
    with drawing._free:
        page, api = Client().get(f"{path}.png"), Client().get(f"/api/v1{path}.png")
        assert (page.status_code, api.status_code, api.json()["code"]) == (503, 503, "busy")
        assert page["Retry-After"] == api["Retry-After"] == "2"
        assert Client().get(f"{path}.svg").status_code == 200, "text takes no process"
    assert Client().get(f"{path}.png").status_code == 200
    monkeypatch.setattr(rasters, "LONGEST_S", 0.001)
    assert [Client().get(f"{path}.png?board={board}").status_code for board in (0, 1)] == [503, 503]
    monkeypatch.undo()
    assert Client().get(f"{path}.png?board=0").status_code == 200, "who has given up has left the place"


# --- where they are used ----------------------------------------------------------------------------------------------
def test_the_page_of_a_table_names_its_picture() -> None:
    game, _ = ended()
    page = Client().get(f"/games/{game.public_id}/").content.decode()
    address = f"/games/{game.public_id}/previews/en/{game.seq}.png"
    assert f'<meta property="og:image" content="http://localhost:8000{address}">' in page
    assert '<meta property="og:image:type" content="image/png">' in page
    assert Client().get(address).status_code == 200


def test_a_player_s_page_shows_the_last_boards() -> None:
    game, (first, _) = ended()
    page = Client().get(f"/players/{first.public_id}/").content.decode()
    address = f"/games/{game.public_id}/previews/en/{game.seq}/0.svg"
    assert f'src="{address}"' in page and f'alt="{first.display_name}’s board at the end of ' in page
    assert Client().get(address).status_code == 200
