"""A game that only the registry knows appears on every page: the recipe's toy, and one with a locked kind and a
title.
"""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client

from engine import registry
from engine.core import JSON, TableKind
from games.models import Game, Seat
from games.presenters import game_lists as queries
from games.seating.selectors import titles
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from tests.engine.test_recipe import CountToTen
from tests.games import play
from tests.people import account, guest, signed_in
from tests.sampling import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = json.loads((ROOT / "docs/formats/openapi.json").read_bytes())
"""The API's document as it was before there were these games."""

FIRST: JSON = {"seats": 2}
SECOND: JSON = {"seats": 2, "rung": 2}


class Ladder(CountToTen):
    """The toy with a second kind of table, for players who have won the first."""

    key = "ladder"
    name = "Ladder"

    def table_kinds(self) -> tuple[TableKind, ...]:
        return (
            TableKind(FIRST, "First rung", "down here"),
            TableKind(SECOND, "Second rung", "up there", needs=FIRST, title="the head of the ladder"),
        )

    def options_from_json(self, raw: object) -> JSON:
        assert isinstance(raw, dict)
        return dict(raw)


@pytest.fixture(autouse=True)
def _the_line_in_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", [*registry.GAMES, CountToTen(), Ladder()])


@pytest.mark.parametrize("path", ["/", "/games/", "/games/new/", "/rules/"])
def test_it_is_on_the_pages(visitor: Client, path: str) -> None:
    page = visitor.get(path).content.decode()
    for name in ("Count to ten", "Ladder", "Silver &amp; Gold: Pyramids"):
        assert name in page


def test_it_is_opened_from_the_form_and_played() -> None:
    host, other = guest(), guest()
    address = host.post("/games/new/", {"game": "count-to-ten", "kind-count-to-ten": "seats-2"})["Location"]
    assert "Count to ten · 2 players" in host.get(address).content.decode()
    for path, there in (("/games/", True), ("/games/?game=count-to-ten", True), ("/games/?game=ladder", False)):
        assert (address in other.get(path).content.decode()) is there
    other.post(f"{address}sit/")
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    page = host.get(address).content.decode()
    assert "?game=count-to-ten&amp;kind=seats-2" in page
    assert 'data-rules="/rules/count-to-ten/"' in page
    play.play_to_the_end(game)
    for client in (host, other):
        user = play.owner_of(game, int(client is other))
        assert "Count to ten" in client.get("/games/mine/").content.decode()
        assert "Count to ten" in client.get(f"/players/{user.public_id}/").content.decode()
        [(shown, [record])] = queries.records_of(user)
        assert (shown.key, record.kind.name, record.finished) == ("count-to-ten", "2 players", 1)


def test_it_is_opened_by_one_click(visitor: Client) -> None:
    assert visitor.post("/games/now/", {"game": "count-to-ten", "kind": "seats-2"}).status_code == 302
    assert Game.objects.get().game_key == "count-to-ten"


def test_its_pieces_are_served(visitor: Client) -> None:
    for version in ("", "?v=1"):
        answer = visitor.get(f"/games/components/count-to-ten.json{version}")
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer["ETag"] == f'"{CountToTen.components_sha256}"'
        assert ("immutable" in answer["Cache-Control"]) is bool(version)
    assert visitor.get("/games/components/count-to-ten.json?v=2").status_code == 404


def won(options: JSON, user: Any, at: int) -> None:
    """Let the user win a table of Ladder."""
    game = open_table(user, "ladder", FIRST)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, seq=0, finished_ms=at, options=options)
    Seat.objects.filter(game=game, number=0).update(rank=1)


def test_its_locked_kind_opens_to_players_who_have_won_the_other() -> None:
    user = account("Anna")
    client = signed_in(user)
    form = {"game": "ladder", "kind-ladder": "rung-2.seats-2"}
    assert "Win “First rung” first." in client.get("/games/new/").content.decode()
    assert client.post("/games/new/", form).status_code == 422
    won({"rung": 2, "seats": 2}, user, 1)  # another kind, although it includes everything of the first
    assert not titles.has_won(user, "ladder", FIRST)
    assert titles.has_won(user, "ladder", SECOND)
    assert client.post("/games/new/", form).status_code == 422
    won(FIRST, user, 2)
    assert client.post("/games/new/", form).status_code == 302


def test_its_title_goes_to_the_latest_winner(visitor: Client) -> None:
    people = [account(name) for name in ("Anna", "Berta", "Carla")]
    assert "Win “Second rung”, and it is yours." in visitor.get("/").content.decode()
    for at, (user, options) in enumerate(zip(people, (SECOND, {"rung": 2, "seats": 2}, FIRST), strict=True)):
        won(options, user, at)
    page = visitor.get("/").content.decode()
    assert "The head of the ladder" in page
    assert [title.holder for title in queries.titles() if title.game.key == "ladder"] == [people[1]]
    assert "the head of the ladder" in visitor.get(f"/players/{people[1].public_id}/").content.decode()
    assert "the head of the ladder" not in visitor.get(f"/players/{people[0].public_id}/").content.decode()


def test_clients_made_before_it_can_read_what_lists_say_of_it() -> None:
    user, other, watcher = account("Anna"), account("Berta"), signed_in(account("Carla"))
    won(SECOND, user, 1)
    open_table(user, "ladder", FIRST)
    running = open_table(user, "ladder", FIRST).public_id
    sit_down(other, running)
    paths = BEFORE["paths"]
    for path in (
        "/api/v1/catalogue", "/api/v1/games", "/api/v1/running-games", "/api/v1/games/{game}",
        "/api/v1/players/{player}", "/api/v1/players/{player}/games",
    ):  # fmt: skip
        answer = watcher.get(path.format(game=running, player=user.public_id))
        assert answer.status_code == 200 and "ladder" in answer.content.decode(), path
        described = paths[path.replace("{game}", "{public_id}").replace("{player}", "{public_id}")]["get"]
        body = described["responses"]["200"]["content"]["application/json"]["schema"]
        validator = jsonschema_rs.validator_for({**body, "components": BEFORE["components"]})
        assert next(validator.iter_errors(answer.json()), None) is None, path
