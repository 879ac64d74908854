"""A socket to the site's ASGI application, inside the test's own loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar
from urllib.parse import urlsplit

from asgiref.testing import ApplicationCommunicator
from channels.db import DatabaseSyncToAsync
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import Game
from pyramido_site.asgi import application
from pyramido_site.infrastructure.channel_layer import Layer
from tests.conformity import check_frame
from tests.games import play

T = TypeVar("T")

HOST = "localhost:8000"
TIMEOUT_S = 10


async def in_database(call: Callable[..., T], *arguments: Any) -> T:
    """Run a call that uses the database in a thread of its own, which leaves no connection behind."""
    return await DatabaseSyncToAsync(call, thread_sensitive=False)(*arguments)


def cookies_of(user: User | None) -> str:
    if user is None:
        return ""
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def groups_of(layer: Any) -> set[str]:
    """Return the layer's groups that have members; in memory, and on Redis."""
    return set().union(*layer._topics.values()) if isinstance(layer, Layer) else set(layer.groups)


class Socket:
    """Open it with `await Socket.to(...)`; `frame()` waits for the next frame, `silent()` checks that none comes."""

    def __init__(self, path: str, headers: dict[str, str]) -> None:
        parts = urlsplit(path)
        self.path = parts.path
        self.channel = ApplicationCommunicator(
            application,
            {
                "type": "websocket",
                "path": parts.path,
                "query_string": parts.query.encode(),
                "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
                "subprotocols": [],
                "client": ["127.0.0.1", 1],
            },
        )

    @classmethod
    async def to(cls, public_id: str, user: User | None = None, query: str = "", **headers: str) -> Socket:
        cookie = await in_database(cookies_of, user)
        socket = cls(
            f"/ws/games/{public_id}/{query}", {"host": HOST, "origin": f"http://{HOST}", "cookie": cookie, **headers}
        )
        assert await socket.connect() == "websocket.accept"
        return socket

    async def connect(self) -> str:
        """Return the server's first message: accepted or closed."""
        await self.channel.send_input({"type": "websocket.connect"})
        return str((await self.channel.receive_output(TIMEOUT_S))["type"])

    async def send(self, frame: Any) -> None:
        await self.send_text(frame if isinstance(frame, str) else json.dumps(frame))

    async def send_text(self, text: str) -> None:
        await self.channel.send_input({"type": "websocket.receive", "text": text})

    async def send_bytes(self, raw: bytes) -> None:
        await self.channel.send_input({"type": "websocket.receive", "bytes": raw})

    async def text(self) -> str:
        message = await self.channel.receive_output(TIMEOUT_S)
        assert message["type"] == "websocket.send", message
        return str(message["text"])

    async def frame(self) -> dict[str, Any]:
        made: dict[str, Any] = json.loads(await self.text())
        check_frame(self.path, made)
        return made

    async def until(self, kind: str) -> dict[str, Any]:
        """Return the next frame of a type; skip earlier ones."""
        while True:
            frame = await self.frame()
            if frame["type"] == kind:
                return frame

    async def closed(self) -> int:
        message = await self.channel.receive_output(TIMEOUT_S)
        assert message["type"] == "websocket.close", message
        return int(message["code"])

    async def answer_to(self, frame: Any) -> dict[str, Any]:
        """Send a frame; return the `done`, `error` or `pong` that answers it."""
        await self.send(frame)
        while True:
            answer = await self.frame()
            if answer["type"] in {"done", "error", "pong"}:
                return answer

    async def quiet(self) -> None:
        """Check that nothing was sent: the next frame is the response to a ping."""
        assert await self.answer_first({"type": "ping", "ref": "quiet?"}) == "pong"

    async def answer_first(self, frame: Any) -> str:
        await self.send(frame)
        return str((await self.frame())["type"])

    async def close(self) -> None:
        await self.channel.send_input({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self.channel.wait(), TIMEOUT_S)


def some_action(game: Game) -> tuple[int, dict[str, Any]]:
    """Return (the seat to move, an `act` frame of it)."""
    at = play.position(game)
    seat = at.to_move[0]
    return seat, {"type": "act", "ref": 7, "expected_seq": at.seq, "action": play.random_action(at, seat, Random(1))}
