"""Playing against the computer through the pages' forms: at once, chosen in the form, seated in the waiting room."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine import registry
from engine.ai import levels
from games.models import Game, Seat
from games.presenters import game_lists as queries
from games.presenters.computer_levels import QUICK
from games.record import selectors
from games.record.services.resign import resign
from games.seating.services.open_table import open_table
from games.seating.services.seat_ai import seat_ai
from games.seating.services.sit_down import sit_down
from tests.games import play
from tests.people import account, guest, signed_in, user_of
from tests.seats import SEAT_1, SEAT_2

pytestmark = pytest.mark.django_db(transaction=True)

KIND, WITH, LEFT = (f"{field}-{play.GAME}" for field in ("kind", "with", "left"))
NAME = levels.LEVELS[QUICK].name


def the_game() -> Game:
    return Game.objects.get()


def levels_at(game: Game) -> list[str]:
    return list(Seat.objects.filter(game=game).order_by("number").values_list("ai", flat=True))


@pytest.mark.parametrize("key", [rules.key for rules in registry.games() if levels.plays(rules.key)])
def test_one_click_and_one_plays_against_the_computer(visitor: Client, key: str) -> None:
    rules = visitor.get(f"/rules/{key}/").content.decode()
    assert f'name="with" value="{QUICK}"' in rules
    answer = visitor.post("/games/now/", {"game": key, "with": QUICK})
    game = the_game()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.public_id}/")
    assert (game.game_key, game.status, game.options) == (key, Game.Status.RUNNING, {"seats": 2})
    assert levels_at(game) == ["", QUICK]


def test_an_unknown_level_opens_nothing(visitor: Client) -> None:
    answer = visitor.post("/games/now/", {"game": play.GAME, "with": "genius"}, follow=True)
    assert "Unknown computer player “genius”" in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize("level", list(levels.LEVELS))
@pytest.mark.parametrize("seats", [2, 4])
def test_the_form_fills_all_other_seats_with_one_level(level: str, seats: int) -> None:
    guest().post("/games/new/", {"game": play.GAME, KIND: f"seats-{seats}", WITH: level, LEFT: "greedy"})
    game = the_game()
    assert game.status == Game.Status.RUNNING
    assert levels_at(game) == ["", *[level] * (seats - 1)]
    assert game.substitute == ""  # no other player can leave


@pytest.mark.parametrize(
    ("kind", "fields", "substitute"),
    [
        ("seats-3", {WITH: "people", LEFT: "greedy"}, "greedy"),
        ("seats-3", {WITH: "people", LEFT: ""}, ""),
        ("seats-4", {LEFT: "search:300ms"}, "search:300ms"),
        ("seats-2", {WITH: "people", LEFT: "greedy"}, ""),
        ("legend-a.seats-1", {WITH: "greedy", LEFT: "greedy"}, ""),
    ],
)
def test_the_form_sets_the_substitute(kind: str, fields: dict[str, str], substitute: str) -> None:
    assert guest().post("/games/new/", {"game": play.GAME, KIND: kind, **fields}).status_code == 302
    game = the_game()
    assert game.substitute == substitute
    assert set(levels_at(game)) == {""}


@pytest.mark.parametrize("field", [WITH, LEFT])
def test_a_level_that_the_form_does_not_offer(field: str) -> None:
    answer = guest().post("/games/new/", {"game": play.GAME, KIND: "seats-3", field: "genius"})
    assert answer.status_code == 422
    assert "Choose one of the computer players on this page." in answer.content.decode()
    assert not Game.objects.exists()


def test_the_form_explains_each_level_and_chooses_what_the_address_names(visitor: Client) -> None:
    page = visitor.get("/games/new/", {"game": "pyramido", "with": "search:300ms"}).content.decode()
    for level in levels.LEVELS.values():
        assert f"{level.about[0].upper()}{level.about[1:]}." in page
    chosen = re.findall(r'name="with-([^"]*)" value="([^"]*)"[^>]* checked', page)
    assert sorted(chosen) == sorted((rules.key, "search:300ms") for rules in registry.games())
    plain = re.findall(r'name="with-[^"]*" value="([^"]*)"[^>]* checked', visitor.get("/games/new/").content.decode())
    assert plain == ["people"] * len(registry.games())


def chosen_in(page: str) -> list[str]:
    return re.findall(r'name="with-[^"]*" value="([^"]*)"[^>]* checked', page)


def test_the_opponent_chosen_last_is_offered_first(visitor: Client) -> None:
    everywhere = len(registry.games())
    visitor.post("/games/now/", {"game": play.GAME, "with": "search:30ms"})
    assert 'name="with" value="search:30ms"' in visitor.get("/").content.decode()
    assert chosen_in(visitor.get("/games/new/").content.decode()) == ["search:30ms"] * everywhere
    address = visitor.post("/games/new/", {"game": play.GAME, KIND: "seats-3", WITH: "people", LEFT: ""})["Location"]
    assert chosen_in(visitor.get("/games/new/").content.decode()) == ["people"] * everywhere
    assert '<option value="search:30ms" selected>Senet ★★★★☆</option>' in visitor.get(address).content.decode()
    visitor.post(f"{address}computer/", {"seat": "1", "level": "random"})
    assert 'name="with" value="random"' in visitor.get("/").content.decode()
    assert chosen_in(guest().get("/games/new/").content.decode()) == ["people"] * everywhere


def test_the_host_seats_the_computer_and_takes_it_off() -> None:
    host = guest()
    address = host.post("/games/new/", {"game": play.GAME, KIND: "seats-4"})["Location"]
    assert "Fill all empty seats and start" in host.get(address).content.decode()
    answer = host.post(f"{address}computer/", {"seat": "2", "level": "greedy"})
    assert answer["Location"] == address
    assert levels_at(the_game()) == ["", "", "greedy", ""]
    page = host.get(address).content.decode()
    assert page.count("computer player</span>") == 1
    assert "Remove" in page
    assert queries.entry(the_game(), user_of(host)).free == 2
    host.post(f"{address}computer/away/", {"seat": "2"})
    assert levels_at(the_game()) == [""] * 4
    host.post(f"{address}computer/", {"seat": "all", "level": "random"})
    assert levels_at(the_game()) == ["", "random", "random", "random"]
    assert the_game().status == Game.Status.RUNNING


def test_others_see_the_computer_and_cannot_seat_it() -> None:
    host = account("Anna")
    game = open_table(host, play.GAME, {"seats": 4}, ai=["greedy", "greedy"], substitute="random")
    client = guest()
    address = f"/games/{game.public_id}/"
    for path in (address, "/games/", "/"):
        page = client.get(path).content.decode()
        for name in (f"{NAME} 1", f"{NAME} 2"):  # two of one level at one table are numbered
            assert name in page, path
        assert "Remove" not in page
        assert "Computer player for seat" not in page
    assert "the computer (Miu) takes over their seat" in client.get(address).content.decode()
    refused = client.post(f"{address}computer/", {"seat": "3", "level": "greedy"}, follow=True)
    assert "Only the host of this table can do this" in refused.content.decode()
    refused = client.post(f"{address}computer/away/", {"seat": "1"}, follow=True)
    assert "Only the host of this table can do this" in refused.content.decode()
    assert levels_at(play.fresh(game)) == ["", "greedy", "greedy", ""]


def test_a_refusal_is_shown_at_the_table() -> None:
    user = account("Anna")
    game = open_table(user, play.GAME, {"seats": 4})
    sit_down(play.person(), game.public_id)
    client, address = signed_in(user), f"/games/{game.public_id}/"
    answer = client.post(f"{address}computer/", {"seat": "1", "level": "greedy"}, follow=True)
    assert answer.redirect_chain[-1][0] == address
    assert "This seat is taken." in answer.content.decode()
    answer = client.post(f"{address}computer/away/", {"seat": "3"}, follow=True)
    assert "There is no computer player on this seat." in answer.content.decode()


@pytest.mark.parametrize("fields", [{}, {"seat": "first"}, {"seat": "-1"}, {"seat": "123"}])
@pytest.mark.parametrize("path", ["computer/", "computer/away/"])
def test_invalid_input_seats_no_ai(path: str, fields: dict[str, str]) -> None:
    user = account("Anna")
    game = open_table(user, play.GAME, {"seats": 3})
    answer = signed_in(user).post(f"/games/{game.public_id}/{path}", {"level": "greedy", **fields})
    assert answer.status_code == 400
    assert levels_at(game) == ["", "", ""]


def test_a_visitor_cannot_seat_an_ai(visitor: Client) -> None:
    game = open_table(account("Anna"), play.GAME, {"seats": 3})
    assert visitor.post(f"/games/{game.public_id}/computer/", {"seat": "all", "level": "greedy"}).status_code == 302
    assert levels_at(game) == ["", "", ""]
    assert guest().post("/games/nowhere00000/computer/", {"seat": "all", "level": "greedy"}).status_code == 404


def test_the_board_names_the_levels_and_offers_the_same_again() -> None:
    client = guest()
    address = client.post("/games/now/", {"game": play.GAME, "with": QUICK})["Location"]
    answer = client.get(address)
    shown = answer.context["characters"]
    assert {key: who["name"] for key, who in shown["levels"].items()} == {
        key: level.name for key, level in levels.LEVELS.items()
    }
    assert shown["rival"] is None
    assert f"&amp;kind=seats-2&amp;with={QUICK}" in answer.content.decode()


def test_among_people_the_same_again_is_among_people() -> None:
    game, people = play.table(2)
    assert "with=" not in queries.entry(selectors.game_by_id(game.public_id), people[0]).again
    mixed = open_table(people[0], play.GAME, {"seats": 3}, ai=["greedy"])
    sit_down(people[1], mixed.public_id)
    assert "with=" not in queries.entry(selectors.game_by_id(mixed.public_id), people[0]).again


def test_finished_games_show_who_played_on() -> None:
    people = [account(name) for name in ("Anna", "Berta", "Carla")]
    game = open_table(people[0], play.GAME, {"seats": 3}, substitute="greedy")
    for user in people[1:]:
        sit_down(user, game.public_id)
    Seat.objects.filter(game=game, number=2).update(ai="greedy")
    page = signed_in(people[0]).get("/games/mine/").content.decode()
    assert page.count(f"now played by the computer ({NAME})") == 1


def test_seats_of_the_computer_are_not_free() -> None:
    user = account("Anna")
    game = open_table(user, play.GAME, {"seats": 3})
    seat_ai(user, game.public_id, "greedy", SEAT_1)
    client = signed_in(account("Berta"))
    client.post(f"/games/{game.public_id}/sit/")
    game = play.fresh(game)
    assert game.status == Game.Status.RUNNING
    assert Seat.objects.get(game=game, number=2).user == user_of(client)


def test_a_player_who_left_has_no_turn_there() -> None:
    people = [account(name) for name in ("Anna", "Berta", "Carla")]
    game = open_table(people[0], "silver-gold-pyramids", {"seats": 3}, substitute="greedy")
    for user in people[1:]:
        sit_down(user, game.public_id)
    assert [queries.waiting_count(user) for user in people] == [1, 1, 1]
    resign(game.public_id, SEAT_2)
    assert [queries.waiting_count(user) for user in people] == [1, 1, 0]
    assert [len(queries.my_games(user).mine_to_move) for user in people] == [1, 1, 0]
