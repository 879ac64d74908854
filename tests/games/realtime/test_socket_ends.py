"""However a socket ends, it frees its slot, its groups and its channel."""

from __future__ import annotations

from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.db import OperationalError

from accounts.connections import watch
from accounts.models import User
from games.live.groups import group_name
from games.models import Game
from games.realtime.game_consumer import GameConsumer
from games.record import selectors
from tests.games import play
from tests.games.sockets import Socket, groups_of
from tests.seats import SEAT_0

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def running() -> tuple[Game, list[User]]:
    return play.table()


async def test_a_closed_socket_leaves_nothing_behind(running: tuple[Game, list[User]]) -> None:
    """In the channel layer, which may hold messages that it did not have time to read."""
    game, people = running
    layer: Any = get_channel_layer()
    channels = set(layer.channels)
    group = group_name(game.public_id, SEAT_0)
    for _ in range(5):
        socket = await Socket.to(game.public_id, people[0])
        await socket.frame()
        assert group in groups_of(layer)
        for _ in range(20):
            await layer.group_send(group, {"type": "reseat", "user": people[0].pk, "seat": 0})
        await socket.close()
        assert group not in groups_of(layer)
    assert set(layer.channels) <= channels


async def test_a_socket_that_ends_badly_frees_its_slot(
    running: tuple[Game, list[User]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its client disconnects before the first frame, or during a later one."""
    game, people = running
    layer: Any = get_channel_layer()
    channels, group, places = set(layer.channels), group_name(game.public_id, SEAT_0), len(watch.watch)
    send = GameConsumer.send

    async def gone(*_: Any, **__: Any) -> None:
        raise ConnectionError("the client has gone")

    monkeypatch.setattr(GameConsumer, "send", gone)
    early = await Socket.to(game.public_id, people[0])
    with pytest.raises(ConnectionError):
        await early.channel.wait(10)

    monkeypatch.setattr(GameConsumer, "send", send)
    late = await Socket.to(game.public_id, people[0])
    await late.frame()
    monkeypatch.setattr(GameConsumer, "send", gone)
    await late.channel.send_input({"type": "websocket.receive", "text": '{"type": "ping", "ref": 1}'})
    with pytest.raises(ConnectionError):
        await late.channel.wait(10)
    assert (set(layer.channels) <= channels, group in groups_of(layer), len(watch.watch)) == (True, False, places)
    assert not caplog.records


async def test_a_socket_whose_server_fails_is_closed_and_frees_its_slot(
    running: tuple[Game, list[User]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game, people = running
    layer: Any = get_channel_layer()
    group, places = group_name(game.public_id, SEAT_0), len(watch.watch)

    def lost(*_: Any) -> Any:
        raise OperationalError("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(selectors, "view_for", lost)
        socket = await Socket.to(game.public_id, people[0])
        assert await socket.closed() == 1011
        await socket.close()
    socket = await Socket.to(game.public_id, people[0])
    await socket.frame()
    with monkeypatch.context() as patched:
        patched.setattr(selectors, "view_for", lost)
        await layer.group_send(group, {"type": "forward", "seat": 0, "text": "{}", "from": 7, "to": 8, "over": False})
        assert await socket.closed() == 1011
        await socket.close()
    assert (group in groups_of(layer), len(watch.watch)) == (False, places)
    assert [(one.levelname, one.exc_info) for one in caplog.records] == [("WARNING", None)] * 2
