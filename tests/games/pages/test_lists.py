"""The lists: open tables, the user's own games, a player's record, the reigning Legend."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Seat
from games.presenters import game_lists as queries
from games.seating.services.open_table import open_table
from tests.games import play
from tests.people import account, guest, signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_lobby_shows_what_is_open(visitor: Client) -> None:
    quiet = visitor.get("/games/").content.decode()
    assert "The camp is quiet" in quiet
    assert "Play Pyramido: Forgotten Treasures alone" in quiet
    assert "Treasures alone" not in visitor.get("/games/", {"game": "pyramido"}).content.decode()
    open_ = open_table(account("Zoé"), play.GAME, {"seats": 3})
    running, _ = play.table(2)
    page = visitor.get("/games/").content.decode()
    assert f"/games/{open_.public_id}/sit/" in page
    assert "Zoé" in page
    assert running.public_id not in page
    part = visitor.get("/games/", {"part": "tables"}).content.decode()
    assert open_.public_id in part
    assert "<html" not in part


def test_at_ones_own_table_there_is_no_second_seat() -> None:
    user = account("Anna")
    game = open_table(user, play.GAME, {"seats": 3})
    page = signed_in(user).get("/games/").content.decode()
    assert f"/games/{game.public_id}/sit/" not in page
    assert "Go to your table" in page


def test_names_are_text(visitor: Client) -> None:
    user = User.objects.create_user("<b>Anna</b>")  # no form would accept it
    open_table(user, play.GAME, {"seats": 2})
    page = visitor.get("/games/").content.decode()
    assert "&lt;b&gt;Anna&lt;/b&gt;" in page
    assert "<b>Anna" not in page


def test_my_games_begin_with_what_waits_longest() -> None:
    user = account("Anna")
    games = [play.solo(user)[0] for _ in range(3)]
    for game, last_event_ms in zip(games, (3000, 1000, 2000), strict=True):
        Game.objects.filter(pk=game.pk).update(last_event_ms=last_event_ms)
    waiting = open_table(user, play.GAME, {"seats": 2})
    finished, _ = play.solo(user)
    play.play_to_the_end(finished)
    lists = queries.my_games(user)
    assert [entry.game.pk for entry in lists.mine_to_move] == [games[1].pk, games[2].pk, games[0].pk]
    assert [entry.game.pk for entry in lists.waiting] == [waiting.pk]
    assert [game.pk for game in queries.finished_games(user, None)] == [finished.pk]
    page = signed_in(user).get("/games/mine/").content.decode()
    assert page.index("Your turn") < page.index("Waiting for players") < page.index("Finished")


def test_whose_turn_it_is() -> None:
    game, people = play.table(2)
    mover = play.position(game).to_move[0]
    lists = [queries.my_games(user) for user in people]
    assert [len(one.mine_to_move) for one in lists] == [int(seat == mover) for seat in (0, 1)]
    assert [len(one.others_to_move) for one in lists] == [int(seat != mover) for seat in (0, 1)]
    assert [queries.waiting_count(user) for user in people] == [int(seat == mover) for seat in (0, 1)]


def test_how_many_games_wait_is_told_to_their_player_alone(visitor: Client) -> None:
    game, user = play.solo()
    for client, waiting in ((signed_in(user), 1), (signed_in(account("Zoe")), 0), (guest(), 0)):
        answer = client.get("/games/mine/?part=waiting")
        assert answer.json() == {"waiting": waiting} and "no-store" in answer.headers["Cache-Control"]
    away = visitor.get("/games/mine/?part=waiting")
    assert away.status_code == 302 and away.headers["Location"].startswith("/accounts/login/")
    play.play_to_the_end(game)
    assert signed_in(user).get("/games/mine/?part=waiting").json() == {"waiting": 0}


def test_a_browser_keeps_names_and_times_for_their_player_alone(visitor: Client) -> None:
    game, user = play.solo()
    kept = {"url": f"/games/{game.public_id}/", "game": play.GAME, "others": [], "yours": True, "open": False}
    zoe = account("Zoe")
    for client, whose, games in ((signed_in(user), user, [{**kept, "deadline_ms": None}]), (signed_in(zoe), zoe, [])):
        answer = client.get("/games/mine/?part=kept")
        assert answer.json() == {"account": whose.public_id, "games": games}
        assert "no-store" in answer.headers["Cache-Control"]
    assert visitor.get("/games/mine/?part=kept").status_code == 302


def test_no_games_yet() -> None:
    assert "Your map is still blank" in signed_in(account("Anna")).get("/games/mine/").content.decode()


def test_the_list_costs_the_same_for_many_games(django_assert_max_num_queries: object) -> None:
    user = account("Anna")
    for _ in range(6):
        play.solo(user)
    client = signed_in(user)
    client.get("/games/mine/")  # the first request of a session records that it is in use
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        assert client.get("/games/mine/").status_code == 200


def test_a_players_record(visitor: Client) -> None:
    game, people = play.table(2)
    play.play_to_the_end(game, seed=3)
    solo, _ = play.solo(people[0])
    play.play_to_the_end(solo)
    winners = set(Seat.objects.filter(game=game, rank=1).values_list("user", flat=True))
    for user in people:
        [(shown, [*kinds, table])] = queries.records_of(user)
        assert (shown.key, table.kind.options) == (play.GAME, {"seats": 2})
        assert (table.finished, table.won) == (1, int(user.pk in winners))
        assert [record.kind.options for record in kinds] == [solo.options] * (user == people[0])
    page = visitor.get(f"/players/{people[0].public_id}/").content.decode()
    assert people[0].display_name in page
    assert f"/games/{solo.public_id}/" in page
    assert "Become a Legend" in page
    assert "Become THE Legend" not in page


def test_records_are_kept_by_game_and_kind_whatever_the_order_of_stored_keys(visitor: Client) -> None:
    user = account("Anna")
    for options in ({"seats": 1, "legend": "a"}, {"legend": "a", "seats": 1}):
        game, _ = play.solo(user)
        Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, finished_ms=1, options=options)
        Seat.objects.filter(game=game, number=0).update(rank=1)
    for key in ("pyramido", "silver-gold-pyramids"):
        game = open_table(user, key, {"seats": 3})
        Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, finished_ms=2, seq=0)
    found = {
        shown.key: [(one.kind.value, one.finished, one.won) for one in kinds]
        for shown, kinds in queries.records_of(user)
    }
    assert found == {
        play.GAME: [("legend-a.seats-1", 2, 2)],
        "pyramido": [("seats-3", 1, 0)],
        "silver-gold-pyramids": [("seats-3", 1, 0)],
    }


def test_an_unknown_player(visitor: Client) -> None:
    assert visitor.get("/players/nobody000000/").status_code == 404


def test_the_reigning_legend_is_shown(visitor: Client) -> None:
    assert "The throne is empty" in visitor.get("/").content.decode()
    first, second = account("Anna"), account("Berta")
    for user, at in ((first, 1), (second, 2)):
        game, _ = play.solo(user)
        Game.objects.filter(pk=game.pk).update(
            status=Game.Status.FINISHED, finished_ms=at, options={"seats": 1, "legend": "the"}
        )
        Seat.objects.filter(game=game, number=0).update(rank=1)
    for path in ("/", "/games/"):
        page = visitor.get(path).content.decode()
        assert "Berta" in page
        assert "Anna" not in page
    assert "the reigning Legend" in visitor.get(f"/players/{second.public_id}/").content.decode()
    assert "the reigning Legend" not in visitor.get(f"/players/{first.public_id}/").content.decode()
