"""The database drops connections in the middle of transactions, or is down: a clear error that asks for a retry, no
partial writes, and normal service within ten seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from random import Random
from typing import TYPE_CHECKING

import psycopg

from tests.faults.checker import check
from tests.faults.players import Players, answering
from tests.faults.report import report
from tests.faults.scale import WHOLE, times
from tests.faults.test_same_submit import urls
from tests.faults.under_load import THINKING_S
from tests.faults.watchers import play_by_sockets, seated
from tests.faults.world import Table, World
from tests.servers import eventually

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

TABLES = 4
RECOVERED_S = 10
AWAY_S = (0.2, 1.0, 5.0, 10.0, 20.0)
"""Downtimes (s) of PostgreSQL; the random run and the short form use the first two."""

WAITING = """
SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%%games_game%%'
"""
ALL_OF_THE_SITE = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
CLEAR = {"503 busy", "busy"}
"""Errors that callers may get meanwhile: over HTTP, over a socket."""
LOST = {"ConnectionError", "TimeoutError"}
"""A socket may be lost when the server cannot check its session; the client reconnects."""


async def terminated(players: Players, table: Table, url: str) -> float:
    """Make the table's next move and drop its connection while the transaction waits for the game's row. Return how
    long the move then took, including retries.
    """
    world = players.world
    seat, action = table.moves[table.done]
    with psycopg.connect(world.stack.database_url) as holder:
        holder.execute("SELECT 1 FROM games_game WHERE public_id = %s FOR UPDATE", [table.id])
        asked = asyncio.create_task(players.submit(table, seat, table.seq, action, url=url))
        await eventually(lambda: world.query(WAITING), 30)
        began = time.monotonic()
        for [pid] in world.query(WAITING):
            world.query("SELECT pg_terminate_backend(%s)", pid)
        holder.rollback()
    request = await asked
    assert request.outcome == "accepted" and request.seq is not None, request
    assert request.failures, "the transaction was not waiting for the row"
    table.seq, table.done = request.seq, table.done + 1
    return time.monotonic() - began


async def inject(world: World, rng: Random) -> str:
    """Drop all connections of the site at once, or stop PostgreSQL at once and start it again."""
    if rng.random() < 0.7:
        [[count]] = await asyncio.to_thread(world.query, ALL_OF_THE_SITE)
        return f"pg_terminate_backend of {count} connections"
    took = await restarted(world.stack, rng.choice(AWAY_S[:2]))
    return f"PostgreSQL stopped at once and started again, the site answered after {took:.1f} s"


async def restarted(stack: Stack, away: float) -> float:
    """Stop PostgreSQL at once and start it again; return how long (s) the site then took to respond."""
    await asyncio.to_thread(stack.stop_service, "postgres", mode="immediate")
    await asyncio.sleep(away)
    await asyncio.to_thread(stack.start_service, "postgres")
    return max(await asyncio.gather(*(answering(url) for url in urls(stack))))


async def test_connections_are_taken_away(stack: Stack, world: World) -> None:
    """In the middle of a transaction that waits for a row, and all connections at once."""
    count, rng, longest = times(short=4, whole=50), Random(1), 0.0
    [table, *others] = world.tables(1 + TABLES)
    async with world.players(try_s=30) as players, asyncio.TaskGroup() as group:
        for number in range(count // 2):
            [table] = [table] if table.done < len(table.moves) else world.tables(1)
            longest = max(longest, await terminated(players, table, urls(stack)[number % len(urls(stack))]))
        playing = [group.create_task(players.play(other)) for other in others]
        for _ in range(count - count // 2):
            await asyncio.sleep(rng.random())
            await asyncio.to_thread(world.query, ALL_OF_THE_SITE)
        players.stop()
        await asyncio.gather(*playing)
    verdict = await check(world)
    met = world.history.failures()
    note = f"the same request accepted after {longest:.1f} s at most, met {met}"
    report("pg_terminate_backend in mid-transaction", tried=count, verdict=verdict, note=note)
    verdict.assert_clean()
    assert verdict.refused == verdict.unknown == 0 and set(met) <= CLEAR
    assert not WHOLE or longest < RECOVERED_S


async def test_postgresql_is_stopped_at_once(stack: Stack, world: World) -> None:
    recovered = []
    over_http, over_sockets, alone = world.tables(TABLES), world.tables(TABLES), world.solo(2)
    stopped = asyncio.Event()
    async with contextlib.AsyncExitStack() as opened:
        players = await opened.enter_async_context(world.players(try_s=30, thinking=THINKING_S))
        actors = await opened.enter_async_context(seated(world, over_sockets))
        group = await opened.enter_async_context(asyncio.TaskGroup())
        playing = [group.create_task(players.play(table)) for table in (*over_http, *alone)]
        playing += [group.create_task(play_by_sockets(seats, stopped, thinking=THINKING_S)) for seats in actors]
        for away in AWAY_S if WHOLE else AWAY_S[1:2]:
            await asyncio.sleep(1)
            recovered.append(await restarted(stack, away))
        await asyncio.sleep(1)
        players.stop()
        stopped.set()
        await asyncio.gather(*playing)
    verdict = await check(world)
    met = world.history.failures()
    slowest = world.history.slowest()
    note = f"every process answered within {max(recovered):.1f} s, the slowest action took {slowest:.1f} s, met {met}"
    report("PostgreSQL stopped at once and started again", tried=len(recovered), verdict=verdict, note=note)
    verdict.assert_clean()
    assert verdict.refused == verdict.unknown == 0 and set(met) <= CLEAR | LOST
    assert not WHOLE or max(recovered) < RECOVERED_S
