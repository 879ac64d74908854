"""A stream of the site's ASGI application, inside the test's own loop."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

from asgiref.testing import ApplicationCommunicator

from accounts.models import User
from pyramido_site.asgi import application
from tests.conformity import check_frame
from tests.games.sockets import HOST, cookies_of, in_database

TIMEOUT_S = 30


class Lines:
    """Open it with `await Lines.of(...)`; `frame()` waits for the next line, `ended()` for the end of the response."""

    def __init__(self, path: str, headers: dict[str, str]) -> None:
        parts = urlsplit(path)
        self.channel = ApplicationCommunicator(
            application,
            {
                "type": "http",
                "method": "GET",
                "http_version": "1.1",
                "scheme": "http",
                "path": parts.path,
                "raw_path": parts.path.encode(),
                "query_string": parts.query.encode(),
                "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
                "client": ["127.0.0.1", 1],
                "server": ["localhost", 8000],
            },
        )
        self.path = parts.path
        self.status = 0
        self.headers: dict[str, str] = {}
        self.waiting = ""

    @classmethod
    async def of(cls, path: str, user: User | None = None, token: str = "", cookie: str = "") -> Lines:
        headers = {"host": HOST, "cookie": cookie or await in_database(cookies_of, user)}
        if token:
            headers["authorization"] = f"Bearer {token}"
        lines = cls(f"/api/v1/{path}", headers)
        await lines.channel.send_input({"type": "http.request", "body": b""})
        start = await lines.channel.receive_output(TIMEOUT_S)
        lines.status = start["status"]
        lines.headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return lines

    async def frame(self) -> dict[str, Any]:
        while "\n" not in self.waiting:
            message = await self.channel.receive_output(TIMEOUT_S)
            assert message["type"] == "http.response.body" and message.get("more_body"), message
            self.waiting += message["body"].decode()
        line, self.waiting = self.waiting.split("\n", 1)
        made: dict[str, Any] = json.loads(line)
        check_frame(self.path, made)
        return made

    async def until(self, kind: str) -> dict[str, Any]:
        """Return the next frame of a type; skip earlier ones."""
        while (frame := await self.frame())["type"] != kind:
            pass
        return frame

    async def body(self) -> Any:
        """Return the JSON of a response that is not a stream."""
        message = await self.channel.receive_output(TIMEOUT_S)
        return json.loads(message["body"])

    async def ended(self) -> None:
        """Wait until the response is complete."""
        message = await self.channel.receive_output(TIMEOUT_S)
        assert message["type"] == "http.response.body" and not message.get("more_body"), message
        await asyncio.wait_for(self.channel.wait(), TIMEOUT_S)

    async def cut(self) -> None:
        """Disconnect the client."""
        await self.channel.send_input({"type": "http.disconnect"})
        await asyncio.wait_for(self.channel.wait(), TIMEOUT_S)
