"""Which running games can be watched, in which order, and what their boards show."""

from __future__ import annotations

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.users import blocks
from games.models import Game
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
