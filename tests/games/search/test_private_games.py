"""A game whose table was not listed is found by its players alone, also after its end; visitors need its address."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.exports.selectors import lines_of
from games.models import Game
from games.record.services.resign import resign
from games.seating.services.list_table import list_table
from games.seating.services.open_table import open_table
from games.seating.services.rematch import ask_rematch, play_again
from games.seating.services.sit_down import sit_down
from tests.games import play
from tests.people import account, signed_in, visitor
from tests.ratings.results import finish, rate_all
from tests.seats import SEAT_1

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]

MONTH = "2027-01"
"""The month of `tests.ratings.results.NOW_MS`."""


def started(ada: User, ben: User, *, listed: bool) -> Game:
    table = open_table(ada, play.GAME, {"seats": 2}, listed=listed)
    return sit_down(ben, table.public_id, None, table.link or "")


def lists(game: Game, ada: User) -> list[str]:
    """Return the addresses that could name the game."""
    return [
        "/", "/games/", f"/players/{ada.public_id}/", "/games/search/", f"/games/search/?players={ada.display_name}",
        "/api/v1/games", "/api/v1/games?status=running", "/api/v1/games?status=finished",
        f"/api/v1/games?players={ada.public_id}", f"/api/v1/players/{ada.public_id}/games",
    ]  # fmt: skip


@pytest.mark.parametrize("listed", [True, False])
def test_where_it_is_named(listed: bool) -> None:
    ada, ben, cleo = (account(name) for name in ("Ada", "Ben", "Cleo"))
    game = started(ada, ben, listed=listed)
    for over in (False, True):
        if over:
            resign(game.public_id, SEAT_1)
        for client in (visitor(), signed_in(cleo)):
            named = {path for path in lists(game, ada) if game.public_id in client.get(path).content.decode()}
            assert bool(named) == listed, (over, named)
            assert client.get(f"/games/{game.public_id}/").status_code == 200, "who has the address may watch"
        for path in (f"/api/v1/players/{ada.public_id}/games", "/api/v1/games?mine=true", "/games/mine/"):
            assert game.public_id in signed_in(ben).get(path).content.decode(), path


def test_the_host_may_list_it_until_it_begins() -> None:
    ada = account("Ada")
    table = open_table(ada, play.GAME, {"seats": 2}, listed=False)
    assert play.fresh(table).private
    assert not list_table(ada, table.public_id, True).private
    assert list_table(ada, table.public_id, False).private


def test_tables_that_follow_are_like_the_first() -> None:
    ada, ben = account("Ada"), account("Ben")
    for listed in (True, False):
        game = started(ada, ben, listed=listed)
        resign(game.public_id, SEAT_1)
        assert ask_rematch(ada, game.public_id).private is not listed
    alone = play.against(ada, play.AI_GAME, ["greedy"])
    Game.objects.filter(pk=alone.pk).update(private=True, status=Game.Status.FINISHED)
    assert play_again(ada, alone.public_id).private


def test_a_game_that_was_listed_does_not_lead_to_a_private_rematch() -> None:
    ada, ben = account("Ada"), account("Ben")
    game = started(ada, ben, listed=True)
    resign(game.public_id, SEAT_1)
    rematch = ask_rematch(ada, game.public_id)
    addresses = [f"/games/{game.public_id}/", f"/api/v1/games/{game.public_id}", f"/api/v1/games/{game.public_id}/view"]

    def named(client: Client) -> list[bool]:
        return [rematch.public_id in client.get(path).content.decode() for path in addresses]

    assert all(named(visitor()))
    list_table(ada, rematch.public_id, False)
    assert not any(named(visitor())) and not any(named(signed_in(account("Cleo"))))
    assert all(named(signed_in(ada))) and all(named(signed_in(ben)))


def test_ratings_do_not_lead_to_it() -> None:
    ada, ben = account("Ada"), account("Ben")
    game = started(ada, ben, listed=False)
    result = finish(game.public_id, ada, ben, key=play.GAME)
    rate_all()
    history = f"/api/v1/players/{ada.public_id}/ratings/{result.pool.game}/{result.pool.pace}"
    page = f"/players/{ada.public_id}/"
    assert [one["game"] for one in visitor().get(history).json()["results"]] == [None]
    assert game.public_id not in visitor().get(page).content.decode()
    assert [one["game"] for one in signed_in(ben).get(history).json()["results"]] == [game.public_id]
    assert game.public_id in signed_in(ben).get(page).content.decode()


def test_it_is_not_in_the_monthly_file() -> None:
    ada, ben = account("Ada"), account("Ben")
    game = started(ada, ben, listed=False)
    resign(game.public_id, SEAT_1)
    finish(game.public_id, ada, ben, key=play.GAME)
    rate_all()
    assert [one.id for one in lines_of(MONTH)] == []
    Game.objects.filter(pk=game.pk).update(private=False)
    assert [one.id for one in lines_of(MONTH)] == [game.public_id]
