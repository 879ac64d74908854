"""Redis is restarted, emptied, down, or accepts connections without responding: moves go on, and pages soon see them.

What Redis would have carried is lost: frames, tasks, counters of limits. The server resends to pages and streams what
they have missed when Redis is back; the sweep finds automatic turns that are due.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator
from random import Random
from typing import TYPE_CHECKING

import pytest
import redis

from tests.faults.checker import check
from tests.faults.readers import converged, reading
from tests.faults.report import report
from tests.faults.scale import WHOLE, seconds, times
from tests.faults.world import Table, World
from tests.servers import eventually

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

TABLES = 4
CONVERGED_S = 5.0
"""Limit (s) after Redis' return (in the whole run)."""
PATIENCE_S = seconds(short=60, whole=30)
PAUSE_S = seconds(short=0.3, whole=1)
"""Pause between two moves of one table."""


@contextlib.asynccontextmanager
async def restarted(stack: Stack) -> AsyncIterator[None]:
    await asyncio.to_thread(stack.stop_service, "redis")
    try:
        yield
    finally:
        await asyncio.to_thread(stack.start_service, "redis")


@contextlib.asynccontextmanager
async def emptied(stack: Stack) -> AsyncIterator[None]:
    yield
    with redis.Redis.from_url(stack.redis_url) as client:
        await asyncio.to_thread(client.flushall)


@contextlib.asynccontextmanager
async def away(stack: Stack) -> AsyncIterator[None]:
    async with restarted(stack):
        await asyncio.sleep(seconds(short=3, whole=30))
        yield


@contextlib.asynccontextmanager
async def silent(stack: Stack) -> AsyncIterator[None]:
    """Make Redis accept connections without responding."""
    (process,) = stack.processes("redis")
    try:
        process.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds(short=3, whole=30))
        yield
    finally:
        process.signal(signal.SIGCONT)


FAULTS = {"restarted": restarted, "emptied": emptied, "away": away, "silent": silent}


async def inject(world: World, rng: Random) -> str:
    """Redis is restarted, emptied, or down for two seconds."""
    what = rng.choice(["restarted", "emptied", "away for 2 s"])
    async with emptied(world.stack) if what == "emptied" else restarted(world.stack):
        await asyncio.sleep(2 if what.startswith("away") else 0)
    return f"Redis was {what}"


@pytest.mark.parametrize("what", FAULTS)
async def test_moves_go_on_without_redis_and_pages_know_of_them(stack: Stack, world: World, what: str) -> None:
    took: list[float] = []
    after: list[float] = []
    owed: list[float] = []
    during, count = 0, times(short=1, whole=5)
    async with world.players() as players:
        for _ in range(count):
            tables, solo = world.tables(TABLES), world.solo(1)[0]
            played_on, silent_tables = tables[: TABLES // 2], tables[TABLES // 2 :]
            stop, quiet = asyncio.Event(), asyncio.Event()

            async def play(table: Table, until: asyncio.Event) -> None:
                while not until.is_set() and await players.step(table) is not None:  # noqa: ASYNC110
                    await asyncio.sleep(PAUSE_S)

            def seq(tables: list[Table] = tables) -> int:
                return sum(table.seq for table in tables)

            async with reading(world, tables) as readers, asyncio.TaskGroup() as group:
                playing_on = [group.create_task(play(table, stop)) for table in played_on]
                playing = [group.create_task(play(table, quiet)) for table in silent_tables]
                await asyncio.sleep(3 * PAUSE_S)
                before = seq()
                async with FAULTS[what](stack):
                    await _turn(world, players, solo)
                    await eventually(lambda: seq() > before, PATIENCE_S)  # noqa: B023
                    # The last moves are made without Redis: no later frame reveals that one is missing.
                    quiet.set()
                    await asyncio.gather(*playing)
                back = time.monotonic()
                during += seq() - before
                owes = group.create_task(_until_played(world, solo))
                stop.set()
                await asyncio.gather(*playing_on)
                took.append(max(0.0, await converged(readers, PATIENCE_S) - back))
                owed.append(await owes - back)
                began = time.monotonic()
                for table in tables:  # from here on everything works as before
                    await players.step(table)
                after.append(await converged(readers, PATIENCE_S) - began)
    assert during, "no move was made meanwhile"
    verdict = await check(world)
    note = (
        f"pages knew all {max(took):.1f} s after its return, the Legend had played after {max(owed):.1f} s; "
        f"the next moves were shown within {max(after):.1f} s"
    )
    if failures := world.history.failures():
        note += f", met {failures}"
    report(f"Redis {what}", tried=count, verdict=verdict, note=note)
    verdict.assert_clean()
    assert verdict.refused == verdict.unknown == 0
    if WHOLE:
        assert max(*took, *after) <= CONVERGED_S, (took, after)


async def _turn(world: World, players: object, table: Table) -> None:
    """Play until the Legend is to move, or the game is over."""
    while await players.step(table) is not None:  # type: ignore[attr-defined]
        pass


async def _until_played(world: World, table: Table) -> float:
    """Return the time at which nothing is owed any more. Raise AssertionError with the workers' output."""
    end = time.monotonic() + PATIENCE_S
    while await asyncio.to_thread(world.inside.call, "owed", ids=[table.id]):
        said = "\n".join(one.tail(12) for name in ("turns", "beat") for one in world.stack.processes(name))
        assert time.monotonic() < end, f"the Legend has not played:\n{said}"
        await asyncio.sleep(0.05)
    return time.monotonic()
