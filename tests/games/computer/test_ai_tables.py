"""AIs at tables: seated by the host, shown to all, and taking over the seats of people who leave."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine import export
from engine.ai.levels import LEVELS
from engine.ai.players import get
from engine.newtypes import SeatNumber
from games.computer.services.play_ai import play_ai
from games.live.groups import publisher
from games.models import Game, GameSecret
from games.presenters import game_lists as queries
from games.realtime.audience import Audience
from games.record import selectors
from games.record.checking import faults
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.seating.selectors import titles
from tests.games import play
from tests.games.sockets import Socket, in_database
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)

API = "/api/v1/games"


def client_of(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(f"{API}{path}", data=body, content_type="application/json")


def open_for(user: User, seats: int, **more: Any) -> Any:
    return post(client_of(user), "", {"game": play.AI_GAME, "options": {"seats": seats}, **more})


def seats_of(table: Any) -> list[str | None]:
    """Each seat's AI, person's name, or None."""
    return [seat["ai"] or (seat["player"] or {"name": None})["name"] for seat in table["seats"]]


def code(answer: Any) -> tuple[int, str, str | None]:
    return answer.status_code, answer.json()["code"], answer.json()["field"]


def test_every_level_is_a_player_with_a_name_and_a_sentence() -> None:
    shown = client_of().get("/api/v1/ai-levels").json()
    assert [level["level"] for level in shown["levels"]] == list(LEVELS)
    assert all(level["name"] and level["about"] for level in shown["levels"])
    assert play.AI_GAME in shown["games"]
    for level in LEVELS:
        assert get(level) is not None
    french = client_of().get("/api/v1/ai-levels", headers={"Accept-Language": "fr"})
    assert french.status_code == 200


def test_one_request_opens_and_starts_a_game_against_the_computer() -> None:
    anna = play.person("Anna")
    answer = open_for(anna, 2, ai=["greedy"])
    assert answer.status_code == 201, answer.content
    table = answer.json()
    assert (table["status"], table["seq"], seats_of(table)) == ("running", 0, ["Anna", "greedy"])
    empty = {"player": None, "invited": None, "you": False}
    assert table["seats"][1] == {"seat": 1, "kind": "explorer", "ai": "greedy", **empty}
    event = client_of().get(f"{API}/{table['id']}/events").json()["events"][0]
    assert event["payload"]["ai"] == {"1": "greedy"}
    assert play.fresh(table["id"]).automatic_due is True  # all seats owe a choice of cards to keep
    assert faults(play.fresh(table["id"])) == []


def test_the_host_seats_ais_and_takes_them_away() -> None:
    anna, bert = play.person("Anna"), play.person("Bert")
    host = client_of(anna)
    public_id = open_for(anna, 4).json()["id"]
    seated = post(host, f"/{public_id}/seats", {"ai": "greedy", "seat": 2})
    assert (seated.status_code, seats_of(seated.json())) == (201, ["Anna", None, "greedy", None])
    assert seats_of(post(host, f"/{public_id}/seats", {"ai": "random"}).json()) == ["Anna", "random", "greedy", None]
    assert host.delete(f"{API}/{public_id}/seats/1").status_code == 204
    joined = post(client_of(bert), f"/{public_id}/seats", {"nonce": "ab" * 32}).json()
    assert seats_of(joined) == ["Anna", "Bert", "greedy", None]
    full = post(host, f"/{public_id}/seats", {"ai": "search:300ms", "seat": "all"}).json()
    assert (full["status"], seats_of(full)) == ("running", ["Anna", "Bert", "greedy", "search:300ms"])
    assert play.position(public_id).nonces == (bytes(32), bytes.fromhex("ab" * 32), bytes(32), bytes(32))
    assert play.position(public_id).persons == (0, 1)


def test_people_sit_down_beside_ais_and_start_the_game() -> None:
    anna, bert = play.person("Anna"), play.person("Bert")
    public_id = open_for(anna, 3, ai=["random"]).json()["id"]
    assert [queries.entry(table, bert).free for table in queries.open_tables(bert)] == [1]
    table = post(client_of(bert), f"/{public_id}/seats", {}).json()
    assert (table["status"], seats_of(table)) == ("running", ["Anna", "random", "Bert"])


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"ai": "greedy", "seat": 0}, (409, "seat_taken", "seat")),
        ({"ai": "greedy", "seat": 7}, (422, "no_such_seat", "seat")),
        ({"ai": "greedy", "seat": -1}, (400, "malformed", "seat")),
        ({"ai": "greedy", "seat": "some"}, (400, "malformed", "seat")),
        ({"ai": "greedy", "nonce": "ab" * 32}, (400, "malformed", "nonce")),
        ({"ai": "search:60000ms"}, (400, "unknown_level", "ai")),
        ({"ai": "x" * 33}, (400, "malformed", "ai")),
        ({"ai": None}, (409, "already_seated", None)),
        ({"seat": 1}, (400, "malformed", "seat")),
    ],
)
def test_ai_requests_refused_to_the_host(body: Any, refused: Any) -> None:
    anna = play.person()
    public_id = open_for(anna, 3).json()["id"]
    assert code(post(client_of(anna), f"/{public_id}/seats", body)) == refused
    assert seats_of(client_of().get(f"{API}/{public_id}").json())[1:] == [None, None]


def test_only_the_host_and_only_before_the_start() -> None:
    anna, bert = play.person("Anna"), play.person("Bert")
    public_id = open_for(anna, 3).json()["id"]
    assert code(post(client_of(bert), f"/{public_id}/seats", {"ai": "greedy"}))[:2] == (403, "not_host")
    post(client_of(bert), f"/{public_id}/seats", {})
    for user in (bert, play.person()):
        assert client_of(user).delete(f"{API}/{public_id}/seats/1").json()["code"] == "not_host"
    assert client_of(anna).delete(f"{API}/{public_id}/seats/2").json()["code"] == "no_ai_there"
    assert client_of(anna).delete(f"{API}/{public_id}/seats/9").json()["code"] == "no_such_seat"
    post(client_of(anna), f"/{public_id}/seats", {"ai": "greedy"})
    assert code(post(client_of(anna), f"/{public_id}/seats", {"ai": "greedy"}))[:2] == (409, "not_open")
    assert client_of(anna).delete(f"{API}/{public_id}/seats/2").json()["code"] == "not_open"
    assert client_of().delete(f"{API}/{public_id}/seats/2").status_code == 401


@pytest.mark.parametrize(
    ("seats", "more", "refused"),
    [
        (2, {"ai": ["greedy", "greedy"]}, (422, "no_such_seat", "ai")),
        (3, {"ai": ["greedy", "best"]}, (400, "unknown_level", "ai[1]")),
        (3, {"substitute": "best"}, (400, "unknown_level", "substitute")),
        (2, {"substitute": "greedy"}, (422, "no_substitute", "substitute")),
        (3, {"ai": "greedy"}, (400, "malformed", "ai")),
    ],
)
def test_tables_that_cannot_be_opened(seats: int, more: Any, refused: Any) -> None:
    assert code(open_for(play.person(), seats, **more)) == refused
    assert not Game.objects.exists()


def test_a_guest_s_seat_that_was_left_may_be_an_ai_s_and_has_no_nonce() -> None:
    anna, bert = play.person(), play.person()
    public_id = open_for(anna, 3).json()["id"]
    post(client_of(bert), f"/{public_id}/seats", {"nonce": "cd" * 32})
    client_of(bert).delete(f"{API}/{public_id}/seats/mine")
    post(client_of(anna), f"/{public_id}/seats", {"ai": "random", "seat": "all"})
    assert GameSecret.objects.get(game__public_id=public_id).nonces == {}
    assert play.position(public_id).ai == (None, "random", "random")


@pytest.mark.parametrize("levels", [("greedy",), ("random", "greedy"), ("greedy", "random", "greedy")])
def test_whole_games_end_verify_and_follow_from_their_logs(levels: tuple[str, ...]) -> None:
    game, (host,) = play.with_ai(*levels)
    end = play.play_to_the_end(game, seed=len(levels))
    row = play.fresh(game)
    assert row.status == Game.Status.FINISHED and row.automatic_due is False
    assert faults(row) == []
    assert export.rebuild(export.read(selectors.export_of(game.public_id))).outcome == end.outcome
    assert queries.waiting_count(host) == 0


def test_an_ai_takes_over_for_a_player_who_leaves_and_ranks_last() -> None:
    game, (anna, bert, _) = play.with_ai(seats=3, substitute="greedy")
    play.play_until(game, Random(3), lambda at: at.seq >= 12)
    before = play.position(game)
    answer = post(client_of(bert), f"/{game.public_id}/resign", {})
    (event,) = answer.json()["events"]
    assert (event["kind"], event["seat"], event["payload"]) == ("taken_over", 1, {"ai": "greedy"})
    at = play.position(game)
    assert (at.state, at.owed_since, at.to_move) == (before.state, before.owed_since, before.to_move)
    table = client_of(anna).get(f"{API}/{game.public_id}").json()
    assert [seat["ai"] for seat in table["seats"]] == [None, "greedy", None]
    assert table["seats"][1]["player"]["id"] == bert.public_id
    assert faults(play.fresh(game)) == []

    action = play.random_action(at, at.to_move[0], Random(1))
    for verb, body in (
        ("resign", {}),
        ("actions", {"expected_seq": at.seq, "action": action}),
        ("take-back", {"expected_seq": at.seq}),
    ):
        assert code(post(client_of(bert), f"/{game.public_id}/{verb}", body))[:2] == (422, "taken_over")

    end = play.play_to_the_end(game, seed=4)
    assert end.outcome is not None
    assert end.outcome.ranks[1] == 3
    assert 1 not in end.outcome.winners
    view = client_of(anna).get(f"{API}/{game.public_id}/view").json()
    assert view["view"]["outcome"] == view["table"]["outcome"] == end.outcome.to_json()
    assert faults(play.fresh(game)) == []
    assert [seat.number for seat in titles.wins(play.AI_GAME, game.options)] == list(end.outcome.winners)
    assert not titles.has_won(bert, play.AI_GAME, game.options)
    assert export.rebuild(export.read(selectors.export_of(game.public_id))).outcome == end.outcome


def test_a_player_replaced_by_an_ai_has_the_public_view() -> None:
    game, (_, bert, _) = play.with_ai(seats=3, substitute="greedy")
    post(client_of(bert), f"/{game.public_id}/resign", {})
    at = play.position(game)
    submit_action(game.public_id, SEAT_0, at.seq, play.random_action(at, 0, Random(1)))
    play_ai(game.public_id, SEAT_1, None)
    assert (events := play.position(game).rules.submissions(play.position(game).state)) and events[1] is not None
    bert_now, anybody = client_of(bert), client_of()
    for what in ("/view", "/events", ""):
        seen, public = (client.get(f"{API}/{game.public_id}{what}").json() for client in (bert_now, anybody))
        for document in (seen, public):
            document.pop("server_now_ms", None)
        assert seen == public
    assert bert_now.get(f"{API}/{game.public_id}/view").json()["view"]["submission"] is None


async def test_sockets_of_a_player_replaced_by_an_ai_switch_to_the_public_view() -> None:
    game, (_, bert, _) = await in_database(partial(play.with_ai, seats=3, substitute="greedy"))
    socket, visitor = await Socket.to(game.public_id, bert), await Socket.to(game.public_id)
    assert (await socket.frame())["view"]["seat"] == 1
    assert (await visitor.frame())["view"]["seat"] is None
    await in_database(resign, game.public_id, 1)
    assert (await socket.frame())["events"][0]["kind"] == "taken_over"
    assert (await socket.frame())["view"]["seat"] is None
    assert (await visitor.frame())["events"][0]["kind"] == "taken_over"
    await in_database(play_ai, game.public_id, 1, None)
    frames = [await one.frame() for one in (socket, visitor)]
    for frame in frames:
        frame.pop("server_now_ms")
    assert frames[0] == frames[1]
    assert frames[0]["events"][0]["kind"] == "submitted"
    for one in (socket, visitor):
        await one.close()


async def test_a_socket_that_opens_during_the_replacement_has_the_public_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, (_, bert, _) = await in_database(partial(play.with_ai, seats=3, substitute="greedy"))
    enter, entered = Audience._enter, []

    async def leave_and_enter(audience: Audience) -> None:
        entered.append(audience.seat)
        if entered == [1]:
            await in_database(resign, game.public_id, 1)
        await enter(audience)

    monkeypatch.setattr(Audience, "_enter", leave_and_enter)
    socket = await Socket.to(game.public_id, bert, "?since=1")
    first = await socket.frame()
    assert (first["type"], first["view"]["seat"], first["view"]["submission"]) == ("view", None, None)
    assert entered == [1, None]
    await in_database(play_ai, game.public_id, 1, None)
    kinds = [(await socket.until("events"))["events"][0]["kind"]]
    if kinds == ["taken_over"]:  # that frame may still have been in flight
        kinds = [(await socket.until("events"))["events"][0]["kind"]]
    assert kinds == ["submitted"]
    await socket.close()


async def test_a_lost_message_about_leaving_a_seat_to_an_ai_shows_nothing_of_the_ai(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, (_, bert, _) = await in_database(partial(play.with_ai, seats=3, substitute="greedy"))
    socket = await Socket.to(game.public_id, bert)
    assert (await socket.frame())["view"]["seat"] == 1
    with monkeypatch.context() as lost:
        lost.setattr(publisher, "publish", lambda messages: None)
        await in_database(resign, game.public_id, 1)
    await in_database(play_ai, game.public_id, 1, None)
    await socket.quiet()
    seq = (await in_database(play.fresh, game)).seq
    await socket.send({"type": "sync", "since": seq})
    frame = await socket.frame()
    assert (frame["type"], frame["view"]["seat"], frame["view"]["submission"]) == ("view", None, None)
    at = await in_database(play.position, game)
    await in_database(submit_action, game.public_id, 0, at.seq, play.random_action(at, 0, Random(1)))
    assert (await socket.frame())["events"][0]["kind"] == "submitted"
    await socket.close()


def test_the_last_person_s_leaving_leaves_no_substitute() -> None:
    game, (anna, bert) = play.with_ai("greedy", seats=3, substitute="greedy")
    kinds = [
        post(client_of(user), f"/{game.public_id}/resign", {}).json()["events"][0]["kind"] for user in (bert, anna)
    ]
    assert kinds == ["taken_over", "resigned"]
    assert play.position(game).persons == ()
    end = play.play_to_the_end(game, seed=2)
    assert end.outcome is not None
    assert end.outcome.ranks[1] == 1 and sorted(end.outcome.ranks) == [1, 2, 3]
    assert faults(play.fresh(game)) == []


def test_leaving_never_wins() -> None:
    """docs/rules.md A7: of three people the last to leave gets no AI and ranks last; the AIs that took over the others'
    seats win for no player.
    """
    game, people = play.with_ai(seats=3, substitute="greedy")
    for seat in (1, 2, 0):
        resign(game.public_id, SeatNumber(seat))
    end = play.play_to_the_end(game, seed=2)
    assert end.outcome is not None
    assert end.outcome.ranks[0] == 3 and 1 in end.outcome.ranks[1:]
    assert not titles.wins(play.AI_GAME, game.options).exists()
    assert not any(titles.has_won(user, play.AI_GAME, game.options) for user in people)
    for user in people:
        ((_, (record,)),) = queries.records_of(user)
        assert (record.finished, record.won) == (1, 0)
    assert faults(play.fresh(game)) == []


def test_without_a_substitute_a_player_who_leaves_is_out() -> None:
    game, (_, bert, _) = play.with_ai(seats=3)
    (event, *_) = post(client_of(bert), f"/{game.public_id}/resign", {}).json()["events"]
    assert event["kind"] == "resigned"
    assert play.position(game).ai == (None, None, None)


def test_an_idempotency_key_of_a_take_over_returns_the_first_response() -> None:
    game, (_, bert, _) = play.with_ai(seats=3, substitute="random")
    headers = {"Idempotency-Key": "k"}
    answers = [
        client_of(bert).post(
            f"{API}/{game.public_id}/resign", data={}, content_type="application/json", headers=headers
        )
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content
