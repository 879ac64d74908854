"""Thousands of sockets: some that send far too much, many that do nothing, and a crowd that watches one game.

A client that sends too much is told so and disconnected; players hardly notice. The clients come from many addresses of
this machine's loopback, so that the limits of one address apply without hiding the load.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING, Any

import httpx
from websockets.exceptions import WebSocketException

from tests.faults.checker import Verdict, check
from tests.faults.masses import A_SECOND, addresses, flood
from tests.faults.report import report
from tests.faults.scale import seconds, times
from tests.faults.watchers import Actor, move_next, seated
from tests.faults.world import Table, World
from tests.live import ROOT
from tests.site.plain_http import NO_TLS

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

TABLES = times(short=4, whole=12)
PAUSE_S = seconds(short=0.15, whole=0.6)
"""Pause between two moves of a table, whose game has to last for the whole run."""
TIMES_SLOWER = 3
TOO_MANY = 4429
LET_GO = (OSError, WebSocketException)


@contextlib.asynccontextmanager
async def masses(**job: Any) -> AsyncIterator[Masses]:
    """Run sockets in a process of their own (masses.py), which ends with the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.faults.masses", json.dumps(job),
        cwd=ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield Masses(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class Masses:
    """The test's end of masses.py."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def said(self, seconds: float) -> dict[str, int]:
        """Return its next line. Raise TimeoutError, or ValueError if it has died."""
        assert self._process.stdout is not None
        async with asyncio.timeout(seconds):
            found: dict[str, int] = json.loads(await self._process.stdout.readline())
        return found

    async def asked(self) -> dict[str, int]:
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        return await self.said(30)


@contextlib.asynccontextmanager
async def crowd(stack: Stack, tables: list[Table], count: int) -> AsyncIterator[Masses]:
    """Open anonymous sockets, spread over the tables; begin when each has received its game."""
    async with masses(url=stack.url, games=[table.id for table in tables], count=count) as made:
        await made.said(60 + count / 10)
        yield made


async def inject(world: World, rng: Random) -> str:
    """A few sockets send far too much for a moment."""
    [table] = await asyncio.to_thread(world.tables, 1)
    counts: Counter[str] = Counter()
    until = time.monotonic() + 1
    places = itertools.islice(addresses(), 3)
    floods = [flood(world.stack.url, table.id, address, "", until, counts) for address in places]
    found = await asyncio.gather(*floods, return_exceptions=True)
    # The processes may still be restarting.
    strange = [one for one in found if isinstance(one, BaseException) and not isinstance(one, LET_GO)]
    assert not strange, strange
    return f"a flood: {dict(counts)}"


async def move(actors: list[Actor], how_long: float) -> list[float]:
    """Play with pauses for a number of seconds; return how long each action took, in milliseconds."""
    table, took = actors[0].table, []
    end = time.monotonic() + how_long
    while time.monotonic() < end and table.done < len(table.moves):
        request = await move_next(actors)
        assert request.ended is not None, request
        took.append((request.ended - request.began) / 1e6)
        await asyncio.sleep(PAUSE_S)
    return took


async def moves(people: list[list[Actor]], how_long: float) -> tuple[float, float]:
    """Return (p50, p99) of the actions at all tables during a number of seconds, in milliseconds."""
    took = list(itertools.chain.from_iterable(await asyncio.gather(*(move(actors, how_long) for actors in people))))
    parts = quantiles(took, n=100, method="inclusive")
    return parts[49], parts[98]


def compared(before: tuple[float, float], with_it: tuple[float, float]) -> str:
    return f"p50 {before[0]:.0f} → {with_it[0]:.0f} ms, p99 {before[1]:.0f} → {with_it[1]:.0f} ms"


def starts(stack: Stack) -> int:
    return sum(process.starts for name in ("web", "sockets") for process in stack.processes(name))


async def serves(stack: Stack) -> None:
    """Check that no pool is exhausted: every process that serves requests responds from its database at once."""
    async with httpx.AsyncClient(timeout=30, verify=NO_TLS) as http:
        for name in ("web", "sockets"):
            for process in stack.processes(name):
                answer = await http.get(f"{process.url}/api/v1/games?limit=1")
                assert answer.status_code == 200, (process.name, answer.text)


async def ended(world: World, begun: int, tables: list[Table]) -> Verdict:
    await serves(world.stack)
    assert starts(world.stack) == begun, "a process died"
    return await check(world, tables)


async def test_sockets_that_send_too_much_are_throttled(stack: Stack, world: World, whole: bool) -> None:
    count, how_long, begun = times(short=5, whole=20), seconds(10, 30), starts(stack)
    tables, flooded = world.tables(TABLES), world.tables(1)[0]
    people = await asyncio.to_thread(world.people, count)
    cookies = [one["cookie"] for one in people]
    async with seated(world, tables) as actors:
        before = await moves(actors, seconds(3, 30))
        async with masses(url=stack.url, games=[flooded.id], cookies=cookies, seconds=how_long) as flooding:
            await flooding.said(60)
            with_it = await moves(actors, how_long)
            counts = Counter(await flooding.said(60 + how_long))
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
    tables, quiet = world.tables(TABLES), world.tables(20)
    async with seated(world, tables) as actors:
        before = await moves(actors, how_long)
        async with crowd(stack, quiet, count) as idle:
            with_it = await moves(actors, how_long)
            assert (await idle.asked())["closed"] == 0
    verdict = await ended(world, begun, tables)
    report(f"{count} idle sockets", tried=count, verdict=verdict, note=compared(before, with_it))
    verdict.assert_clean()
    if whole:
        assert with_it[1] <= TIMES_SLOWER * before[1]


async def test_a_crowd_watches_one_game(stack: Stack, world: World, whole: bool) -> None:
    """All watchers see every move, and players there and elsewhere hardly wait."""
    count, how_long, begun = times(short=60, whole=1000), seconds(1.5, 30), starts(stack)
    watched, *others = tables = world.tables(TABLES)
    async with seated(world, tables) as actors:
        before = await moves(actors, how_long)
        async with crowd(stack, [watched], count) as watching:
            with_it = await moves(actors, how_long)
            async with asyncio.timeout(30):
                while (await watching.asked())["least"] < watched.seq:  # noqa: ASYNC110 (it is another process)
                    await asyncio.sleep(0.05)
            assert (await watching.asked())["closed"] == 0
    verdict = await ended(world, begun, tables)
    note = f"{compared(before, with_it)}; all at event {watched.seq}; {len(others)} other games"
    report(f"{count} sockets on one game", tried=count, verdict=verdict, note=note)
    verdict.assert_clean()
    if whole:
        assert with_it[1] <= TIMES_SLOWER * before[1]
