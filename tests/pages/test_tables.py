"""Opening, sitting down, leaving, playing at once, by way of the pages' forms."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, GameSecret, Seat
from games.services.open_table import open_table
from tests.games import play
from tests.people import account, guest, signed_in, user_of, visitor

pytestmark = pytest.mark.django_db(transaction=True)

NONCE = "5e" * 32


def the_game() -> Game:
    return Game.objects.get()


def open_seats(seats: int = 2) -> Game:
    return open_table(play.person(), play.GAME, {"seats": seats})


@pytest.mark.parametrize("who", [visitor, guest, lambda: signed_in(account("Anna"))])
def test_one_click_and_one_plays_against_the_legend(who: type[Client]) -> None:
    client = who()
    answer = client.post("/games/now/", {"table": "solo", "nonce": NONCE})
    game = the_game()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.public_id}/")
    assert game.status == Game.Status.RUNNING
    assert game.options == {"seats": 1, "legend": "a"}
    assert Seat.objects.get(game=game, number=0).user == user_of(client)
    assert GameSecret.objects.get(game=game).nonces == {"0": NONCE}


def test_one_click_opens_a_table_for_two(visitor: Client) -> None:
    visitor.post("/games/now/", {"table": "two", "nonce": ""})
    game = the_game()
    assert (game.status, game.options) == (Game.Status.OPEN, {"seats": 2})
    assert GameSecret.objects.get(game=game).nonces == {}


@pytest.mark.parametrize(
    "fields", [{}, {"table": "four"}, {"table": "solo", "nonce": "5e"}, {"table": "solo", "nonce": "g" * 64}]
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
    answer = client.post("/games/new/", {"seats": seats, "legend": "a", "nonce": NONCE})
    game = the_game()
    assert answer["Location"] == f"/games/{game.public_id}/"
    assert (game.status, game.options) == (Game.Status.OPEN, {"seats": seats})
    assert "Anna" in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize(
    "fields", [{}, {"seats": "0"}, {"seats": "5"}, {"seats": "two"}, {"seats": "1", "legend": "my"}]
)
def test_a_form_that_does_not_fit(fields: dict[str, str]) -> None:
    answer = guest().post("/games/new/", fields)
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert not Game.objects.exists()


def won_against_the_legend(user: User) -> None:
    game, _ = play.solo(user)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, finished_ms=1)
    Seat.objects.filter(game=game, number=0).update(rank=1)


def test_the_legend_is_locked_until_a_legend_is_beaten() -> None:
    user = account("Anna")
    client = signed_in(user)
    assert "Win “Become a Legend” first." in client.get("/games/new/").content.decode()
    assert client.post("/games/new/", {"seats": 1, "legend": "the"}).status_code == 422
    assert not Game.objects.exists()
    won_against_the_legend(user)
    page = client.get("/games/new/").content.decode()
    assert "Win “Become a Legend” first." not in page
    assert client.post("/games/new/", {"seats": 1, "legend": "the"}).status_code == 302
    assert Game.objects.filter(options__legend="the").count() == 1


def test_a_visitor_who_asks_too_much_is_no_guest(visitor: Client) -> None:
    assert visitor.post("/games/new/", {"seats": 1, "legend": "the"}).status_code == 422
    assert not User.objects.exists()


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


def test_who_comes_too_late_is_told() -> None:
    game, _ = play.table(2)
    answer = guest().post(f"/games/{game.public_id}/sit/", follow=True)
    assert answer.redirect_chain[-1][0] == "/games/"
    assert "That table is no longer open" in answer.content.decode()


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
    client.post("/games/now/", {"table": "two"})
    game = the_game()
    answer = client.post(f"/games/{game.public_id}/leave/", follow=True)
    assert "The table is closed." in answer.content.decode()
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
    assert "You do not sit at this table." in answer.content.decode()
    assert play.fresh(game).status == Game.Status.OPEN


def test_opening_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.throttles.OpenTableThrottle.rate", "2/hour", raising=False)
    client = guest()
    codes = [client.post("/games/now/", {"table": "two"}).status_code for _ in range(3)]
    assert codes == [302, 302, 429]
    assert Game.objects.count() == 2


def test_a_running_table_carries_its_json() -> None:
    client = guest()
    client.post("/games/now/", {"table": "solo"})
    answer = client.get(f"/games/{the_game().public_id}/")
    assert answer.context["seat"] == 0
    assert answer.context["table"]["status"] == "running"
    assert answer.context["table"]["id"] in answer.content.decode()
