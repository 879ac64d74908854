"""Opening a table, sitting down, leaving, and playing at once, through the pages' forms."""

from __future__ import annotations

import html
import json
import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.notifications import preferences
from engine import registry
from games.models import Game, GameSecret, Seat
from games.presenters import game_kinds as shown_games
from games.record import positions
from games.record.services.resign import resign
from games.seating.services.open_table import open_table
from games.seating.services.rematch import ask_rematch
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS, SECOND_MS
from tests.games import play
from tests.games.timed import per_move, table
from tests.people import account, guest, signed_in, user_of, visitor

pytestmark = pytest.mark.django_db(transaction=True)

NONCE = "5e" * 32
SOLO = {"game": play.GAME, "kind": "legend-a.seats-1"}
TWO = {"game": play.GAME, "kind": "seats-2"}
KIND = f"kind-{play.GAME}"


def the_game() -> Game:
    return Game.objects.get()


def open_seats(seats: int = 2) -> Game:
    return open_table(play.person(), play.GAME, {"seats": seats})


@pytest.mark.parametrize("who", [visitor, guest, lambda: signed_in(account("Anna"))])
def test_one_click_and_one_plays_against_the_legend(who: type[Client]) -> None:
    client = who()
    answer = client.post("/games/now/", {**SOLO, "nonce": NONCE})
    game = the_game()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.public_id}/")
    assert game.status == Game.Status.RUNNING
    assert game.options == {"seats": 1, "legend": "a"}
    assert Seat.objects.get(game=game, number=0).user == user_of(client)
    assert GameSecret.objects.get(game=game).nonces == {"0": NONCE}


def test_one_click_opens_a_table_for_two(visitor: Client) -> None:
    visitor.post("/games/now/", {**TWO, "nonce": ""})
    game = the_game()
    assert (game.status, game.options) == (Game.Status.OPEN, {"seats": 2})
    assert GameSecret.objects.get(game=game).nonces == {}


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"game": "chess", "kind": "seats-2"},
        {**TWO, "kind": "seats-5"},
        {**SOLO, "nonce": "5e"},
        {**SOLO, "nonce": "g" * 64},
    ],
)
def test_nonsense_opens_nothing(visitor: Client, fields: dict[str, str]) -> None:
    answer = visitor.post("/games/now/", fields)
    assert answer.status_code == 400
    assert answer.templates[0].name == "400.html"
    assert not Game.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_opening_a_table(seats: int) -> None:
    client = signed_in(account("Anna"))
    answer = client.post("/games/new/", {"game": play.GAME, KIND: f"seats-{seats}", "nonce": NONCE})
    game = the_game()
    assert answer["Location"] == f"/games/{game.public_id}/"
    assert (game.status, game.options) == (Game.Status.OPEN, {"seats": seats})
    page = visitor().get(answer["Location"])  # whose header does not say Anna
    assert page.status_code == 200 and "Anna" in page.content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Choose a game."),
        ({"game": "chess", "kind-chess": "seats-2"}, "Choose one of the games on this page."),
        ({"game": play.GAME}, "Choose how to play Pyramido: Forgotten Treasures."),
        ({"game": play.GAME, KIND: "seats-5"}, "Choose how to play Pyramido: Forgotten Treasures."),
        ({"game": "silver-gold-pyramids", KIND: "seats-2"}, "Choose how to play Silver &amp; Gold: Pyramids."),
    ],
)
def test_a_form_that_does_not_fit(fields: dict[str, str], sentence: str) -> None:
    answer = guest().post("/games/new/", fields)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Game.objects.exists()


def won_against_the_legend(user: User) -> None:
    game, _ = play.solo(user)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, finished_ms=1)
    Seat.objects.filter(game=game, number=0).update(rank=1)


LOCKED = {"game": play.GAME, KIND: "legend-the.seats-1"}
WHY = "Win “Become a Legend” first."


def test_a_kind_is_locked_until_what_it_needs_is_won() -> None:
    user = account("Anna")
    client = signed_in(user)
    assert WHY in client.get("/games/new/").content.decode()
    refused = client.post("/games/new/", LOCKED)
    assert refused.status_code == 422
    assert f"<p>{WHY}</p>" in refused.content.decode()
    assert not Game.objects.exists()
    won_against_the_legend(user)
    page = client.get("/games/new/").content.decode()
    assert WHY not in page
    assert client.post("/games/new/", LOCKED).status_code == 302
    assert Game.objects.filter(options__legend="the").count() == 1


def test_a_locked_kind_does_not_open_at_once_either(visitor: Client) -> None:
    answer = visitor.post("/games/now/", {"game": play.GAME, "kind": "legend-the.seats-1"}, follow=True)
    assert "Win “Become a Legend” first to play “Become THE Legend”." in answer.content.decode()
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_a_visitor_who_asks_too_much_is_no_guest(visitor: Client) -> None:
    assert visitor.post("/games/new/", LOCKED).status_code == 422
    assert not User.objects.exists()


def checked(page: str) -> list[str]:
    """Return the form's checked choices, in the order of the page."""
    return re.findall(r'name="(?:game|kind-[^"]*)" value="([^"]*)"[^>]* checked', page)


def test_the_form_chooses_beforehand_what_the_address_names(visitor: Client) -> None:
    games = [rules.key for rules in registry.games()]
    usual = ["seats-2"] * len(games)
    assert sorted(checked(visitor.get("/games/new/").content.decode())) == sorted([games[0], *usual])
    for key in games:
        page = visitor.get("/games/new/", {"game": key, "kind": "seats-3"}).content.decode()
        found = checked(page)
        assert found[found.index(key) + 1] == "seats-3"
        assert sorted(found) == sorted([key, "seats-3", *usual[1:]])
    # Unknown kinds and locked kinds.
    for unknown in ({"game": "chess"}, {"game": games[0], "kind": "seats-9"}, {"kind": "legend-the.seats-1"}):
        assert sorted(checked(visitor.get("/games/new/", unknown).content.decode())) == sorted([games[0], *usual])


def test_every_kind_of_table_of_every_game_opens_from_the_form() -> None:
    for rules in registry.games():
        for kind in shown_games.shown_game(rules).kinds:
            user = play.person()
            if kind.kind.needs is not None:
                won_against_the_legend(user)
            client = signed_in(user)
            at = client.post("/games/new/", {"game": rules.key, f"kind-{rules.key}": kind.value})["Location"]
            game = play.fresh(at.split("/")[2])
            assert (game.game_key, game.options) == (rules.key, kind.options)
            page = client.get(at).content.decode()
            assert f"/rules/{rules.key}/" in page
            if game.status == Game.Status.RUNNING:
                assert html.escape(kind.open_address) in page  # the page of the game links to the same kind of table


def test_sitting_down_starts_the_game(visitor: Client) -> None:
    game = open_seats(2)
    page = visitor.get(f"/games/{game.public_id}/").content.decode()
    assert "Sit down" in page
    assert game.commitment in page
    answer = visitor.post(f"/games/{game.public_id}/sit/", {"nonce": NONCE})
    assert answer["Location"] == f"/games/{game.public_id}/"
    game = play.fresh(game)
    assert game.status == Game.Status.RUNNING
    assert GameSecret.objects.get(game=game).nonces == {"1": NONCE}
    assert visitor.get(f"/games/{game.public_id}/").templates[0].name == "games/table.html"


def test_sitting_down_twice_is_once() -> None:
    game = open_seats(3)
    client = guest()
    for _ in range(2):
        assert client.post(f"/games/{game.public_id}/sit/")["Location"] == f"/games/{game.public_id}/"
    assert Seat.objects.filter(game=game, user=user_of(client)).count() == 1


def test_a_player_who_is_too_late_is_told() -> None:
    game, _ = play.table(2)
    answer = guest().post(f"/games/{game.public_id}/sit/", follow=True)
    assert answer.redirect_chain[-1][0] == "/games/"
    assert "This table is no longer open" in answer.content.decode()


def test_no_table_no_guest(visitor: Client) -> None:
    for path in ("/games/nowhere00000/", "/games/nowhere00000/sit/"):
        assert (visitor.post if path.endswith("sit/") else visitor.get)(path).status_code == 404
    assert not User.objects.exists()


def test_a_guest_of_the_table_leaves_it() -> None:
    game = open_seats(3)
    client = guest()
    client.post(f"/games/{game.public_id}/sit/")
    answer = client.post(f"/games/{game.public_id}/leave/", follow=True)
    assert "You have left the table." in answer.content.decode()
    assert play.fresh(game).status == Game.Status.OPEN
    assert not Seat.objects.filter(user=user_of(client)).exists()


def test_the_hosts_leaving_closes_the_table() -> None:
    client = guest()
    client.post("/games/now/", TWO)
    game = the_game()
    answer = client.post(f"/games/{game.public_id}/leave/", follow=True)
    assert "The table was closed." in answer.content.decode()
    closed = client.get(f"/games/{game.public_id}/")
    assert closed.status_code == 410
    assert closed.templates[0].name == "games/closed.html"


@pytest.mark.parametrize("path", ["sit", "leave"])
def test_looking_at_a_verb_does_nothing(path: str) -> None:
    game = open_seats(3)
    assert guest().get(f"/games/{game.public_id}/{path}/").status_code == 405


def test_a_stranger_cannot_leave(visitor: Client) -> None:
    game = open_seats(3)
    visitor.post(f"/games/{game.public_id}/leave/")
    answer = guest().post(f"/games/{game.public_id}/leave/", follow=True)
    assert "You are not a player at this table." in answer.content.decode()
    assert play.fresh(game).status == Game.Status.OPEN


def test_opening_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.requests.throttles.OpenTableThrottle.rate", "2/hour", raising=False)
    client = guest()
    codes = [client.post("/games/now/", TWO).status_code for _ in range(3)]
    assert codes == [302, 302, 429]
    assert Game.objects.count() == 2


LIVE, DAYS = per_move(10 * SECOND_MS), per_move(3 * DAY_MS)


@pytest.mark.parametrize(
    ("wanted", "asks"), [(None, []), ("never", []), ("days", ["days"]), ("always", ["live", "days"])]
)
def test_the_board_asks_before_a_move_as_the_player_wants(wanted: str | None, asks: list[str]) -> None:
    tables = {"live": table(LIVE), "days": table(DAYS)}
    found = []
    for pace, (game, (player, other)) in tables.items():
        if wanted is not None:
            preferences.change(player.pk, {"confirm_moves": wanted})
        pages = [signed_in(user).get(f"/games/{game.public_id}/").content.decode() for user in (player, other)]
        assert " data-asks" not in pages[1]
        found += [pace] if '<div id="board" data-asks' in pages[0] else []
    assert found == asks


FRAME = re.compile(r'<script id="board-frame" type="application/json">(.*?)</script>', re.DOTALL)


def frame_in_page(client: Client, game: Game) -> Any:
    """Return the frame in the page of a table, which is for this reader alone."""
    answer = client.get(f"/games/{game.public_id}/")
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", ")) and "Cookie" in answer["Vary"]
    (text,) = FRAME.findall(answer.content.decode())
    return json.loads(text)


def same_frame(client: Client, game: Game) -> Any:
    """Return the frame in the page, which is the one of the API but for the time."""
    frame = frame_in_page(client, game)
    assert frame | {"server_now_ms": 0} == view_of(client, game) | {"server_now_ms": 0, "type": "view"}
    return frame


def own_seats(frame: Any) -> list[int]:
    return [one["seat"] for one in frame["table"]["seats"] if one["you"]]


def view_of(client: Client, game: Game) -> Any:
    return client.get(f"/api/v1/games/{game.public_id}/view").json()


@pytest.mark.parametrize("key", [rules.key for rules in registry.games()])
def test_the_page_of_a_game_has_what_its_reader_may_see(key: str) -> None:
    people = [play.person() for _ in range(3)]
    table = open_table(people[0], key, {"seats": 3})
    for user in people[1:]:
        sit_down(user, table.public_id)
    readers = [*map(signed_in, people), guest(), visitor()]
    for seq in (4, 12):
        play.play_until(table, Random(1), lambda at, seq=seq: at.seq >= seq)
        positions.cache.clear()
        seen = [same_frame(reader, table) for reader in readers]
        assert [own_seats(one) for one in seen] == [[0], [1], [2], [], []]
    people[0].display_name = "Another Name"
    people[0].save()
    assert same_frame(readers[1], table)["table"]["seats"][0]["player"]["name"] == "Another Name"


def test_the_page_of_a_finished_game_names_its_rematch() -> None:
    game, people = play.table(2)
    play.play_to_the_end(game)
    ask_rematch(people[0], game.public_id)
    for client in (signed_in(people[0]), signed_in(people[1]), visitor()):
        assert same_frame(client, game)["table"]["rematch"]


def test_a_player_whose_seat_an_ai_has_sees_in_the_page_what_spectators_see() -> None:
    game, people = play.with_ai("greedy", seats=3, substitute="greedy")
    other = people[1]
    play.play_until(game, Random(1), lambda at: at.seq >= 6)
    seat = Seat.objects.get(game=game, user=other)
    assert own_seats(same_frame(signed_in(other), game)) == [seat.number]
    resign(game.public_id, seat.number)
    without = same_frame(signed_in(other), game)
    assert own_seats(without) == [] and without["table"]["seats"][seat.number]["ai"] == "greedy"
    assert without["view"] == frame_in_page(visitor(), game)["view"]
