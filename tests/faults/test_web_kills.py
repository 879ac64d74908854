"""kill −9 of a process that serves requests, in the middle of submits.

WSGI workers get them as POSTs, ASGI processes over sockets; a whole process dies with its children, or one child alone.
A client without a response retries with the same key.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.faults.checker import check
from tests.faults.history import Request
from tests.faults.players import answering
from tests.faults.report import report
from tests.faults.scale import seconds, times
from tests.faults.under_load import THINKING_S, Load, playing
from tests.faults.watchers import games_by_sockets
from tests.faults.world import World
from tests.servers import eventually

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Process, Stack

TABLES = 8
RECOVERY_S = seconds(short=60, whole=30)
WHOLE_EVERY = 4
"""One kill in this many hits a process with its children, the others one child (if it has any)."""
BETWEEN_S = 0.3
"""Maximum time (s) of play between two kills."""
PLAYING = 2 * TABLES
"""Actions accepted after a kill before play counts as going on."""


def kill(process: Process, rng: Random, *, whole: bool) -> str:
    """Kill the process with all its descendants, or one of its children; return which."""
    children = process.children()
    if children and not whole:
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(children), signal.SIGKILL)
        return f"a child of {process.name}"
    process.kill()
    return process.name


async def inject(world: World, rng: Random) -> str:
    """Kill −9 a process that serves requests, or a child of one."""
    processes = [*world.stack.processes("web"), *world.stack.processes("sockets")]
    process = rng.choice(processes)
    whole = rng.randrange(WHOLE_EVERY) == 0
    killed = await asyncio.to_thread(partial(kill, process, rng, whole=whole))
    took = await answering(process.url, RECOVERY_S)
    return f"kill −9 of {killed}, which answered again after {took:.1f} s"


def under_way(requests: list[Request], at: int) -> int:
    """Return how many requests were under way at a moment."""
    return sum(request.began < at and (request.ended is None or request.ended > at) for request in requests)


@dataclass
class Kills:
    """How many kills hit a request, how many requests were under way at these moments, and the longest recovery
    time.
    """

    striking: int = 0
    struck: int = 0
    longest: float = 0.0


async def killing(world: World, service: str, count: int, rng: Random) -> Kills:
    """Kill `count` times, each time once play goes on again and a request is under way."""
    kills, load = Kills(), Load(world)
    for number in range(count):
        await load.works(PLAYING, RECOVERY_S)
        await asyncio.sleep(rng.random() * BETWEEN_S)
        await eventually(lambda: any(one.ended is None for one in world.history.requests[-PLAYING:]), RECOVERY_S)
        process = rng.choice(world.stack.processes(service))
        moment = time.monotonic_ns()
        await asyncio.to_thread(partial(kill, process, rng, whole=number % WHOLE_EVERY == 1))
        kills.longest = max(kills.longest, await answering(process.url, RECOVERY_S))
        struck = under_way(world.history.requests, moment)
        kills.striking, kills.struck = kills.striking + (struck > 0), kills.struck + struck
    return kills


@contextlib.asynccontextmanager
async def playing_by_sockets(world: World) -> AsyncIterator[None]:
    stopped = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for _ in range(TABLES):
            group.create_task(games_by_sockets(world, stopped, RECOVERY_S))
        yield
        stopped.set()


@pytest.mark.parametrize("service", ["web", "sockets"])
async def test_processes_that_serve_requests_are_killed(stack: Stack, world: World, service: str) -> None:
    # In the short form a worker, and a master with its worker; and an ASGI process.
    count, rng = times(short=2 if service == "web" else 1, whole=100), Random(1)
    async with (
        playing(world, world.tables(TABLES), thinking=THINKING_S) if service == "web" else playing_by_sockets(world)
    ):
        kills = await killing(world, service, count, rng)
    verdict = await check(world)
    found = f"{kills.striking} kills struck {kills.struck} requests under way"
    note = f"{found}, answered again within {kills.longest:.1f} s, met {world.history.failures()}"
    report(f"kill −9 of a process ({service}) in the middle of submits", tried=count, verdict=verdict, note=note)
    verdict.assert_clean()
    assert verdict.refused == verdict.unknown == 0
    assert kills.striking >= count / 2, "few requests were under way when a process was killed"
