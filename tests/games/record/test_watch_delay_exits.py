"""What refusals, mails, notifications and lists tell of moves that a table still delays: nothing to watchers, who
include those who have left to an AI, and all to players.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import Notification, User
from engine.core import JSON
from games.models import Game, Seat
from games.notices.services.tell_players import tell_players
from games.presenters import game_lists
from games.record import positions, selectors
from games.record.services.resign import resign
from tests.games import play
from tests.games.record.test_watch_delay import DELAY, seen, table
from tests.games.sockets import Socket, in_database
from tests.games.timed import per_move
from tests.people import signed_in, visitor
from tests.seats import SEAT_0, SEAT_1, SEAT_2

pytestmark = pytest.mark.django_db(transaction=True)


def with_one_who_has_left(moves: int, **agreed: Any) -> tuple[Game, list[User]]:
    """Return a table of three, one of whom leaves to an AI after some moves."""
    game, people = table(game_key=play.AI_GAME, seats=3, substitute="greedy", **agreed)
    rng = Random(21)
    for _ in range(moves):
        play.step(game, rng)
    resign(game.public_id, SEAT_2, "the-key")
    return game, people


def posted(client: Client, game: Game, verb: str, body: Any, key: str | None = None) -> JSON:
    """Return the answer to a request that is refused."""
    raw, headers = body if isinstance(body, str) else json.dumps(body), {} if key is None else {"Idempotency-Key": key}
    path = f"/api/v1/games/{game.public_id}/{verb}"
    answer = client.post(path, raw, content_type="application/json", headers=headers)
    assert answer.status_code >= 400, answer.content
    found: JSON = answer.json()
    return found


# --- refusals ---------------------------------------------------------------------------------------------------------
def test_a_refusal_has_no_later_seq_than_its_reader_sees() -> None:
    game, people = with_one_who_has_left(8)
    now, late = play.position(game).seq, seen(game).seq
    assert late < now
    player, left, watcher = signed_in(people[0]), signed_in(people[2]), signed_in(play.person())
    for client, seq in ((player, now), (left, late), (watcher, late), (visitor(), late)):
        assert client.get(f"/api/v1/games/{game.public_id}/export").json()["seq"] == seq
        assert client.get(f"/api/v1/games/{game.public_id}/views/{now + 1}").json()["seq"] == seq
    for client, seq in ((player, now), (left, late), (watcher, late)):
        assert posted(client, game, "actions", "{")["seq"] == seq
    act = {"expected_seq": now, "action": {}}
    for verb, body in {"actions": act, "resign": {}, "take-back": {"expected_seq": now}}.items():
        refused = posted(left, game, verb, body)
        assert (refused["code"], refused["seq"]) == ("taken_over", late)
    reused = posted(left, game, "actions", act, "the-key")
    assert (reused["code"], reused["seq"]) == ("key_reused", late)
    assert posted(player, game, "hint", {"expected_seq": now})["seq"] == now
    assert posted(left, game, "hint", {"expected_seq": now})["seq"] == late


async def test_a_key_of_chat_tells_watchers_no_later_seq() -> None:
    game, people = await in_database(table)
    for _ in range(6):
        await in_database(play.step, game, Random(22))
    now, late = (await in_database(play.position, game)).seq, (await in_database(seen, game)).seq
    assert late < now
    for user, room, seq in ((people[0], "players", now), (await in_database(play.person), "spectators", late)):
        socket = await Socket.to(game.public_id, user)
        for text in ("Hello", "Goodbye"):
            await socket.send({"type": "say", "ref": text, "room": room, "text": text, "idempotency_key": "a-key"})
        refused = await socket.until("error")
        assert (refused["code"], refused["ref"], refused["seq"]) == ("key_reused", "Goodbye", seq)
        await socket.close()


def test_who_has_left_is_not_told_how_far_the_game_is_by_its_legal_actions() -> None:
    game, people = with_one_who_has_left(8)
    path = f"/api/v1/games/{game.public_id}/legal-actions"
    nothing = {"game": game.game_key, "seq": seen(game).seq, "actions": [], "complete": True}
    assert signed_in(people[2]).get(path).json() == nothing
    assert signed_in(people[0]).get(path).json()["seq"] == play.position(game).seq


# --- mails and notifications ------------------------------------------------------------------------------------------
def test_the_picture_of_a_player_s_mail_is_the_latest_that_strangers_see() -> None:
    game, _people = table()
    for _ in range(6):
        play.step(game, Random(23))
    now, late = play.position(game).seq, seen(game).seq
    path = f"/games/{game.public_id}/previews/fr"
    answer = visitor().get(f"{path}/{now}.png")
    assert (answer.status_code, answer["Location"]) == (302, f"{path}/{late}.png")
    assert answer["Cache-Control"] == "no-store"
    assert visitor().get(answer["Location"]).status_code == 200
    assert visitor().get(f"{path}/{now}/0.svg").status_code == 404
    resign(game.public_id, SEAT_1)
    assert visitor().get(f"{path}/{now}.png").status_code == 200
    assert visitor().get(f"{path}/{now + 99}.png").status_code == 404


@pytest.mark.parametrize(("delay", "told"), [(0, 2), (DELAY, 1)])
def test_who_has_left_is_not_told_that_others_leave_until_watchers_see_it(delay: int, told: int) -> None:
    game, people = table(delay, game_key=play.AI_GAME, seats=4, substitute="greedy", **per_move())
    play.play_until(game, Random(24), lambda at: at.under_way)

    def left() -> list[int]:
        tell_players(game.public_id)
        rows = Notification.objects.filter(kind="left_game", subject=game.public_id)
        return [rows.filter(user=user).count() for user in people]

    resign(game.public_id, SEAT_2)
    assert left() == [1, 1, 0, 1]
    resign(game.public_id, SEAT_1)
    assert left() == [2, 1, told - 1, 2]


# --- lists ------------------------------------------------------------------------------------------------------------
def test_own_games_are_in_the_order_that_their_player_sees() -> None:
    game, people = with_one_who_has_left(8)
    left = people[2]
    other, _ = table(0)
    Seat.objects.filter(game=other, number=0).update(user=left)
    positions.cache.clear()

    def listed() -> list[str]:
        lists = game_lists.my_games(left)
        return [one.game.public_id for one in (*lists.mine_to_move, *lists.others_to_move)]

    before, last = listed(), seen(game).seq
    resign(game.public_id, SEAT_1)
    assert (listed(), seen(game).seq) == (before, last)


def test_a_player_of_a_delayed_game_sees_the_whole_row() -> None:
    game, people = table()
    play.step(game, Random(25))
    row = selectors.game_by_id(game.public_id)
    for user in people:
        assert game_lists.entry(row, user).now is row
        assert selectors.seen_late(row, game_lists.entry(row, user).seat.number) is None
    assert game_lists.entry(row, None).now is not row


# --- rated tables -----------------------------------------------------------------------------------------------------
def test_a_rated_table_can_have_a_delay() -> None:
    ada, ben = play.person(), play.person()
    terms = {"time_control": {"system": "per_move", "seconds": 86_400}, "rated": True}
    body = {"game": play.GAME, "options": {"seats": 2}, "terms": terms, "watch_delay": 2, "invited": [ben.public_id]}
    opened = signed_in(ada).post("/api/v1/games", json.dumps(body), "application/json")
    assert opened.status_code == 201, opened.content
    game, client = opened.json()["id"], signed_in(ben)
    assert opened.json()["rated"] and client.get(f"/api/v1/games/{game}").json()["watch_delay"] == 2
    (invited,) = client.get("/api/v1/invitations").json()["results"]
    assert invited["table"]["watch_delay"] == 2
    assert client.post(f"/api/v1/invitations/{invited['id']}/accept", "{}", "application/json").status_code == 200
    for seed in range(3):
        play.step(game, Random(seed))
    assert visitor().get(f"/api/v1/games/{game}").json()["seq"] == seen(play.fresh(game)).seq < play.position(game).seq
    resign(play.fresh(game).public_id, SEAT_0)
    assert visitor().get(f"/api/v1/games/{game}").json()["seq"] == play.position(game).seq
