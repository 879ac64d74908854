"""Those who look at games as people and programs do: a page at its socket, a program at a stream."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import httpx

from tests.faults.watchers import Watcher, running
from tests.faults.world import Table, World

AGAIN_S = 0.1
SILENCE_S = 15
"""After so long without a line a stream is lost (docs/formats/api.md)."""


class Page(Watcher):
    """Asks only when nothing has come for twenty seconds, as games/static/games/board/socket.js does."""

    sync_seconds = 20.0


class Reader(Watcher):
    """A program at `GET /api/v1/games/ID/stream`, which never asks: whatever is lost the server has to find."""

    async def run(self) -> None:
        while True:
            with contextlib.suppress(httpx.TransportError):
                await self._read()
            await asyncio.sleep(AGAIN_S)

    async def _read(self) -> None:
        url = f"{self.url}/api/v1/games/{self.table.id}/stream"
        since = {"since": str(self.seen.cursor)} if self.seen.cursor >= 0 else {}
        headers = {} if self.seat is None else {"Cookie": f"sessionid={self.table.cookies[self.seat]}"}
        timeout = httpx.Timeout(10, read=SILENCE_S)
        async with (
            httpx.AsyncClient(timeout=timeout) as http,
            http.stream("GET", url, params=since, headers=headers) as answer,
        ):
            if answer.status_code != 200:
                self.problems.append(str(answer.status_code))
                return
            self.connections += 1
            async for line in answer.aiter_lines():
                await self._take(json.loads(line))

    async def _sync(self) -> None:
        """A frame that does not join on: nothing can be asked, a view must follow."""


@contextlib.asynccontextmanager
async def reading(
    world: World, tables: list[Table], *, url: str | None = None, seat: int | None = 0
) -> AsyncIterator[list[Watcher]]:
    """For each table a page and a program with the eyes of a seat, and a page of the public."""
    url = url or world.stack.url
    readers: list[Watcher] = []
    for table in tables:
        readers += [Page(world, table, seat, url), Page(world, table, None, url), Reader(world, table, seat, url)]
    async with running(*readers):
        yield readers


async def converged(readers: list[Watcher], seconds: float) -> float:
    """Wait until each knows all that its table's players know; gives when the last one came to know it, in seconds of
    `time.monotonic()`. Raises TimeoutError.
    """
    async with asyncio.timeout(seconds):
        return max([await reader.reaches(reader.table.seq, seconds) for reader in readers])
