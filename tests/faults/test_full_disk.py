"""The disk is full: writes to files fail (RLIMIT_FSIZE), for PostgreSQL, Redis or the site itself.

PostgreSQL then cannot write its write-ahead log: it stops, and recovers by itself once there is room. Everything it has
acknowledged is still there.
"""

from __future__ import annotations

import asyncio
import subprocess
import time
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.faults.checker import check
from tests.faults.report import report
from tests.faults.scale import seconds, times
from tests.faults.under_load import ERROR_SHARE, ERRORS_S, Met, playing
from tests.faults.watchers import watching
from tests.faults.world import World

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Process, Stack

TABLES = 6
AGAIN_S = 0.05


def limit(process: Process, size: str) -> None:
    """Set the maximum file size (bytes) for the process and its descendants, as their owner, who alone may do so."""
    pids = " ".join(map(str, [process.pid, *process.children()]))
    command = ["sh", "-c", f"for pid in {pids}; do prlimit --pid $pid --fsize={size}:; done"]
    user: Any = process.identity
    subprocess.run(command, check=False, stderr=subprocess.DEVNULL, cwd="/", **user)  # some have ended meanwhile


async def no_room(processes: list[Process], how_long: float) -> None:
    """Make all writes fail for a while, also those of processes started meanwhile; then restore the limit."""
    end = time.monotonic() + how_long
    while time.monotonic() < end:
        for process in processes:
            await asyncio.to_thread(limit, process, "0")
        await asyncio.sleep(AGAIN_S)
    for process in processes:
        await asyncio.to_thread(limit, process, "unlimited")


async def sockets_open(world: World) -> None:
    """Wait until every ASGI process accepts sockets and shows the game. Raise TimeoutError."""
    for process in world.stack.processes("sockets"):
        async with watching(world, world.made[:1], url=process.url):
            pass


async def inject(world: World, rng: Random) -> str:
    """Leave no room for one of the services, for a second or two."""
    service = rng.choice(("postgres", "redis", "web"))
    how_long = 0.5 + rng.random()
    await no_room(world.stack.processes(service), how_long)
    await sockets_open(world)
    return f"no room on the disk of {service} for {how_long:.1f} s"


@pytest.mark.parametrize("service", ["postgres", "redis", "web"])
async def test_a_full_disk_loses_nothing(stack: Stack, world: World, service: str, whole: bool) -> None:
    count, all_met, longest = times(short=1, whole=5), Met(), 0.0
    starts = sum(process.starts for process in stack.processes(service))
    async with playing(world, [*world.tables(TABLES), *world.solo(1)]) as load:
        await load.works()
        for _ in range(count):
            load.since()
            await no_room(stack.processes(service), seconds(1.5, 5))
            began = time.monotonic()
            await load.works()
            await sockets_open(world)
            longest = max(longest, time.monotonic() - began)
            all_met.add(load.met())
    verdict = await check(world)
    restarts = sum(process.starts for process in stack.processes(service)) - starts
    note = f"{all_met}; recovered {longest:.1f} s after there was room, {restarts} restarts"
    report(f"disk full ({service})", tried=count, verdict=verdict, note=note)
    verdict.assert_clean()
    assert verdict.unknown == 0
    if whole:
        assert longest <= ERRORS_S and all_met.seconds <= ERRORS_S
        assert service == "postgres" or all_met.share < ERROR_SHARE  # PostgreSQL cannot write anything meanwhile
