"""The socket of an account, opened by a program."""

from __future__ import annotations

import pytest

from accounts.access.tokens import make
from accounts.models import User
from accounts.notifications.services import forget, tell
from accounts.realtime import account_consumer as consumers
from tests.games.sockets import HOST, Socket, cookies_of, in_database
from tests.people import account

GAME = "p3Xk9QvT2mWz"


def told(user: User) -> None:
    tell("your_turn", [user.pk], subject=GAME, key="turn:1", data={"game": "Pyramido"})


@pytest.mark.django_db(transaction=True)
async def test_a_program_opens_the_socket_of_an_account_with_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = await in_database(account, "Anna")
    _, token = await in_database(make, anna, "reader", ["games:read"], None)
    _, poor = await in_database(make, anna, "poor", ["games:play"], None)
    for first in ("hello", {"type": "ping"}, {"type": "auth", "token": "x"}, {"type": "auth", "token": poor}):
        socket = Socket("/ws/account/", {"host": HOST})
        assert await socket.connect() == "websocket.accept"
        await socket.send(first)
        if isinstance(first, dict) and first["type"] == "auth":
            assert (await socket.frame())["code"] == (
                "invalid_token" if first["token"] == "x" else "insufficient_scope"
            )
        assert await socket.closed() == 4401
        await socket.close()
    socket = Socket("/ws/account/", {"host": HOST, "cookie": await in_database(cookies_of, anna)})
    assert await socket.connect() == "websocket.accept"
    await socket.send({"type": "auth", "token": token, "ref": 1})
    assert await socket.frame() == {"type": "done", "ref": 1}
    assert await socket.frame() == {"type": "bell", "unread": 0}
    await in_database(told, anna)
    key = (await socket.until("notification"))["key"]
    await socket.until("bell")
    await socket.send({"type": "sync", "since": ""})
    frames = [await socket.frame(), await socket.frame()]
    assert [frame["type"] for frame in frames] == ["account", "notification"] and frames[1]["key"] == key
    await socket.send({"type": "sync", "since": "unknown", "ref": 2})
    assert (await socket.frame())["code"] == "unknown_cursor"
    for unheard_of in ("\ud800", "\0"):  # characters that no database stores
        await socket.send({"type": "sync", "since": unheard_of, "ref": 3})
        assert (await socket.frame())["code"] == "unknown_cursor"
    await socket.close()
    for frame in ({"type": "ping", "ref": "\ud800"}, {"type": "ping", "ref": True}, {"type": "ping", "ref": "x" * 65}):
        ours = {"host": HOST, "origin": f"http://{HOST}", "cookie": await in_database(cookies_of, anna)}
        socket = Socket("/ws/account/", ours)
        assert await socket.connect() == "websocket.accept"
        assert (await socket.frame())["type"] == "bell"
        await socket.send(frame)
        assert await socket.closed() == 4400
        await socket.close()
    monkeypatch.setattr(consumers, "PATIENCE_S", 0.01)
    socket = Socket("/ws/account/", {"host": HOST})
    assert await socket.connect() == "websocket.accept"
    assert (await socket.frame())["code"] == "invalid_token" and await socket.closed() == 4401
    await socket.close()


@pytest.mark.django_db(transaction=True)
async def test_the_socket_sends_the_bell_s_contents() -> None:
    anna = await in_database(account, "Anna")
    headers = {"host": HOST, "origin": f"http://{HOST}", "cookie": await in_database(cookies_of, anna)}
    socket = Socket("/ws/account/", headers)
    assert await socket.connect() == "websocket.accept"
    assert await socket.frame() == {"type": "bell", "unread": 0}
    await in_database(told, anna)
    assert await socket.until("bell") == {"type": "bell", "unread": 1}
    await in_database(lambda: forget([anna.pk], subject=GAME))
    assert await socket.frame() == {"type": "bell", "unread": 0}
    await socket.send("hello")
    assert await socket.closed() == 4400
    await socket.close()
