"""Play prepared games as fast as the site responds: each of the concurrent games sends its next move as soon as the
last one was accepted.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect

CSRF = "c" * 32
BUSY = 503
PATIENCE_S = 60


class Game(NamedTuple):
    """A game whose moves are known, the sessions of its players by seat, and the number of moves already played."""

    id: str
    cookies: list[str]
    moves: list[tuple[int, Any]]
    played: int = 0
    seq: int = 0


class Refused(Exception):
    """The site did not accept a move; a benchmark should never see this."""


Act = Callable[[int, int, Any], Awaitable[int]]
"""`(seat, expected seq, action)` → the seq after it."""
Table = Callable[[Game], AbstractAsyncContextManager[Act]]


class Action(NamedTuple):
    """An accepted action: time of the response, seq, and duration, in seconds."""

    at: float
    seq: int
    took: float


@dataclass(slots=True)
class Taken:
    actions: list[Action] = field(default_factory=list)
    """In order of acceptance."""


@contextlib.asynccontextmanager
async def over_http(url: str, most: int) -> AsyncIterator[Table]:
    limits = httpx.Limits(max_connections=most, max_keepalive_connections=most)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=PATIENCE_S) as client:

        @contextlib.asynccontextmanager
        async def table(game: Game) -> AsyncIterator[Act]:
            async def act(seat: int, expected_seq: int, action: Any) -> int:
                cookies = f"sessionid={game.cookies[seat]}; csrftoken={CSRF}"
                answer = await client.post(
                    f"/api/v1/games/{game.id}/actions",
                    json={"expected_seq": expected_seq, "action": action},
                    headers={"Cookie": cookies, "X-CSRFToken": CSRF, "Idempotency-Key": f"{seat}-{expected_seq}"},
                )
                if answer.status_code == BUSY:  # the site has already waited ten seconds
                    return await act(seat, expected_seq, action)
                if answer.status_code != 200:
                    raise Refused(f"{answer.status_code} {answer.text[:300]}")
                return int(answer.json()["seq"])

            yield act

        yield table


@contextlib.asynccontextmanager
async def over_sockets(url: str, most: int) -> AsyncIterator[Table]:
    address = urlsplit(url)

    @contextlib.asynccontextmanager
    async def table(game: Game) -> AsyncIterator[Act]:
        async with contextlib.AsyncExitStack() as opened:
            seats = []
            for cookie in game.cookies:
                socket = await opened.enter_async_context(
                    connect(
                        f"ws://{address.netloc}/ws/games/{game.id}/",
                        origin=url,  # type: ignore[arg-type]
                        additional_headers={"Cookie": f"sessionid={cookie}"},
                        max_size=None,
                        open_timeout=PATIENCE_S,
                    )
                )
                seats.append(_Seat(socket))
                opened.push_async_callback(seats[-1].leave)

            async def act(seat: int, expected_seq: int, action: Any) -> int:
                return await seats[seat].act(expected_seq, action)

            yield act

    yield table


class _Seat:
    """A player's socket, read continuously as a page reads it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.refs = itertools.count(1)
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.socket:
            frame = json.loads(text)
            if frame["type"] in ("done", "error") and frame.get("ref") in self.waiting:
                self.waiting.pop(frame["ref"]).set_result(frame)

    async def act(self, expected_seq: int, action: Any) -> int:
        ref = next(self.refs)
        answer = self.waiting[ref] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"type": "act", "ref": ref, "expected_seq": expected_seq, "action": action}))
        async with asyncio.timeout(PATIENCE_S):
            frame = await answer
        if frame["type"] != "done":
            raise Refused(str(frame)[:300])
        return int(frame["seq"])

    async def leave(self) -> None:
        self.reader.cancel()
        await asyncio.gather(self.reader, return_exceptions=True)


WAYS: dict[str, Callable[[str, int], AbstractAsyncContextManager[Table]]] = {
    "http": over_http,
    "websocket": over_sockets,
}


async def play(url: str, way: str, games: list[Game], at_once: int, seconds: float | None) -> Taken:
    """Play `at_once` games at a time until all are over or, if `seconds` is given, until that long after the first
    action. Raise a group of Refused.
    """
    taken = Taken()
    ready = asyncio.Barrier(at_once)  # start when all players have joined: joining is not measured
    waiting = iter(games)
    async with WAYS[way](url, at_once) as table, asyncio.TaskGroup() as group:
        for _ in range(at_once):
            group.create_task(_player(table, waiting, ready, seconds, taken))
    return taken


async def _player(
    table: Table, waiting: Iterator[Game], ready: asyncio.Barrier, seconds: float | None, taken: Taken
) -> None:
    first = True
    for game in waiting:
        async with table(game) as act:
            if first:
                await ready.wait()
                first = False
            seq = 0
            for seat, action in game.moves:
                begun = time.monotonic()
                if seconds is not None and taken.actions and begun > taken.actions[0].at + seconds:
                    return
                before, seq = seq, await act(seat, seq, action)
                now = time.monotonic()
                taken.actions.append(Action(now, before + 1, now - begun))
