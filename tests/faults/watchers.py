"""Watchers of games over WebSocket that behave as good clients: they ask for gaps, ignore duplicates by seq, and
reconnect with what they know.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.history import Request, Seen
from tests.faults.world import Table, World
from tests.servers import eventually

SYNC_S = 1.0
"""Interval (s) at which a waiting client syncs, since a frame may be lost."""
AGAIN_S = 0.1
OPEN_S = 10
READY_S = 60
AGAIN = ("busy", "server_error", "throttled")
"""Errors after which a retry makes sense."""


class Watcher:
    """One socket on one game. `seen` is what it knows (and part of the world's history); `told` is when it learned of
    each seq, in seconds of `time.monotonic()`; `problems` are the error frames it received.
    """

    sync_s = SYNC_S

    def __init__(self, world: World, table: Table, seat: int | None, url: str) -> None:
        self.table, self.seat, self.url = table, seat, url
        self.seen = Seen(table.id, seat)
        self.told: dict[int, float] = {}
        self.connections = 0
        self.problems: list[str] = []
        self.ready = asyncio.Event()
        """Set once it has received the game."""
        self._socket: ClientConnection | None = None
        self._open = asyncio.Event()
        world.history.add(self.seen)

    async def run(self) -> None:
        """Watch until cancelled."""
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self._watch()
            self._open.clear()
            await asyncio.sleep(AGAIN_S)

    async def reaches(self, seq: int, seconds: float = 10) -> float:
        """Wait until it knows of event `seq`; return the time at which it did. Raise TimeoutError."""
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
            open_timeout=OPEN_S,
        ) as self._socket:
            self.connections += 1
            self._open.set()
            while True:
                try:
                    async with asyncio.timeout(self.sync_s):
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
        elif frame["type"] == "error" and frame.get("ref") is None:
            self.problems.append(frame["code"])

    def _knows(self, seq: int) -> None:
        self.seen.cursor = seq
        self.told.setdefault(seq, time.monotonic())
        self.ready.set()

    async def _sync(self) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps({"type": "sync", "since": self.seen.cursor}))


class Actor(Watcher):
    """A watcher that also acts over its socket: an action is retried with its key until there is a response, on a new
    connection if the first one was lost.
    """

    def __init__(self, world: World, table: Table, seat: int, url: str) -> None:
        super().__init__(world, table, seat, url)
        self.history = world.history
        self._name = secrets.token_hex(4)
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def act(self, expected_seq: int, action: Any, *, patience: float = 120, try_s: float = 30) -> Request:
        """Send an action; it is recorded like a request over HTTP, but without the events."""
        assert self.seat is not None
        key = f"{self._name}-{next(self._numbers)}"
        request = Request(self.table.id, self.seat, key, expected_seq, action, time.monotonic_ns())
        self.history.add(request)
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                async with asyncio.timeout(try_s):
                    frame = await self._ask(
                        {"type": "act", "expected_seq": expected_seq, "action": action, "idempotency_key": key}
                    )
            except TimeoutError:
                request.failures.append("TimeoutError")
            except (OSError, WebSocketException):  # a lost socket, noticed while sending or while waiting
                request.failures.append("ConnectionError")
            else:
                if frame["type"] == "done" or frame["code"] not in AGAIN:
                    request.ended, request.seq = time.monotonic_ns(), frame["seq"]
                    request.outcome = "accepted" if frame["type"] == "done" else "refused"
                    request.code = frame.get("code", "")
                    return request
                request.failures.append(frame["code"])
            await asyncio.sleep(AGAIN_S)
        return request

    async def _ask(self, frame: dict[str, Any]) -> dict[str, Any]:
        await self._open.wait()
        assert self._socket is not None
        ref = next(self._numbers)
        answer = self._waiting[ref] = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send(json.dumps({**frame, "ref": ref}))
            return await answer
        finally:
            del self._waiting[ref]

    async def _take(self, frame: dict[str, Any]) -> None:
        waiting = self._waiting.get(frame.get("ref") or 0)
        if waiting is not None and not waiting.done() and frame["type"] in ("done", "error"):
            waiting.set_result(frame)
        await super()._take(frame)

    async def _watch(self) -> None:
        try:
            await super()._watch()
        finally:
            self._open.clear()
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the socket was closed"))


async def move_next(actors: list[Actor]) -> Request:
    """Play the next of a table's known moves over the socket of its seat."""
    table = actors[0].table
    seat, action = table.moves[table.done]
    request = await next(actor for actor in actors if actor.seat == seat).act(table.seq, action)
    assert request.outcome == "accepted" and request.seq is not None, request
    table.seq, table.done = request.seq, table.done + 1
    return request


async def play_by_sockets(
    actors: list[Actor], stopped: asyncio.Event, moves: int | None = None, *, thinking: float = 0
) -> None:
    """Play a table's known moves over the sockets of its seats: to the end, a number of them, or until `stopped`.
    `thinking`: pause (s) before each move.
    """
    table, made = actors[0].table, 0
    while table.done < len(table.moves) and not stopped.is_set() and (moves is None or made < moves):
        await move_next(actors)
        made += 1
        await asyncio.sleep(thinking)


@contextlib.asynccontextmanager
async def running(*watchers: Watcher) -> AsyncIterator[None]:
    """Run the watchers; begin when each has received its game. The first that fails ends the block."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(watcher.run()) for watcher in watchers]
        try:
            async with asyncio.timeout(READY_S):
                for watcher in watchers:
                    await watcher.ready.wait()
            yield
        finally:
            for task in tasks:
                task.cancel()


@contextlib.asynccontextmanager
async def watching(
    world: World, tables: list[Table], seats: tuple[int | None, ...] = (None,), *, url: str | None = None
) -> AsyncIterator[list[Watcher]]:
    """Run watchers of every table with the views of `seats` (None: the public); begin when each has received its
    game.
    """
    watchers = [Watcher(world, table, seat, url or world.stack.url) for table in tables for seat in seats]
    async with running(*watchers):
        yield watchers


@contextlib.asynccontextmanager
async def seated(world: World, tables: list[Table], *, url: str | None = None) -> AsyncIterator[list[list[Actor]]]:
    """Seat the people of every table at their sockets: a list of actors for each table."""
    actors = [[Actor(world, table, seat, url or world.stack.url) for seat in table.cookies] for table in tables]
    async with running(*itertools.chain.from_iterable(actors)):
        yield actors


async def games_by_sockets(world: World, stopped: asyncio.Event, patience: float) -> None:
    """Play one game after the other over the sockets of its seats, with a watcher, until `stopped`. All of them must
    have received the whole game at most `patience` seconds after its last move.
    """
    while not stopped.is_set():
        [table] = await asyncio.to_thread(world.tables, 1)
        async with seated(world, [table]) as [actors], watching(world, [table]) as watchers:
            await play_by_sockets(actors, stopped)
            await asyncio.gather(*(watcher.reaches(table.seq, patience) for watcher in (*actors, *watchers)))
