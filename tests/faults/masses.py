"""Crowds of sockets in a process of their own: `python -m tests.faults.masses JOB`.

They do not share a process with the players, whose response times they would distort; and since in reality they would
run on other computers, they have the lowest priority and leave the processor to the stack.

JOB is JSON: `{"url", "games", "count"}` for a crowd that listens, `{"url", "games", "cookies", "seconds"}` for a flood.
A line is printed when all listen or the flood begins. Then one line for each line of input: `{"least", "closed"}`, the
lowest seq that any of the crowd has seen, and how many sockets the site has closed; or, when the flood is over, its
counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

A_SECOND = 1000
"""Messages a second from each flooding socket."""
FROM_AN_ADDRESS = 30
"""Sockets from one address: below the site's limit."""
OPENED_AT_ONCE = 20
NICE = 10


def addresses() -> Iterator[str]:
    """Yield 127.0.1.1, 127.0.1.2 …, each as often as one address may open sockets."""
    for number in itertools.count():
        yield from [f"127.0.{1 + number // 250}.{1 + number % 250}"] * FROM_AN_ADDRESS


async def opened(url: str, game: str, address: str, cookie: str = "") -> ClientConnection:
    """Return a socket on a game from this address, anonymous if there is no cookie."""
    there = urlsplit(url)
    return await connect(
        f"ws://{there.netloc}/ws/games/{game}/",
        origin=f"http://{there.netloc}",  # type: ignore[arg-type]
        additional_headers={"Cookie": f"sessionid={cookie}"} if cookie else {},
        local_addr=(address, 0),
        max_size=None,
        open_timeout=60,
        ping_interval=None,
    )


class Crowd:
    """Anonymous sockets that only listen. `seen`: the last seq of each; `closed`: how many the site has closed."""

    def __init__(self, count: int) -> None:
        self.seen = [-1] * count
        self.closed = 0
        self._listening: list[asyncio.Task[None]] = []

    async def gather(self, url: str, games: Sequence[str]) -> None:
        """Open them, spread over the games; return when each has received its game."""
        room = asyncio.Semaphore(OPENED_AT_ONCE)

        async def open_one(number: int, address: str) -> None:
            async with room:
                socket = await opened(url, games[number % len(games)], address)
                first = json.loads(await socket.recv())
            assert first["type"] == "view", first
            self.seen[number] = first["seq"]
            self._listening.append(asyncio.create_task(self._listen(number, socket)))

        async with asyncio.TaskGroup() as group:
            for number, address in zip(range(len(self.seen)), addresses(), strict=False):
                group.create_task(open_one(number, address))

    async def _listen(self, number: int, socket: ClientConnection) -> None:
        with contextlib.suppress(WebSocketException):
            async for text in socket:
                self.seen[number] = max(self.seen[number], json.loads(text).get("seq") or -1)
        self.closed += 1


async def flood(url: str, game: str, address: str, cookie: str, until: float, counts: Counter[str]) -> None:
    """Send at the given rate, on a new socket whenever one is closed, and count the responses."""
    while time.monotonic() < until:
        socket = await opened(url, game, address, cookie)
        reading = asyncio.create_task(_count(socket, counts))
        with contextlib.suppress(WebSocketException):
            while time.monotonic() < until:
                for _ in range(A_SECOND // 100):
                    await socket.send('{"type": "ping", "ref": 1}')
                    counts["sent"] += 1
                await asyncio.sleep(0.01)
        with contextlib.suppress(WebSocketException):
            await socket.close()
        await reading
        counts[f"closed {socket.close_code}"] += 1


async def _count(socket: ClientConnection, counts: Counter[str]) -> None:
    with contextlib.suppress(WebSocketException):
        async for text in socket:
            frame = json.loads(text)
            counts[frame.get("code", frame["type"])] += 1


async def flood_together(job: dict[str, Any]) -> None:
    print("{}", flush=True)
    counts: Counter[str] = Counter()
    until = time.monotonic() + job["seconds"]
    async with asyncio.TaskGroup() as group:
        for cookie, address in zip(job["cookies"], addresses(), strict=False):
            group.create_task(flood(job["url"], job["games"][0], address, cookie, until, counts))
    print(json.dumps(counts), flush=True)


async def listen_together(job: dict[str, Any]) -> None:
    crowd = Crowd(job["count"])
    await crowd.gather(job["url"], job["games"])
    print("{}", flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps({"least": min(crowd.seen), "closed": crowd.closed}), flush=True)


def main() -> None:
    os.nice(NICE)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]  # each socket is a file descriptor
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    job = json.loads(sys.argv[1])
    asyncio.run(flood_together(job) if "cookies" in job else listen_together(job))


if __name__ == "__main__":
    main()
