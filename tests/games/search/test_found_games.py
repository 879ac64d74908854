"""Which games a search finds, for whom, and in how many queries."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.users import blocks
from games.people.services.delete_account import delete_account
from games.requests.refusals import Refusal
from games.search.selectors.filters import Filters, of_query
from games.search.selectors.found_games import found_games, paging_of
from games.time.clocks import DAY_MS
from tests.games import play
from tests.games.search.ended import LATE_MS, ended
from tests.people import account, signed_in, visitor

pytestmark = pytest.mark.django_db


class Past:
    """Games of Ada, Ben and Cleo."""

    def __init__(self) -> None:
        self.ada, self.ben, self.cleo = (account(name) for name in ("Ada", "Ben", "Cleo"))
        self.games = {
            "won": ended([self.ada, self.ben], (90, 60)),
            "lost": ended([self.ben, self.ada], (120, 80), game_key="forgotten-treasures", ended_ms=LATE_MS - DAY_MS),
            "left": ended([self.ada, self.cleo], (70, 50), left_to="greedy", ended_ms=LATE_MS - 2 * DAY_MS),
            "long": ended([self.ben, self.cleo], (65, 40), moves=200, days=30, ended_ms=LATE_MS - 9 * DAY_MS),
        }
        self.running, _people = play.table(2)

    def names(self, user: User | None, filters: Filters) -> list[str]:
        """Return the names of the games found, in the order of the list."""
        names = {game.pk: name for name, game in self.games.items()} | {self.running.pk: "running"}
        order = paging_of(filters).get("order", ("-pk",))
        return [names[game.pk] for game in found_games(user, filters).order_by(*order)]

    def asked(self, user: User | None, **query: str) -> list[str]:
        return self.names(user, of_query({name: self.with_ids(value) for name, value in query.items()}))

    def with_ids(self, value: str) -> str:
        for user in (self.ada, self.ben, self.cleo):
            value = value.replace(user.display_name, user.public_id)
        return value


@pytest.fixture
def past() -> Past:
    return Past()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["running", "long", "left", "lost", "won"]),
        ({"status": "finished"}, ["won", "lost", "left", "long"]),
        ({"status": "running"}, ["running"]),
        ({"game": "pyramido", "status": "finished"}, ["won", "left", "long"]),
        ({"players": "Ada"}, ["left", "lost", "won"]),
        ({"players": "Ada,Ben"}, ["lost", "won"]),
        ({"players": "Ada,Ben,Cleo"}, []),
        ({"players": "Ada", "result": "won"}, ["won"]),
        ({"players": "Ada", "result": "lost"}, ["lost", "left"]),
        ({"players": "Ben,Ada", "result": "won"}, ["lost"]),
        ({"ended_from": "2026-03-09"}, ["won", "lost"]),
        ({"ended_until": "2026-03-08"}, ["left", "long"]),
        ({"ended_from": "2026-03-09", "ended_until": "2026-03-09"}, ["lost"]),
        ({"moves_from": "41"}, ["long"]),
        ({"moves_to": "40"}, ["won", "lost", "left"]),
        ({"days_from": "30", "days_to": "30"}, ["long"]),
        ({"days_to": "1"}, ["won", "lost", "left"]),
        ({"points_from": "90"}, ["won", "lost"]),
        ({"points_to": "65"}, ["long"]),
        ({"players": "Ada", "points_from": "90"}, ["won"]),
        ({"players": "Ben,Ada", "points_from": "90"}, ["lost"]),
        ({"moves_from": "41", "status": "running"}, []),
        ({"ended_from": "0001-01-01", "ended_until": "9999-12-31"}, ["won", "lost", "left", "long"]),
    ],
)
def test_filters(past: Past, query: Mapping[str, str], found: list[str]) -> None:
    assert past.asked(None, **query) == found
    assert past.asked(past.ada, **query) == found


def test_a_shared_victory_is_drawn(past: Past) -> None:
    past.games["shared"] = ended([past.ada, past.ben], (75, 75), ended_ms=LATE_MS + 3)
    past.games["with the computer"] = ended([past.cleo, None], (75, 75), ended_ms=LATE_MS + 2)
    past.games["both behind"] = ended([past.ben, past.ada, past.cleo], (90, 75, 75), ended_ms=LATE_MS + 1)
    for player, drawn in (("Ada", ["shared"]), ("Ben", ["shared"]), ("Cleo", ["with the computer"])):
        assert past.asked(None, players=player, result="drawn") == drawn
        for result in ("won", "lost"):
            assert set(past.asked(None, players=player, result=result)).isdisjoint(drawn)
    assert past.asked(past.ada, mine="true", result="drawn") == ["shared"]
    assert past.asked(None, players="Ada", result="lost")[0] == "both behind"
    past.games["shared"].seats.filter(user=past.ada).update(ai="greedy")
    assert past.asked(None, players="Ada", result="drawn") == []
    assert past.asked(None, players="Ada", result="lost")[0] == "shared", "the AI’s points are not the player’s"


def test_ones_own_games(past: Past) -> None:
    assert past.asked(past.ada, mine="true") == ["left", "lost", "won"]
    assert past.asked(past.ada, mine="true", result="lost") == ["lost", "left"]
    assert past.asked(past.ada, mine="true", players="Ben", points_from="85") == ["won"], "they are one's own points"
    assert past.asked(past.ada, mine="true", players="Ada") == ["left", "lost", "won"]


@pytest.mark.parametrize(
    ("query", "status", "field"),
    [
        ({"mine": "true"}, 401, None),
        ({"mine": "yes"}, 400, "mine"),
        ({"result": "won"}, 400, "result"),
        ({"result": "aborted", "players": "Ada"}, 400, "result"),
        ({"game": "chess"}, 400, "game"),
        ({"status": "lost"}, 400, "status"),
        ({"players": "nobody"}, 400, "players"),
        ({"players": ""}, 400, "players"),
        ({"players": "a,b,c,d"}, 400, "players"),
        ({"moves_from": "-1"}, 400, "moves_from"),
        ({"moves_from": "1.5"}, 400, "moves_from"),
        ({"points_to": "10000"}, 400, "points_to"),
        ({"days_to": ""}, 400, "days_to"),
        ({"ended_from": "2026-02-30"}, 400, "ended_from"),
        ({"ended_from": "yesterday"}, 400, "ended_from"),
    ],
)
def test_what_cannot_be_asked(past: Past, query: Mapping[str, str], status: int, field: str | None) -> None:
    with pytest.raises(Refusal) as refused:
        past.asked(None, **query)
    assert refused.value.status == status
    assert (refused.value.field or "").partition("[")[0] == (field or "")


def test_a_private_game_is_found_by_its_players_alone(past: Past) -> None:
    past.games["secret"] = ended([past.ada, past.ben], private=True, ended_ms=LATE_MS + 1)
    for user in (None, past.cleo):
        assert "secret" not in past.asked(user, status="finished") + past.asked(user, players="Ada")
    for user in (past.ada, past.ben):
        assert past.asked(user, mine="true", players="Ada,Ben", result="won" if user == past.ada else "lost")[:1] == [
            "secret"
        ]
        assert "secret" in past.asked(user, players="Ada")


def test_blocks_hold_in_both_directions(past: Past) -> None:
    blocks.block(past.cleo, past.ada)
    for user, hidden in ((past.ada, "long"), (past.cleo, "won")):
        assert hidden not in past.asked(user, status="finished")
        assert "left" in past.asked(user, status="finished"), "they have played this one together"
    assert past.asked(past.ada, players="Cleo") == ["left"]
    assert "long" in past.asked(None, players="Cleo")


def test_nobody_is_found_by_a_deleted_account(past: Past) -> None:
    delete_account(past.ada)
    with pytest.raises(Refusal):
        past.asked(None, players=past.ada.public_id)
    assert past.asked(None, players="Ben") == ["long", "lost", "won"], "the games are the others’ as much"
    page = visitor().get("/games/search/", {"players": f"~{past.ada.public_id}"}).content.decode()
    assert "There is no player named" in page


def test_the_list_of_the_api_is_this_search(past: Past) -> None:
    found = visitor().get("/api/v1/games", {"players": past.ada.public_id, "result": "won"}).json()
    assert [one["id"] for one in found["results"]] == [past.games["won"].public_id]
    first = visitor().get("/api/v1/games", {"status": "finished", "limit": "3"}).json()
    assert [one["id"] for one in first["results"]] == [past.games[name].public_id for name in ("won", "lost", "left")]
    rest = visitor().get(first["next"]).json()
    assert [one["id"] for one in rest["results"]] == [past.games["long"].public_id] and rest["next"] is None
    other_list = visitor().get("/api/v1/games", {"limit": "1"}).json()["next"]
    assert visitor().get(f"{other_list}&status=finished").status_code == 400, "the cursor names a running game"


@pytest.mark.parametrize("path", ["/api/v1/games?status=finished", "/games/search/", "/games/search/?players=Ada"])
def test_the_number_of_queries_does_not_grow(past: Past, path: str) -> None:
    client = signed_in(past.ben)
    client.get(path)
    before = queries(client, path)
    for number in range(12):
        ended([past.ada, past.ben], ended_ms=LATE_MS + number)
    assert queries(client, path) == before


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_a_page_is_one_query_and_its_prefetches(past: Past) -> None:
    filters = Filters(status="finished")
    rows = found_games(past.ada, filters).order_by(*paging_of(filters)["order"])
    with CaptureQueriesContext(connection) as captured:
        assert len(rows[:21]) == 4
    assert len(captured) == 4, "games, seats with users, invitations, rematches"
