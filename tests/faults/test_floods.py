"""Sockets by the thousand: some that send far too much, many that do nothing, and a crowd that watches one game.

Whoever sends too much is told so and closed; those who play meanwhile notice little. The clients come from many
addresses of this machine's loopback, so that the limits of one address are kept and do not hide the load.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import resource
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from statistics import quantiles
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.checker import Verdict, check
from tests.faults.report import report
from tests.faults.scale import seconds, times
from tests.faults.watchers import Actor, seated
from tests.faults.world import Table, World
from tests.services import eventually

if TYPE_CHECKING:
    from docker.stack import Stack

A_SECOND = 1000
"""Messages that each of the flooding sockets sends."""
FROM_AN_ADDRESS = 30
"""Sockets: fewer than one address may have."""
OPENED_AT_ONCE = 20
PAUSE_SECONDS = 0.15
TIMES_SLOWER = 3
TOO_MANY = 4429


@pytest.fixture(autouse=True)
def _many_files() -> Iterator[None]:
    """Each socket is a file of this process."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def addresses() -> Iterator[str]:
    """127.0.1.1, 127.0.1.2 …, each so often as one may open sockets."""
    for number in itertools.count():
        yield from [f"127.0.{1 + number // 250}.{1 + number % 250}"] * FROM_AN_ADDRESS


async def opened(stack: Stack, table: Table, address: str, cookie: str = "") -> ClientConnection:
    """A socket on a game from this address; a stranger's without a cookie."""
    there = urlsplit(stack.url)
    return await connect(
        f"ws://{there.netloc}/ws/games/{table.id}/",
        origin=f"http://{there.netloc}",  # type: ignore[arg-type]
        additional_headers={"Cookie": f"sessionid={cookie}"} if cookie else {},
        local_addr=(address, 0),
        max_size=None,
        open_timeout=60,
        ping_interval=None,
    )


@dataclass
class Crowd:
    """Open sockets that only listen. `seen`: the last seq of each; `closed`: how many were closed by the site."""

    seen: list[int] = field(default_factory=list)
    closed: int = 0


@contextlib.asynccontextmanager
async def crowd(stack: Stack, tables: list[Table], count: int) -> AsyncIterator[Crowd]:
    """So many strangers' sockets, spread over the tables, all of which have been shown their game."""
    made, room = Crowd([-1] * count), asyncio.Semaphore(OPENED_AT_ONCE)
    ready = [asyncio.Event() for _ in range(count)]
    places = itertools.islice(addresses(), count)

    async def listen(number: int, address: str) -> None:
        async with contextlib.AsyncExitStack() as closing:
            async with room:
                socket = await opened(stack, tables[number % len(tables)], address)
                closing.push_async_callback(socket.close)  # else the next test finds its address full
                first = json.loads(await socket.recv())
            assert first["type"] == "view", first
            made.seen[number] = first["seq"]
            ready[number].set()
            with contextlib.suppress(WebSocketException):
                async for text in socket:
                    made.seen[number] = max(made.seen[number], json.loads(text).get("seq") or -1)
            made.closed += 1

    tasks = [asyncio.create_task(listen(number, address)) for number, address in enumerate(places)]
    try:
        async with asyncio.timeout(60 + count / 10):
            for task, event in zip(tasks, ready, strict=True):
                waiting = asyncio.create_task(event.wait())
                await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
                if task.done():
                    task.result()
        yield made
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def flood(stack: Stack, table: Table, address: str, cookie: str, until: float, counts: Counter[str]) -> None:
    """Send as fast as said, on new sockets when they are closed, and count what comes back."""
    while time.monotonic() < until:
        socket = await opened(stack, table, address, cookie)
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


async def move(actors: list[Actor], how_long: float) -> list[float]:
    """Play with pauses for so many seconds; gives how long each action took, in milliseconds."""
    table, took = actors[0].table, []
    by_seat = {actor.seat: actor for actor in actors}
    end = time.monotonic() + how_long
    while time.monotonic() < end and table.done < len(table.moves):
        seat, action = table.moves[table.done]
        request = await by_seat[seat].act(table.seq, action)
        assert request.outcome == "accepted" and request.seq is not None and request.ended is not None, request
        table.seq, table.done = request.seq, table.done + 1
        took.append((request.ended - request.began) / 1e6)
        await asyncio.sleep(PAUSE_SECONDS)
    return took


async def moves(people: list[list[Actor]], how_long: float) -> tuple[float, float]:
    """(p50, p99) of the actions at all tables in so many seconds, in milliseconds."""
    took = list(itertools.chain.from_iterable(await asyncio.gather(*(move(actors, how_long) for actors in people))))
    parts = quantiles(took, n=100, method="inclusive")
    return parts[49], parts[98]


def compared(before: tuple[float, float], with_it: tuple[float, float]) -> str:
    return f"p50 {before[0]:.0f} → {with_it[0]:.0f} ms, p99 {before[1]:.0f} → {with_it[1]:.0f} ms"


def starts(stack: Stack) -> int:
    return sum(process.starts for name in ("web", "sockets") for process in stack.processes(name))


async def serves(stack: Stack) -> None:
    """No pool is exhausted: every process that serves requests answers from its database at once."""
    async with httpx.AsyncClient(timeout=30) as http:
        for name in ("web", "sockets"):
            for process in stack.processes(name):
                answer = await http.get(f"{process.url}/api/v1/games?limit=1")
                assert answer.status_code == 200, (process.name, answer.text)


async def ended(world: World, begun: int, tables: list[Table]) -> Verdict:
    await serves(world.stack)
    assert starts(world.stack) == begun, "somebody died of it"
    return await check(world, tables)


async def test_sockets_that_send_too_much_are_throttled(stack: Stack, world: World, whole: bool) -> None:
    count, how_long, begun = times(short=5, whole=20), seconds(1.5, 30), starts(stack)
    tables, flooded = world.tables(4), world.tables(1)[0]
    people = await asyncio.to_thread(world.people, count)
    counts: Counter[str] = Counter()
    async with seated(world, tables) as actors:
        before = await moves(actors, how_long)
        until = time.monotonic() + how_long
        flooding = [
            flood(stack, flooded, address, one["cookie"], until, counts)
            for one, address in zip(people, addresses(), strict=False)
        ]
        playing = asyncio.create_task(moves(actors, how_long))
        await asyncio.gather(*flooding)
        with_it = await playing
    verdict = await ended(world, begun, tables)
    note = f"{compared(before, with_it)}; {dict(counts)}"
    report(f"{count} sockets that send {A_SECOND} messages a second", tried=counts["sent"], verdict=verdict, note=note)
    verdict.assert_clean()
    assert counts["throttled"] and counts[f"closed {TOO_MANY}"]
    assert counts["pong"] < counts["sent"] / 4
    if whole:
        assert with_it[1] <= TIMES_SLOWER * before[1]


async def test_idle_sockets_cost_the_others_little(stack: Stack, world: World, whole: bool) -> None:
    count, how_long, begun = times(short=100, whole=2000), seconds(1.5, 30), starts(stack)
    tables, quiet = world.tables(4), world.tables(20)
    async with seated(world, tables) as actors:
        before = await moves(actors, how_long)
        async with crowd(stack, quiet, count) as idle:
            with_it = await moves(actors, how_long)
            assert idle.closed == 0
    verdict = await ended(world, begun, tables)
    report(f"{count} idle sockets", tried=count, verdict=verdict, note=compared(before, with_it))
    verdict.assert_clean()
    if whole:
        assert with_it[1] <= TIMES_SLOWER * before[1]


async def test_a_crowd_watches_one_game(stack: Stack, world: World, whole: bool) -> None:
    """All of them see every move; who plays there, and who plays elsewhere, hardly waits."""
    count, how_long, begun = times(short=60, whole=1000), seconds(1.5, 30), starts(stack)
    watched, *others = tables = world.tables(4)
    async with seated(world, tables) as actors:
        before = await moves(actors, how_long)
        async with crowd(stack, [watched], count) as watching:
            with_it = await moves(actors, how_long)
            await eventually(lambda: min(watching.seen) >= watched.seq, 30)
            assert watching.closed == 0
    verdict = await ended(world, begun, tables)
    note = f"{compared(before, with_it)}; every one at event {watched.seq}; {len(others)} other games beside"
    report(f"{count} sockets on one game", tried=count, verdict=verdict, note=note)
    verdict.assert_clean()
    if whole:
        assert with_it[1] <= TIMES_SLOWER * before[1]
