"""Hints: for a person who plays against AIs or the Legend only, for their own seat, and shown to no other user."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client

from accounts.models import User
from engine.ai.minds import MINDS
from engine.newtypes import FIRST
from games.computer.services.thinking import move_pool
from games.live import followups
from games.models import Game
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.tasks import hint as task
from games.tasks import play_ai
from tests.games import play
from tests.games.sockets import Socket, in_database
from tests.seats import SEAT_0, SEAT_1, SEAT_2
from tests.servers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

API = "/api/v1/games"


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Hints requested from the broker, which has no worker here."""
    monkeypatch.setattr(caches["default"], "key_prefix", "")  # other tests leave a different prefix
    made: list[tuple[Any, ...]] = []

    def hand_over(name: str, arguments: tuple[Any, ...], expires_s: float | None = None) -> None:
        if name == "games.tasks.hint":
            made.append(arguments)

    monkeypatch.setattr(followups._courier, "hand_over", hand_over)
    return made


@pytest.fixture
def table() -> tuple[Game, User]:
    game, (host,) = play.with_ai("greedy")
    return game, host


def client_of(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def ask(user: User | None, game: Game, expected_seq: int = 0) -> Any:
    body = {"expected_seq": expected_seq}
    return client_of(user).post(f"{API}/{game.public_id}/hint", data=body, content_type="application/json")


def look(user: User | None, game: Game) -> Any:
    return client_of(user).get(f"{API}/{game.public_id}/hint")


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_hint_is_thought_about_once_and_can_be_played(table: tuple[Game, User], asked: list[tuple[Any, ...]]) -> None:
    game, host = table
    assert refusal(look(host, game)) == (404, "no_hint")
    for _ in range(2):
        answer = ask(host, game)
        assert (answer.status_code, answer.json()) == (202, {"game": play.AI_GAME, "seq": 0, "action": None})
    assert look(host, game).status_code == 202
    assert asked == [(game.public_id, 0, 0)]
    task(*asked[0])
    answer = look(host, game)
    assert (answer.status_code, answer.json()["seq"]) == (200, 0)
    assert ask(host, game).json() == answer.json()
    assert len(asked) == 1

    action = {"expected_seq": 0, "action": answer.json()["action"]}
    played = client_of(host).post(f"{API}/{game.public_id}/actions", data=action, content_type="application/json")
    assert played.status_code == 200, played.content
    assert refusal(look(host, game)) == (422, "nothing_owed")
    assert refusal(ask(host, game)) == (422, "nothing_owed")
    play_ai(game.public_id, SEAT_1, FIRST)
    now = play.position(game)
    assert 0 in now.to_move
    assert refusal(look(host, game)) == (404, "no_hint")
    assert refusal(ask(host, game, now.seq + 1)) == (400, "seq_ahead")
    assert refusal(ask(host, game, 0)) == (409, "stale")
    assert ask(host, game, now.seq).status_code == 202


def test_a_hint_that_was_lost_is_asked_for_again(
    table: tuple[Game, User], asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, host = table
    with monkeypatch.context() as now:
        now.setattr(settings, "AI_SECONDS", -9.99)  # the longest wait, to which ten seconds are added, ends at once
        assert ask(host, game).status_code == 202
    wait_until(lambda: look(host, game).status_code == 404, 5, "the hint to be given up")
    assert ask(host, game).status_code == 202
    assert asked == [(game.public_id, 0, 0)] * 2
    task(*asked[0])
    hint = look(host, game)
    assert hint.status_code == 200
    monkeypatch.setattr(move_pool, "think", lambda *arguments: pytest.fail("it has been thought about"))
    task(*asked[1])
    assert look(host, game).json() == hint.json()


def test_a_player_out_by_the_rules_has_no_opponents_and_no_hints(asked: list[tuple[Any, ...]]) -> None:
    """docs/rules.md C3."""
    people, rng = [play.person() for _ in range(2)], Random(1)
    while True:
        game = open_table(people[0], "pyramido", {"seats": 3}, None, ("greedy",), "greedy")
        sit_down(people[1], game.public_id)
        at = play.play_until(game, rng, lambda at: at.over or (len(at.persons) == 1 and at.to_move == at.persons))
        if not at.over:  # unless the AI went out first
            break
    (seat,) = at.persons
    assert ask(play.owner_of(game, seat), game, at.seq).status_code == 202
    assert asked == [(game.public_id, seat, at.owed_since[seat])]
    resign(game.public_id, seat)
    assert play.position(game).ai[seat] is None  # no opponent is left: no AI plays on


def test_a_hint_for_a_decision_that_is_gone_is_not_made(
    table: tuple[Game, User], asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, host = table
    ask(host, game)
    submit_action(game.public_id, SEAT_0, FIRST, play.random_action(play.position(game), 0, Random(1)))
    monkeypatch.setattr(move_pool, "think", lambda *arguments: pytest.fail("nobody waits for it"))
    task(*asked[0])


def test_there_are_no_hints_where_another_person_plays() -> None:
    game, (anna, bert) = play.with_ai("greedy", seats=3, substitute="greedy")
    answer = ask(anna, game)
    assert refusal(answer) == (403, "hints_off")
    assert "against other people" in answer.json()["detail"]
    assert refusal(look(anna, game)) == (403, "hints_off")
    resign(game.public_id, SEAT_2)
    assert play.fresh(game).status == "running"
    now = play.position(game)
    assert refusal(ask(bert, game, now.seq)) == (403, "hints_off")
    assert ask(anna, game, now.seq).status_code == 202


def test_there_are_hints_against_the_legend(asked: list[tuple[Any, ...]]) -> None:
    game, user = play.solo()
    assert ask(user, game).status_code == 202
    task(*asked[0])
    assert look(user, game).json()["action"]["type"] == "take"


def test_there_are_none_in_games_that_the_ai_does_not_play(
    table: tuple[Game, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, host = table
    monkeypatch.delitem(MINDS, play.AI_GAME)
    assert refusal(ask(host, game)) == (403, "hints_off")
    levels = client_of().get("/api/v1/ai-levels").json()
    assert play.AI_GAME not in levels["games"]
    body = {"game": play.AI_GAME, "ai": ["greedy"]}
    refused = client_of(host).post(API, data=body, content_type="application/json")
    assert refusal(refused) == (422, "no_ai")


def test_only_the_seat_s_player_may_request_a_hint(table: tuple[Game, User]) -> None:
    game, _ = table
    assert refusal(ask(None, game)) == (401, "not_authenticated")
    assert refusal(ask(play.person(), game)) == (403, "not_seated")
    assert refusal(look(None, game)) == (401, "not_authenticated")
    assert refusal(look(play.person(), game)) == (403, "not_seated")
    host = play.person()
    opened = client_of(host).post(API, data={"game": play.AI_GAME}, content_type="application/json").json()
    assert refusal(ask(host, play.fresh(opened["id"]))) == (409, "not_running")
    assert client_of(host).get(f"{API}/nothing12345/hint").status_code == 404


def test_asking_is_limited(table: tuple[Game, User]) -> None:
    game, host = table
    answers = [ask(host, game).status_code for _ in range(31)]
    assert answers == [202] * 30 + [429]


async def test_a_hint_goes_only_to_the_seat_s_sockets(table: tuple[Game, User], asked: list[tuple[Any, ...]]) -> None:
    game, host = table
    mine, also_mine = [await Socket.to(game.public_id, host) for _ in range(2)]
    others = [await Socket.to(game.public_id, user) for user in (None, await in_database(play.person))]
    for socket in (mine, also_mine, *others):
        assert (await socket.frame())["type"] == "view"
    assert await mine.answer_to({"type": "hint", "ref": 5, "expected_seq": 0}) == {"type": "done", "ref": 5, "seq": 0}
    assert asked == [(game.public_id, 0, 0)]
    await in_database(partial(task, *asked[0]))
    first = await mine.frame()
    assert (first["type"], first["seq"], set(first)) == ("hint", 0, {"type", "game", "seq", "action"})
    assert await also_mine.frame() == first
    again = await mine.answer_to({"type": "hint", "ref": 6, "expected_seq": 0})
    assert again == {"type": "done", "ref": 6, "seq": 0}
    assert await also_mine.frame() == first  # a repeated request shows it again
    refused = await others[0].answer_to({"type": "hint", "ref": 7, "expected_seq": 0})
    assert (refused["type"], refused["code"]) == ("error", "not_seated")
    for socket in others:
        await socket.quiet()
    for socket in (mine, also_mine, *others):
        await socket.close()


async def test_asking_over_a_socket_has_the_same_limit(table: tuple[Game, User]) -> None:
    game, host = table
    assert await in_database(lambda: [ask(host, game).status_code for _ in range(30)]) == [202] * 30
    socket = await Socket.to(game.public_id, host)
    answer = await socket.answer_to({"type": "hint", "ref": 1, "expected_seq": 0})
    assert (answer["type"], answer["code"]) == ("error", "throttled")
    assert "hints" in answer["detail"]
    await socket.close()
