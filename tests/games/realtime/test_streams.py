"""Streams: a game's and an account's, line by line.

In one file: both kinds of streams have the same guarantees.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.test import Client

from accounts.access.tokens import make
from accounts.connections.watch import watch
from accounts.models import Notification, User
from accounts.notifications import bell
from accounts.notifications.services import tell
from games.live import groups as live
from games.models import Game
from games.people.services.purge_game import purge_game
from games.realtime import stream as streams
from games.record.services.resign import resign
from games.seating.services.leave_table import leave_table
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from pyramido_site.infrastructure.publisher import publisher
from tests.games import play
from tests.games.lines import Lines
from tests.games.sockets import HOST, Socket, cookies_of, groups_of, in_database
from tests.seats import SEAT_0
from tests.site.infrastructure.patching import apply

pytestmark = pytest.mark.django_db(transaction=True)

TITLE = "Forgotten Treasures"


@pytest.fixture
def running() -> tuple[Game, list[User]]:
    return play.table()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.05)


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lose everything that is published."""
    monkeypatch.setattr(type(publisher), "publish", lambda self, messages: None)


def path_of(game: Game, query: str = "") -> str:
    return f"games/{game.public_id}/stream{query}"


def told(user: User, key: str, subject: str = "p3Xk9QvT2mWz") -> None:
    tell("game_started", [user.pk], subject=subject, key=key, data={"game": TITLE})


async def test_the_frames_are_those_of_the_socket_and_lead_to_the_end(running: tuple[Game, list[User]]) -> None:
    game, people = running
    lines, socket = await Lines.of(path_of(game), people[0]), await Socket.to(game.public_id, people[0])
    assert (lines.status, lines.headers["content-type"]) == (200, "application/x-ndjson")
    assert (lines.headers["cache-control"], lines.headers["x-accel-buffering"]) == ("no-store", "no")
    first = await lines.frame()
    assert (first["type"], first["seq"], first["view"]["seat"]) == ("view", 0, 0)
    same = await socket.frame()
    assert {**first, "server_now_ms": 0} == {**same, "server_now_ms": 0}
    document = {"table": first["table"], "view": first["view"]}
    for _ in range(5):
        await in_database(play.step, game, Random(8))
        frame = await lines.frame()
        assert frame == await socket.frame()
        document = apply(document, frame["patch"])
    await in_database(resign, game.public_id, 1)
    last = await lines.frame()
    assert last["events"][-1]["kind"] == "finished" and apply(document, last["patch"])["table"]["status"] == "finished"
    await lines.ended()
    await socket.close()


async def test_since_says_what_is_known(running: tuple[Game, list[User]]) -> None:
    game, _ = running
    await in_database(play.step, game, Random(1))
    for query, kind in (
        ("", "view"), ("?since=1", "events"), ("?since=0", "view"), ("?since=9", "view"), ("?since=-1", "view"),
    ):  # fmt: skip
        lines = await Lines.of(path_of(game, query))
        assert (await lines.frame())["type"] == kind
        await lines.cut()
    await in_database(resign, game.public_id, 0)
    seq = (await in_database(play.fresh, game)).seq
    for query, kind in (("", "view"), (f"?since={seq}", "events")):
        lines = await Lines.of(path_of(game, query))
        assert (await lines.frame())["type"] == kind
        await lines.ended()


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("games/nothing-here/stream", 404, "not_found"),
        ("games/{id}/stream?since=x", 400, "malformed"),
        ("games/{id}/stream?since=-2", 400, "malformed"),
        ("games/{id}/stream?from=1", 400, "malformed"),
        ("stream/events", 401, "not_authenticated"),
    ],
)
async def test_refusals_are_problem_documents(
    running: tuple[Game, list[User]], path: str, status: int, code: str
) -> None:
    lines = await Lines.of(path.replace("{id}", running[0].public_id))
    assert (lines.status, lines.headers["content-type"]) == (status, "application/problem+json")
    assert (await lines.body())["code"] == code


async def test_tokens_open_streams_as_far_as_their_scopes_go(running: tuple[Game, list[User]]) -> None:
    game, people = running
    _, good = await in_database(make, people[1], "good", ["games:read"], None)
    _, poor = await in_database(make, people[1], "poor", ["account:read"], None)
    lines = await Lines.of(path_of(game), token=good)
    assert (await lines.frame())["view"]["seat"] == 1
    await lines.cut()
    for path, token, status, code in (
        (path_of(game), poor, 403, "insufficient_scope"),
        ("stream/events", poor, 403, "insufficient_scope"),
        (path_of(game), "pyr_wrong", 401, "invalid_token"),
    ):
        lines = await Lines.of(path, token=token)
        assert (lines.status, (await lines.body())["code"]) == (status, code)


async def test_an_open_table_sitting_down_and_leaving() -> None:
    host, guest = await in_database(play.person), await in_database(play.person)
    game = await in_database(open_table, host, play.GAME, {"seats": 3})
    lines = await Lines.of(path_of(game), guest)
    assert (await lines.frame())["seq"] is None
    await in_database(sit_down, guest, game.public_id)
    assert [seat["seat"] for seat in (await lines.until("view"))["table"]["seats"] if seat["you"]] == [1]
    await in_database(leave_table, guest, game.public_id)
    assert not any(seat["you"] for seat in (await lines.until("view"))["table"]["seats"])
    await in_database(leave_table, host, game.public_id)
    while (await lines.frame()).get("table", {}).get("status") != "aborted":
        pass
    await lines.ended()


async def test_a_removed_game_says_so(running: tuple[Game, list[User]]) -> None:
    game, _ = running
    lines = await Lines.of(path_of(game))
    await lines.frame()
    await in_database(purge_game, game.public_id, "abandoned")
    frame = await lines.frame()
    assert (frame["type"], frame["code"]) == ("error", "gone")
    await lines.ended()


async def test_lost_events_come_with_the_heartbeat(running: tuple[Game, list[User]], quick: None, deaf: None) -> None:
    game, people = running
    lines, account = await Lines.of(path_of(game)), await Lines.of("stream/events", people[0])
    await lines.frame()
    first = await account.frame()
    assert (first["type"], first["cursor"], first["unread"]) == ("account", "", 0)
    assert [(one["id"], one["seat"]) for one in first["games"]] == [(game.public_id, 0)]
    ping = await lines.frame()
    assert (ping["type"], ping["seq"]) == ("ping", 0)
    await in_database(play.step, game, Random(1))
    assert (await lines.until("view"))["seq"] == 1
    await in_database(told, people[0], "a")
    assert (await account.until("notification"))["key"] == "a"
    assert (await account.until("ping"))["cursor"] == "a"
    await in_database(play_until_asked, game, Random(1))
    while (turn := await account.until("turn"))["game"] != game.public_id:
        pass  # on a Redis that other tests use, their accounts have the same ids
    assert turn["seat"] == 0
    await in_database(resign, game.public_id, 0)
    while (await lines.until("view"))["table"]["status"] != "finished":
        pass
    await lines.ended()
    await account.cut()


def play_until_asked(game: Game, rng: Random) -> int:
    """Play until seat 0 has a new decision; return the seq of the event that raised it."""
    while True:
        before = play.position(game)
        play.step(game, rng)
        after = play.position(game)
        if 0 in after.to_move and (0 not in before.to_move or before.owed_since[0] != after.owed_since[0]):
            return after.owed_since[0]


async def test_an_account_stream_has_turns_and_notifications(running: tuple[Game, list[User]]) -> None:
    game, people = running
    account, page = await Lines.of("stream/events", people[0]), await account_socket(people[0])
    first = await account.frame()
    waits = 0 in (await in_database(play.position, game)).to_move
    assert [one["your_turn"] for one in first["games"]] == [waits]
    assert await page.frame() == {"type": "bell", "unread": 0}
    await in_database(told, people[0], "a")
    for heard in (account, page):
        frame = await heard.until("notification")
        assert (frame["kind"], frame["key"], frame["bell"], frame["read"]) == ("game_started", "a", True, False)
        assert frame["text"].startswith(TITLE) and (await heard.until("bell"))["unread"] == 1
    asked = await in_database(play_until_asked, game, Random(3))
    for heard in (account, page):
        while (frame := await heard.until("turn"))["game"] != game.public_id:
            pass
        assert (frame["seat"], frame["seq"]) == (0, asked)
    await account.cut()
    await page.close()


async def account_socket(user: User) -> Socket:
    cookie = await in_database(cookies_of, user)
    socket = Socket("/ws/account/", {"host": HOST, "origin": f"http://{HOST}", "cookie": cookie})
    assert await socket.connect() == "websocket.accept"
    return socket


async def test_a_client_that_comes_again_misses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.connections.feed.PAGE", 2)
    anna = await in_database(play.person)
    for key in "abcde":
        await in_database(told, anna, key, "" if key == "d" else "p3Xk9QvT2mWz")
    for since, keys in (("", "abcde"), ("b", "cde"), ("e", "")):
        lines = await Lines.of(f"stream/events?since={since}", anna)
        assert (await lines.frame())["cursor"] == since
        assert [(await lines.frame())["key"] for _ in keys] == list(keys)
        await in_database(told, anna, f"next{since}")
        assert (await lines.until("notification"))["key"] == f"next{since}"
        await lines.cut()
        await in_database(lambda: Notification.objects.filter(key__startswith="next").delete())
    lines = await Lines.of("stream/events?since=z", anna)
    assert (lines.status, (await lines.body())["code"]) == (422, "unknown_cursor")
    _, token = await in_database(make, anna, "games", ["games:read"], None)
    lines = await Lines.of("stream/events?since=b", token=token)
    await lines.frame()
    assert [(await lines.frame())["key"] for _ in "ce"] == ["c", "e"], "frames without a game belong to the account"
    await lines.cut()


async def test_a_lost_message_is_made_good_by_the_next(running: tuple[Game, list[User]]) -> None:
    game, people = running
    lines, account = await Lines.of(path_of(game)), await Lines.of("stream/events", people[0])
    await lines.frame()
    await account.frame()
    with pytest.MonkeyPatch.context() as lost:
        lost.setattr(type(publisher), "publish", lambda self, messages: None)
        await in_database(play.step, game, Random(1))
        await in_database(told, people[0], "a")
    await in_database(told, people[0], "b")
    assert [(await account.until("notification"))["key"] for _ in "ab"] == ["a", "b"]
    await in_database(play.step, game, Random(1))
    frame = await lines.frame()
    assert (frame["type"], frame["seq"]) == ("view", 2)
    await lines.cut()
    await account.cut()


async def test_a_cut_stream_leaves_nothing_behind(running: tuple[Game, list[User]]) -> None:
    game, people = running
    layer: Any = get_channel_layer()
    before = asyncio.all_tasks()
    streams_open = [await Lines.of(path_of(game), people[0]), await Lines.of("stream/events", people[0])]
    for lines in streams_open:
        await lines.frame()
    groups = {live.group_name(game.public_id, SEAT_0), bell.group_name(people[0].pk)}
    assert groups <= groups_of(layer) and len(watch) == 2
    for lines in streams_open:
        await lines.cut()
    assert not groups & groups_of(layer)
    assert len(watch) == 0 and watch.task is None
    left = {task for task in asyncio.all_tasks() - before if task.get_name() in {"stream", "watch"}}
    assert not left


async def test_too_many_are_refused(
    running: tuple[Game, list[User]], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = running
    settings.CONNECTIONS_PER_ACCOUNT, settings.CONNECTIONS_PER_ADDRESS = 2, 1
    monkeypatch.setattr(watch, "_counts", Counter())  # streams that an earlier test left open on this address
    stranger, lines = await Lines.of(path_of(game)), await Lines.of(path_of(game), people[0])
    await stranger.frame()
    await lines.frame()
    socket = await Socket.to(game.public_id, people[0])
    await socket.frame()
    for user in (None, people[0]):
        refused = await Lines.of(path_of(game), user)
        body = await refused.body()
        assert (refused.status, body["code"], body["limit"]) == (429, "throttled", "connections")
        assert body["retry_after_ms"] == 1000 * int(refused.headers["retry-after"])
        no_socket = await Socket.to(game.public_id, user)
        frame = await no_socket.frame()
        told = (frame["code"], frame["limit"], frame["retry_after_ms"])
        assert told == ("throttled", "connections", body["retry_after_ms"])
        assert await no_socket.closed() == 4429
        await no_socket.close()
    await socket.close()
    lines_again = await Lines.of(path_of(game), people[0])
    await lines_again.frame()
    for one in (stranger, lines, lines_again):
        await one.cut()


async def test_a_client_that_does_not_read_is_cut_off(
    running: tuple[Game, list[User]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "QUEUE_LENGTH", 2)
    monkeypatch.setattr(streams, "STUCK_S", 0.05)
    game, _ = running
    gate = asyncio.Event()

    lines = Lines(f"/api/v1/{path_of(game)}", {"host": "localhost:8000"})
    sent = lines.channel.output_queue.put

    async def put(message: Any) -> None:
        await sent(message)
        if message["type"] == "http.response.body":
            await gate.wait()

    monkeypatch.setattr(lines.channel.output_queue, "put", put)
    await lines.channel.send_input({"type": "http.request", "body": b""})
    await lines.channel.receive_output(10)
    assert (await lines.frame())["type"] == "view"
    for _ in range(4):
        await in_database(play.step, game, Random(1))
    await asyncio.wait_for(lines.channel.wait(), 10)
    assert len(watch) == 0


@pytest.mark.parametrize("path", ["games/{id}/stream", "stream/events"])
def test_a_wsgi_server_says_that_it_cannot_stream(running: tuple[Game, list[User]], path: str) -> None:
    game, people = running
    client = Client()
    client.force_login(people[0])
    refused = client.get("/api/v1/" + path.format(id=game.public_id))
    assert (refused.status_code, refused.json()["code"]) == (503, "cannot_stream")


def test_views_and_tables_have_etags(running: tuple[Game, list[User]]) -> None:
    game, people = running
    client = Client()
    client.force_login(people[0])
    for path in (f"/api/v1/games/{game.public_id}/view", f"/api/v1/games/{game.public_id}"):
        first = client.get(path)
        tag = first.headers["ETag"]
        assert tag.startswith('W/"')
        for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
            again = client.get(path, headers={"if-none-match": known})
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
        assert client.get(path, headers={"if-none-match": '"other"'}).status_code == 200
        assert Client().get(path).headers["ETag"] != tag, "another audience has another view"
        play.step(game, Random(1))
        moved = client.get(path, headers={"if-none-match": tag})
        assert moved.status_code == 200 and moved.headers["ETag"] != tag
