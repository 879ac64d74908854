"""Watchers of games over WebSocket, as a good client is one: gaps are asked for, doubles ignored by seq, a lost
connection is opened again with what is known.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.history import Seen
from tests.faults.world import Table, World
from tests.services import eventually

SYNC_SECONDS = 1.0
"""A client that waits for others asks now and then: a frame may be lost."""
AGAIN_SECONDS = 0.1
OPEN_SECONDS = 10


class Watcher:
    """One socket on one game. `seen` is what it knows (and part of the world's history); `told` says when it came to
    know each seq, in seconds of `time.monotonic()`; `problems` are the error frames that it got.
    """

    def __init__(self, world: World, table: Table, seat: int | None, url: str) -> None:
        self.table, self.seat, self.url = table, seat, url
        self.seen = Seen(table.id, seat)
        self.told: dict[int, float] = {}
        self.connections = 0
        self.problems: list[str] = []
        self.ready = asyncio.Event()
        """It has been shown the game."""
        self._socket: ClientConnection | None = None
        world.history.add(self.seen)

    async def run(self) -> None:
        """Watch until it is cancelled."""
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self._watch()
            self._socket = None
            await asyncio.sleep(AGAIN_SECONDS)

    async def reaches(self, seq: int, seconds: float = 10) -> float:
        """Wait until it knows of event `seq`; gives the time at which it came to know. Raises TimeoutError."""
        await eventually(lambda: self.seen.cursor >= seq, seconds)
        return self.told[min(known for known in self.told if known >= seq)]

    async def _watch(self) -> None:
        address = urlsplit(self.url)
        since = f"?since={self.seen.cursor}" if self.seen.cursor >= 0 else ""
        headers = {} if self.seat is None else {"Cookie": f"sessionid={self.table.cookies[self.seat]}"}
        async with connect(
            f"ws://{address.netloc}/ws/games/{self.table.id}/{since}",
            origin=f"http://{address.netloc}",  # type: ignore[arg-type]
            additional_headers=headers,
            max_size=None,
            open_timeout=OPEN_SECONDS,
        ) as self._socket:
            self.connections += 1
            while True:
                try:
                    async with asyncio.timeout(SYNC_SECONDS):
                        text = await self._socket.recv()
                except TimeoutError:
                    await self._sync()
                else:
                    await self._take(json.loads(text))

    async def _take(self, frame: dict[str, Any]) -> None:
        seen = self.seen
        if frame["type"] == "view" and frame["seq"] is not None:
            if not self.ready.is_set():
                seen.began_at = frame["seq"]
            elif frame["seq"] > seen.cursor:
                seen.views.append(frame["seq"])
            self._knows(max(frame["seq"], seen.cursor))
        elif frame["type"] == "events":
            if frame["from"] > seen.cursor:
                seen.gaps += 1
                await self._sync()
                return
            new = [event for event in frame["events"] if event["seq"] > seen.cursor]
            seen.doubles += len(frame["events"]) - len(new)
            seen.events += new
            self._knows(max(frame["seq"], seen.cursor))
        elif frame["type"] == "error":
            self.problems.append(frame["code"])

    def _knows(self, seq: int) -> None:
        self.seen.cursor = seq
        self.told.setdefault(seq, time.monotonic())
        self.ready.set()

    async def _sync(self) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps({"type": "sync", "since": self.seen.cursor}))


@contextlib.asynccontextmanager
async def watching(
    world: World, tables: list[Table], seats: tuple[int | None, ...] = (None,), *, url: str | None = None
) -> AsyncIterator[list[Watcher]]:
    """Watchers of every table with the eyes of `seats` (None: the public), who have all been shown their game."""
    watchers = [Watcher(world, table, seat, url or world.stack.url) for table in tables for seat in seats]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(watcher.run()) for watcher in watchers]
        try:
            async with asyncio.timeout(30):
                for watcher in watchers:
                    await watcher.ready.wait()
            yield watchers
        finally:
            for task in tasks:
                task.cancel()
