"""Readers of games as the real clients are: a page at its socket, a program at a stream."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import httpx

from tests.faults.watchers import Watcher, running
from tests.faults.world import Table, World
from tests.site.plain_http import NO_TLS

AGAIN_S = 0.1
SILENCE_S = 15
"""Silence (s) after which a stream counts as lost (docs/formats/api.md)."""


class Page(Watcher):
    """A watcher that syncs only after twenty seconds of silence, as games/static/games/board/socket.js does."""

    sync_s = 20.0


class Reader(Watcher):
    """A program at `GET /api/v1/games/ID/stream`, which cannot ask for lost events: the server has to find them."""

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
            httpx.AsyncClient(timeout=timeout, verify=NO_TLS) as http,
            http.stream("GET", url, params=since, headers=headers) as answer,
        ):
            if answer.status_code != 200:
                self.problems.append(str(answer.status_code))
                return
            self.connections += 1
            async for line in answer.aiter_lines():
                await self._take(json.loads(line))

    async def _sync(self) -> None:
        """A frame does not continue the known events: a stream cannot ask, so a view must follow."""


@contextlib.asynccontextmanager
async def reading(
    world: World, tables: list[Table], *, url: str | None = None, seat: int | None = 0
) -> AsyncIterator[list[Watcher]]:
    """Open, for each table, a page and a program with the view of a seat, and a page with the public view."""
    url = url or world.stack.url
    readers: list[Watcher] = []
    for table in tables:
        readers += [Page(world, table, seat, url), Page(world, table, None, url), Reader(world, table, seat, url)]
    async with running(*readers):
        yield readers


async def converged(readers: list[Watcher], seconds: float) -> float:
    """Wait until each reader knows all that its table's players know; return the time at which the last one did, in
    seconds of `time.monotonic()`. Raise TimeoutError.
    """
    async with asyncio.timeout(seconds):
        return max([await reader.reaches(reader.table.seq, seconds) for reader in readers])
