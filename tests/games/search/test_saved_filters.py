"""Filters that an account has saved: over the API, on the page, in one's own data, and gone with the account."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import User
from games.models import SavedFilters
from games.people.services.delete_account import delete_account
from games.requests.refusals import Refusal
from games.search.selectors.filters import Filters
from games.search.services.save_filters import save_filters
from tests.games.search.ended import ended
from tests.people import account, guest, signed_in, user_of

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/account/saved-filters"
WON = {"mine": True, "result": "won", "ended_from": "2026-01-01", "moves_to": 90}


@pytest.fixture
def ada() -> User:
    return account("Ada")


def saved(user: User, title: str = "Won", filters: Any = None, status: int = 201) -> Any:
    body = {"title": title, "filters": WON if filters is None else filters}
    answer = signed_in(user).post(ADDRESS, body, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_over_the_api(ada: User) -> None:
    first, second = saved(ada), saved(ada, "  Long \t games ", {"days_from": 9})
    assert first["filters"] == WON and second["title"] == "Long games"
    client = signed_in(ada)
    assert [one["id"] for one in client.get(ADDRESS).json()["results"]] == [second["id"], first["id"]]
    again = saved(ada, "Won", {"game": "pyramido"})
    assert (again["id"], again["filters"]) == (first["id"], {"game": "pyramido"}), "the title is used again"
    assert signed_in(account("Ben")).delete(f"{ADDRESS}/{first['id']}").status_code == 204
    assert SavedFilters.objects.count() == 2, "they are another's"
    assert client.delete(f"{ADDRESS}/{first['id']}").status_code == 204
    assert SavedFilters.objects.get().public_id == second["id"]


@pytest.mark.parametrize(
    ("title", "filters", "status", "field"),
    [
        (" \u200b", {}, 422, "title"),
        ("x" * 61, {}, 422, "title"),
        ("Chess", {"game": "chess"}, 400, "game"),
        ("Nobody", {"players": ["nobody"]}, 400, "players"),
        ("Whose?", {"result": "won"}, 400, "result"),
        ("More", {"colour": "red"}, 400, "filters.colour"),
        ("Text", {"moves_to": "9"}, 400, "filters.moves_to"),
    ],
)
def test_what_cannot_be_saved(ada: User, title: str, filters: Any, status: int, field: str) -> None:
    assert saved(ada, title, filters, status)["field"] == field
    assert not SavedFilters.objects.exists()


def test_limits(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SavedFilters, "MOST", 2)
    for title in ("one", "two", "one"):
        save_filters(ada, title, Filters())
    with pytest.raises(Refusal, match="too_many"):
        save_filters(ada, "three", Filters())
    visiting = user_of(guest())
    assert visiting is not None
    with pytest.raises(Refusal, match="account_needed"):
        save_filters(visiting, "one", Filters())


def test_they_are_ones_own_data_and_go_with_the_account(ada: User) -> None:
    saved(ada, "My wins")
    lines = signed_in(ada).get("/api/v1/account/data").getvalue().decode().splitlines()
    (own,) = [line for line in map(json.loads, lines) if line["kind"] == "saved_filters"]
    assert (own["title"], own["filters"]) == ("My wins", WON)
    assert "My wins" not in signed_in(account("Ben")).get("/api/v1/account/data").getvalue().decode()
    delete_account(ada)
    assert not SavedFilters.objects.exists()


def test_on_the_page(ada: User) -> None:
    ben, client = account("Ben"), signed_in(ada)
    game = ended([ada, ben])
    asked = {"players": "ben", "whose": "mine", "result": "won", "points_from": "80", "moves_to": ""}
    page = client.get("/games/search/", asked).content.decode()
    assert game.public_id in page
    for chip in ("My games", "Ben", "Won", "At least 80 points"):
        assert f"<span>{chip}</span>" in page, chip
    answer = client.post("/games/search/save/?whose=mine&players=Ben&result=won", {"title": "<b>Beaten</b>"})
    assert answer["Location"] == "/games/search/?players=Ben&result=won&whose=mine"
    shown = client.get("/games/search/").content.decode()
    assert "&lt;b&gt;Beaten&lt;/b&gt;" in shown and "My games · Ben · Won" in shown
    assert "<b>Beaten" not in shown and "Beaten" not in signed_in(ben).get("/games/search/").content.decode()
    row = SavedFilters.objects.get()
    signed_in(ben).post(f"/games/search/{row.public_id}/forget/")
    assert SavedFilters.objects.exists()
    client.post(f"/games/search/{row.public_id}/forget/")
    assert not SavedFilters.objects.exists()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"players": "Nobody at all"}, "There is no player named “Nobody at all”."),
        ({"players": "a,b,c,d"}, "Name at most 3 players."),
        ({"result": "won"}, "A result needs a player"),
        ({"whose": "mine"}, "Sign in to search your own games."),
        ({"moves_from": "9", "moves_to": "8"}, "This must not be less than the value beside it."),
        ({"days_to": "many"}, "Enter a whole number."),
        ({"ended_from": "yesterday"}, "Enter a valid date."),
    ],
)
def test_what_the_form_says(client: Any, query: dict[str, str], said: str) -> None:
    answer = client.get("/games/search/", query)
    assert answer.status_code == 200 and said in answer.content.decode()


def test_the_page_without_any_game(client: Any) -> None:
    assert "No game has been finished yet." in client.get("/games/search/").content.decode()
    assert "No finished game matches all these filters." in client.get("/games/search/?game=pyramido").content.decode()
