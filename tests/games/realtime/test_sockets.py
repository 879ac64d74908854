"""The socket of a game: joining, frames, requests.

In one file: the conversation described in docs/formats/api.md, in its order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.access import session_condition
from accounts.connections import watch
from accounts.models import User
from engine.newtypes import SeatNumber
from engine.position import Position
from games.live.groups import publisher
from games.models import Game
from games.people.services.purge_game import purge_game
from games.realtime import game_consumer as consumers
from games.record import selectors
from games.record.services.submit_action import submit_action
from games.seating.services.leave_table import leave_table
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from tests.games import play
from tests.games.sockets import HOST, Socket, in_database, some_action
from tests.site.infrastructure.patching import apply

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("on_loop")]


@pytest.fixture
def running() -> tuple[Game, list[User]]:
    return play.table()


async def test_joining_brings_the_view_of_one_s_seat(running: tuple[Game, list[User]]) -> None:
    game, people = running
    for seat, user in (*enumerate(people), (None, None)):
        socket = await Socket.to(game.public_id, user)
        frame = await socket.frame()
        assert (frame["type"], frame["seq"], frame["view"]["seat"]) == ("view", 0, seat)
        assert [s["seat"] for s in frame["table"]["seats"] if s["you"]] == ([] if seat is None else [seat])
        assert isinstance(frame["server_now_ms"], int)
        await socket.close()


async def test_every_audience_gets_its_frame_and_the_patch_leads_to_its_view(running: tuple[Game, list[User]]) -> None:
    game, people = running
    users: list[User | None] = [*people, None]
    sockets = [await Socket.to(game.public_id, user) for user in users]
    first = [await socket.frame() for socket in sockets]
    documents = [{"table": frame["table"], "view": frame["view"]} for frame in first]
    cursors = [frame["seq"] for frame in first]
    rng = Random(8)
    for _ in range(40):
        await in_database(play.step, game, rng)
        for n, socket in enumerate(sockets):
            frame = await socket.frame()
            assert (frame["type"], frame["from"]) == ("events", cursors[n])
            assert [event["seq"] for event in frame["events"]] == list(range(cursors[n] + 1, frame["seq"] + 1))
            documents[n], cursors[n] = apply(documents[n], frame["patch"]), frame["seq"]
    for n, user in enumerate(users):
        seat = await in_database(selectors.seat_of, game.public_id, user)
        now = await in_database(selectors.view_for, game.public_id, seat)
        assert documents[n] == {"table": now["table"], "view": now["view"]}
        await sockets[n].close()


async def test_an_action_is_done_and_its_frame_reaches_all_sockets(running: tuple[Game, list[User]]) -> None:
    game, people = running
    seat, act = await in_database(some_action, game)
    mover = await Socket.to(game.public_id, people[seat])
    watcher = await Socket.to(game.public_id)
    for socket in (mover, watcher):
        assert (await socket.frame())["type"] == "view"
    await mover.send(act)
    answers = [await mover.frame(), await mover.frame()]
    assert sorted(answer["type"] for answer in answers) == ["done", "events"]
    assert next(answer for answer in answers if answer["type"] == "done") == {"type": "done", "ref": 7, "seq": 1}
    assert (await watcher.frame())["seq"] == 1
    again = await mover.answer_to({**act, "ref": "again"})
    assert (again["type"], again["code"], again["ref"], again["seq"]) == ("error", "stale", "again", 1)
    assert again["rules"] == "/rules/forgotten-treasures/#whose-turn"
    for socket in (mover, watcher):
        await socket.close()


async def test_a_key_works_over_a_socket(running: tuple[Game, list[User]]) -> None:
    game, people = running
    seat, act = await in_database(some_action, game)
    socket = await Socket.to(game.public_id, people[seat])
    for _ in range(3):
        answer = await socket.answer_to({**act, "idempotency_key": "k1"})
        assert answer == {"type": "done", "ref": 7, "seq": 1}
    answer = await socket.answer_to({**act, "action": {"type": "legend"}, "idempotency_key": "k1"})
    assert (answer["type"], answer["code"]) == ("error", "key_reused")
    await socket.close()


async def test_taking_back_and_resigning(running: tuple[Game, list[User]]) -> None:
    game, people = running

    def placed(at: Position) -> bool:
        return at.undo is not None

    at = await in_database(play.play_until, game, Random(2), placed)
    assert at.undo_seat is not None
    socket = await Socket.to(game.public_id, people[at.undo_seat])
    assert (await socket.frame())["table"]["can_take_back"] is True
    answer = await socket.answer_to({"type": "take_back", "ref": "t", "expected_seq": at.seq})
    assert answer == {"type": "done", "ref": "t", "seq": at.seq + 1}
    answer = await socket.answer_to({"type": "resign", "ref": "r"})
    assert answer["type"] == "done"
    assert (await in_database(play.fresh, game)).status == Game.Status.FINISHED
    await socket.close()


async def test_done_comes_after_the_frame_of_the_move(running: tuple[Game, list[User]]) -> None:
    game, people = running
    seat, act = await in_database(some_action, game)
    socket = await Socket.to(game.public_id, people[seat])
    await socket.frame()
    await socket.send(act)
    events, done = await socket.frame(), await socket.frame()
    assert (events["type"], events["seq"]) == ("events", 1)
    assert done == {"type": "done", "ref": 7, "seq": 1}
    await socket.send({"type": "resign", "ref": 8})
    events, done = await socket.frame(), await socket.frame()
    assert (events["type"], done["type"], done["ref"], done["seq"]) == ("events", "done", 8, events["seq"])
    await socket.close()


@pytest.mark.parametrize("lost", ["the frame", "the layer"])
async def test_a_frame_that_does_not_come_is_looked_for_before_done(
    running: tuple[Game, list[User]], lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "LATE_S", 0.05 if lost == "the frame" else 60)
    game, people = running
    seat, act = await in_database(some_action, game)
    socket = await Socket.to(game.public_id, people[seat])
    await socket.frame()
    monkeypatch.setattr(publisher, "publish", lambda messages: None)
    if lost == "the layer":
        monkeypatch.setattr(publisher.breaker, "closed", lambda: False)
    await socket.send({**act, "idempotency_key": "k"})
    view, done = await socket.frame(), await socket.frame()
    assert (view["type"], view["seq"], done) == ("view", 1, {"type": "done", "ref": 7, "seq": 1})
    await socket.send({**act, "idempotency_key": "k"})
    assert await socket.frame() == {"type": "done", "ref": 7, "seq": 1}, "no wait for known events"
    await socket.close()


async def test_sync_closes_a_gap(running: tuple[Game, list[User]]) -> None:
    game, _ = running
    socket = await Socket.to(game.public_id)
    await socket.frame()
    await socket.send({"type": "sync", "since": 0})
    frame = await socket.frame()
    assert (frame["type"], frame["from"], frame["seq"], frame["events"], frame["patch"]) == ("events", 0, 0, [], [])
    await in_database(play.step, game, Random(1))
    assert (await socket.frame())["type"] == "events"
    await socket.send({"type": "sync", "since": 0, "ref": "s"})
    frame = await socket.frame()
    assert (frame["type"], frame["seq"]) == ("view", 1)
    await socket.close()


async def test_the_address_may_name_the_cursor(running: tuple[Game, list[User]]) -> None:
    game, _ = running
    for query, kind in (("?since=0", "events"), ("?since=5", "view"), ("?since=-1", "view"), ("", "view")):
        socket = await Socket.to(game.public_id, query=query)
        assert (await socket.frame())["type"] == kind
        await socket.close()


@pytest.mark.parametrize(
    ("query", "field"),
    [*((f"?since={text}", "since") for text in ("x", "", "-2", "1.0", "%00", 2**63, 10**400, "0&since=0")),
     ("?token=x", "token")],
)  # fmt: skip
async def test_another_address_is_refused(running: tuple[Game, list[User]], query: str, field: str) -> None:
    game, _ = running
    socket = await Socket.to(game.public_id, query=query)
    frame = await socket.frame()
    assert (frame["type"], frame["code"], frame["field"], frame["ref"]) == ("error", "malformed", field, None)
    assert await socket.closed() == 4400
    await socket.close()


async def test_a_cookie_that_cannot_be_looked_up_opens_no_socket(running: tuple[Game, list[User]]) -> None:
    cookie = f'{settings.SESSION_COOKIE_NAME}="\\000"'
    socket = Socket(f"/ws/games/{running[0].public_id}/", {"host": HOST, "origin": f"http://{HOST}", "cookie": cookie})
    assert await socket.connect() == "websocket.close"


async def test_nothing_is_sent_before_the_commit(running: tuple[Game, list[User]]) -> None:
    game, people = running
    seat, act = await in_database(some_action, game)
    socket = await Socket.to(game.public_id, people[seat])
    await socket.frame()
    inside, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def move(then_fail: bool) -> None:
        with transaction.atomic():
            submit_action(game.public_id, SeatNumber(seat), act["expected_seq"], act["action"])
            loop.call_soon_threadsafe(inside.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(20)
            if then_fail:
                raise RuntimeError("rolled back")

    failing = asyncio.create_task(in_database(move, True))
    await inside.wait()
    await socket.quiet()
    go_on.set()
    with pytest.raises(RuntimeError, match="rolled back"):
        await failing
    await socket.quiet()
    inside.clear()
    go_on.clear()
    standing = asyncio.create_task(in_database(move, False))
    await inside.wait()
    await socket.quiet()
    go_on.set()
    await standing
    assert (await socket.frame())["seq"] == 1
    await socket.close()


async def test_an_open_table_fills_and_starts() -> None:
    host, guest = await in_database(play.person), await in_database(play.person)
    game = await in_database(open_table, host, play.GAME, {"seats": 3})
    first, second = await Socket.to(game.public_id, host), await Socket.to(game.public_id, guest)
    for socket, you in ((first, [0]), (second, [])):
        frame = await socket.frame()
        assert (frame["type"], frame["seq"], frame["view"]) == ("view", None, None)
        assert [seat["seat"] for seat in frame["table"]["seats"] if seat["you"]] == you
    await in_database(sit_down, guest, game.public_id)
    frame = await first.frame()
    assert frame["type"] == "table"
    assert frame["table"]["seats"][1]["player"]["name"] == guest.display_name
    frame = await second.until("view")
    assert [seat["seat"] for seat in frame["table"]["seats"] if seat["you"]] == [1]
    third = await in_database(play.person)
    await in_database(sit_down, third, game.public_id)
    frames = [await first.until("view"), await second.until("view")]
    assert [(frame["seq"], frame["view"]["seat"]) for frame in frames] == [(0, 0), (0, 1)]
    for socket in (first, second):
        await socket.close()


async def test_leaving_and_closing_a_table() -> None:
    host, guest = await in_database(play.person), await in_database(play.person)
    game = await in_database(open_table, host, play.GAME, {"seats": 3})
    await in_database(sit_down, guest, game.public_id)
    socket = await Socket.to(game.public_id, guest)
    assert (await socket.frame())["table"]["seats"][1]["you"] is True
    await in_database(leave_table, guest, game.public_id)
    frame = await socket.until("view")
    assert [seat["player"] for seat in frame["table"]["seats"][1:]] == [None, None]
    assert not any(seat["you"] for seat in frame["table"]["seats"])
    await in_database(leave_table, host, game.public_id)
    while (await socket.until("table"))["table"]["status"] != "aborted":
        pass  # the frame about the guest's departure
    await socket.close()


async def test_a_removed_game_closes_its_sockets(running: tuple[Game, list[User]]) -> None:
    game, people = running
    sockets = [await Socket.to(game.public_id, user) for user in (people[0], None)]
    for socket in sockets:
        await socket.frame()
    await in_database(purge_game, game.public_id, "abandoned")
    for socket in sockets:
        assert await socket.closed() == 4410
        await socket.close()


async def test_a_game_that_does_not_exist() -> None:
    socket = await Socket.to("nothing-here")
    frame = await socket.frame()
    assert (frame["type"], frame["code"]) == ("error", "not_found")
    assert await socket.closed() == 4404
    await socket.close()


async def test_errors_are_in_the_reader_s_language(running: tuple[Game, list[User]]) -> None:
    game, people = running
    sentences = []
    for headers in (
        {"accept-language": "fr-CH,fr;q=0.9,en;q=0.8"},
        {"accept-language": "xx, it;q=0.5"},
        {"accept-language": "en"},
        {},
    ):
        socket = await Socket.to(game.public_id, people[0], **headers)
        await socket.frame()
        answer = await socket.answer_to("[" * 40 + "]" * 40)
        assert answer["code"] == "malformed_json"
        sentences.append(answer["detail"])
        await socket.close()
    french, italian, english, default = sentences
    assert english == default == "Nested too deeply."
    assert len({french, italian, english}) == 3


async def test_a_flood_is_throttled_and_then_closed(
    running: tuple[Game, list[User]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "accounts.connections.socket.RATE", 100.0
    )  # frames stay unread until the rate limit allows more
    game, _ = running
    socket = await Socket.to(game.public_id)
    await socket.frame()
    for number in range(60):
        await socket.send({"type": "ping", "ref": number})
    answers = [await socket.frame() for _ in range(60)]
    assert [answer["ref"] for answer in answers] == list(range(60)), "each names the frame it answers"
    codes = {answer.get("code", "pong") for answer in answers}
    assert codes == {"pong", "throttled"}
    refused = [answer for answer in answers if answer["type"] == "error"]
    assert all(answer["limit"] == "frames" and 0 < answer["retry_after_ms"] <= 10 for answer in refused)
    for _ in range(400):
        await socket.send({"type": "ping", "ref": 1})
    while True:
        message = await socket.channel.receive_output(10)
        if message["type"] == "websocket.close":
            break
    assert message["code"] == 4429
    await socket.close()


async def test_nothing_is_said_or_heard_after_closing(
    running: tuple[Game, list[User]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.connections.socket.RATE", 100.0)
    game, _ = running
    socket = await Socket.to(game.public_id)
    await socket.frame()
    for _ in range(400):
        await socket.send({"type": "ping", "ref": 1})
    while (await socket.channel.receive_output(10))["type"] != "websocket.close":
        pass
    await in_database(play.step, game, Random(1))
    await socket.send({"type": "ping", "ref": 1})
    await socket.close()
    assert socket.channel.output_queue.empty()


def sign_out(client: Client, user: User) -> None:
    assert client.post("/accounts/logout/").status_code == 302


def change_password(client: Client, user: User) -> None:
    user.set_password("another-password")
    user.save()


def deactivate(client: Client, user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def let_it_expire(client: Client, user: User) -> None:
    Session.objects.update(expire_date=timezone.now())


@pytest.mark.parametrize("end", [sign_out, change_password, deactivate, let_it_expire])
@pytest.mark.parametrize("kind", ["act", "take_back", "resign", "sync"])
async def test_a_socket_of_an_ended_session_does_nothing(
    running: tuple[Game, list[User]],
    end: Callable[[Client, User], None],
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "EVERY_S", 60)  # this test is about the check before a command
    game, people = running
    seat, act = await in_database(some_action, game)
    client = Client()
    await in_database(client.force_login, people[seat])
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    socket = await Socket.to(game.public_id, cookie=cookie)
    assert (await socket.frame())["view"]["seat"] == seat
    await in_database(end, client, people[seat])
    frames = {
        "act": act,
        "take_back": {"type": "take_back", "ref": 7, "expected_seq": 0},
        "resign": {"type": "resign", "ref": 7},
        "sync": {"type": "sync", "ref": 7, "since": None},
    }
    await socket.send(frames[kind])
    answer = await socket.frame()
    assert (answer["type"], answer["code"], answer["ref"]) == ("error", "signed_out", 7)
    assert await socket.closed() == 4401
    await socket.close()
    assert (await in_database(play.fresh, game)).seq == 0


async def test_a_command_over_a_socket_costs_one_query_for_its_session(running: tuple[Game, list[User]]) -> None:
    _, people = running

    def count() -> int:
        client = Client()
        client.force_login(people[0])
        key = client.session.session_key or ""
        user = User.objects.get(pk=people[0].pk)
        with CaptureQueriesContext(connection) as captured:
            assert session_condition.still_signed_in(user, key)
        return len(captured)

    assert await in_database(count) == 1
