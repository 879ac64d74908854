"""All connections to the database are in use: those of one process, or those that PostgreSQL allows in total."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

import psycopg

from tests.faults.checker import check
from tests.faults.report import report
from tests.faults.scale import seconds, times
from tests.faults.under_load import ERROR_SHARE, ERRORS_S, Met, playing
from tests.faults.world import Table, World

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Process, Stack

TABLES = 6
POOL = 2
"""Connections of the process whose pool is exhausted, for eight threads."""
MOST = 1000


@contextlib.contextmanager
def all_connections(stack: Stack) -> Iterator[int]:
    """Take every free connection of PostgreSQL; yield how many there were."""
    with contextlib.ExitStack() as held:
        taken: list[psycopg.Connection] = []
        with contextlib.suppress(psycopg.OperationalError):
            while len(taken) < MOST:
                connection = psycopg.connect(stack.database_url, autocommit=True)
                taken.append(held.enter_context(contextlib.closing(connection)))
        yield len(taken)


@contextlib.contextmanager
def locked(stack: Stack, table: Table) -> Iterator[None]:
    """Lock a game's row: requests that write to it wait, each with a connection in use."""
    with psycopg.connect(stack.database_url) as connection:
        connection.execute("SELECT 1 FROM games_game WHERE public_id = %s FOR UPDATE", [table.id])
        yield
        connection.rollback()


async def inject(world: World, rng: Random) -> str:
    """Take all connections of PostgreSQL for a while."""
    with all_connections(world.stack) as taken:
        await asyncio.sleep(1 + rng.random())
    return f"all {taken} free connections of PostgreSQL were taken"


async def test_postgresql_has_no_connection_left(stack: Stack, world: World, whole: bool) -> None:
    count, all_met, taken = times(short=1, whole=5), Met(), 0
    async with playing(world, [*world.tables(TABLES), *world.solo(2)]) as load:
        await load.works()
        for _ in range(count):
            load.since()
            with all_connections(stack) as taken:
                await asyncio.sleep(seconds(2, 10))
            await load.works(moves=30)
            all_met.add(load.met())
    verdict = await check(world)
    report("no connection left in PostgreSQL", tried=count, verdict=verdict, note=f"{taken} taken; {all_met}")
    verdict.assert_clean()
    assert verdict.unknown == 0 and taken > POOL
    if whole:
        assert all_met.share < ERROR_SHARE and all_met.seconds <= ERRORS_S, all_met


async def test_a_process_has_no_connection_left(stack: Stack, world: World, whole: bool) -> None:
    """One game is locked, and requests for it hold all connections of the process; requests for other games wait."""
    count, all_met = times(short=1, whole=5), Met()
    process: Process = await asyncio.to_thread(stack.run_service, "web", {"DATABASE_POOL": str(POOL)})
    held, others = world.tables(1)[0], world.tables(TABLES)
    try:
        async with playing(world, others, url=process.url) as load, world.players(url=process.url) as players:
            await load.works()
            for _ in range(count):
                load.since()
                with locked(stack, held):
                    waiting = [asyncio.create_task(players.submit(held, *_next(held))) for _ in range(POOL)]
                    await asyncio.sleep(seconds(2, 8))
                await asyncio.gather(*waiting)
                await players.catch_up(held)
                await load.works(moves=20)
                all_met.add(load.met())
    finally:
        await asyncio.to_thread(stack.end, process)
    verdict = await check(world)
    report("no connection left in a process", tried=count, verdict=verdict, note=str(all_met))
    verdict.assert_clean()
    assert verdict.unknown == 0
    if whole:  # until then this process cannot serve any request
        assert all_met.seconds <= ERRORS_S, all_met


def _next(table: Table) -> tuple[int, int, object]:
    """Return (seat, expected_seq, action) of the table's next move."""
    seat, action = table.moves[table.done]
    return seat, table.seq, action
