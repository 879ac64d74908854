"""Which running games can be watched, in which order, and what their boards show; on the page and over the API."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.users import blocks
from games.models import Game
from games.record import positions
from games.record.services.resign import resign
from games.search.selectors.running_games import running_games
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from ratings.models import Rating, RatingPool
from tests.games import play
from tests.people import account, signed_in, visitor
from tests.seats import SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)


def started(first: User, second: User, *, listed: bool = True) -> Game:
    table = open_table(first, play.GAME, {"seats": 2}, listed=listed)
    return sit_down(second, table.public_id, None, table.link or "")


def rated(user: User, value: int, key: str = play.GAME) -> None:
    pool, _ = RatingPool.objects.get_or_create(game=key, pace="live", population="people")
    Rating.objects.create(pool=pool, user=user, value=value, games=12)


def ids(user: User | None) -> list[str]:
    return [game.public_id for game in running_games(user)]


def test_the_best_come_first() -> None:
    ada, ben, cleo, dan = (account(name) for name in ("Ada", "Ben", "Cleo", "Dan"))
    weak, strong, unrated = started(ada, ben), started(cleo, dan), started(play.person(), play.person())
    for user, value in ((ada, 150_000), (ben, 160_000), (cleo, 170_000), (dan, 165_000)):
        rated(user, value)
    rated(ada, 250_000, "pyramido")
    assert ids(None) == [strong.public_id, weak.public_id, unrated.public_id]
    assert ids(ada) == [strong.public_id, unrated.public_id], "one plays one’s own games"
    assert list(running_games(None, "pyramido")) == []


def test_who_finds_what() -> None:
    ada, ben, cleo = (account(name) for name in ("Ada", "Ben", "Cleo"))
    game, secret = started(ada, ben), started(ada, ben, listed=False)
    open_table(ada, play.GAME, {"seats": 2})
    assert ids(None) == ids(cleo) == [game.public_id]
    assert secret.public_id not in visitor().get("/games/watch/").content.decode()
    blocks.block(ben, cleo)
    assert ids(cleo) == []
    resign(game.public_id, SEAT_1)
    assert ids(None) == []
    assert "The building sites are quiet" in visitor().get("/games/watch/").content.decode()


def test_boards_are_those_of_strangers() -> None:
    game, _people = play.table(2)
    as_stranger = visitor().get(f"/api/v1/games/{game.public_id}/view").json()
    for client in (visitor(), signed_in(account("Ada"))):
        page = client.get("/games/watch/", {"game": play.GAME}).content.decode()
        found = re.search(rf'<script id="frame-{game.public_id}" type="application/json">(.*?)</script>', page)
        assert found is not None
        assert json.loads(found[1])["view"] == as_stranger["view"]


def test_a_page_has_seven_games_and_as_many_queries_whatever_there_is() -> None:
    for _ in range(8):
        play.table(2)
    client = visitor()

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            shown(client, "/games/watch/", 7)
        return len(captured)

    before = queries()
    for _ in range(3):
        play.table(2)
    assert queries() == before
    (rest,) = re.findall(r'href="([^"]+)" rel="next"', client.get("/games/watch/").content.decode())
    shown(client, rest.replace("&amp;", "&"), 4)


def shown(client: Client, address: str, count: int) -> None:
    assert client.get(address).content.decode().count('data-watch="') == count


API = "/api/v1/running-games"


def test_the_api_has_the_same_games_in_the_same_order() -> None:
    ada, ben, cleo = (account(name) for name in ("Ada", "Ben", "Cleo"))
    games = [started(ada, ben), started(ben, cleo), started(play.person(), play.person())]
    rated(ben, 170_000)
    rated(cleo, 180_000)
    for client, user in ((visitor(), None), (signed_in(ada), ada)):
        on_page = re.findall(r'data-table="([^"]+)"', client.get("/games/watch/").content.decode())
        answer = client.get(API).json()
        assert [table["id"] for table in answer["results"]] == on_page == ids(user)
        assert (answer["next"], answer["previous"]) == (None, None)
        assert client.get(f"{API}?game=pyramido").json()["results"] == []
        assert client.get(f"/api/v1/games/{on_page[0]}").json() == answer["results"][0]
    assert ids(None) == [games[1].public_id, games[0].public_id, games[2].public_id]
    assert client.get(f"{API}?game=chess").json()["code"] == "unknown_game"


def test_the_api_has_pages() -> None:
    for _ in range(5):
        play.table(2)
    first = visitor().get(f"{API}?limit=3").json()
    rest = visitor().get(first["next"]).json()
    assert [table["id"] for table in (*first["results"], *rest["results"])] == ids(None)
    assert (len(rest["results"]), rest["next"]) == (2, None)


def test_a_delay_is_named_and_holds() -> None:
    game, _people = play.table(2)
    Game.objects.filter(pk=game.pk).update(watch_delay=3)
    positions.cache.clear()
    before = visitor().get(API).json()["results"]
    for seed in range(3):
        play.step(game, Random(seed))
        assert visitor().get(API).json()["results"] == before
    page = visitor().get("/games/watch/").content.decode()
    assert "3-move delay" in page
    found = re.search(rf'<script id="frame-{game.public_id}" type="application/json">(.*?)</script>', page)
    assert found is not None and json.loads(found[1])["seq"] == 0


def test_one_s_own_games_are_elsewhere() -> None:
    ada, ben = account("Ada"), account("Ben")
    game = started(ada, ben)
    client = signed_in(ada)
    for address, own in (("/games/watch/", True), ("/games/watch/?game=pyramido", False)):
        page = client.get(address).content.decode()
        assert ("Only you are building" in page, "The building sites are quiet" in page) == (own, not own)
    resign(game.public_id, SEAT_1)
    assert "The building sites are quiet" in client.get("/games/watch/").content.decode()
