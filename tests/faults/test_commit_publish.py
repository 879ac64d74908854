"""A process dies between commit and publication: watchers still receive the event, and none receives it twice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.faults.checker import check
from tests.faults.history import Request
from tests.faults.players import Players
from tests.faults.points import armed
from tests.faults.readers import Page, Reader
from tests.faults.report import report
from tests.faults.scale import WHOLE, seconds, times
from tests.faults.watchers import Watcher, running, seated
from tests.faults.world import Table, World
from tests.servers import eventually

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

ROW = "kill between commit and publish"
PUBLISH = "games.record.after_commit:publish"
TOLD_S = seconds(short=60, whole=20)


async def inject(world: World, rng: Random) -> str:
    """The next process to commit dies before it publishes."""
    with armed(world.stack, PUBLISH, "kill") as point:
        pid = await point.hit(TOLD_S)
    return f"process {pid} died between a commit and its publication"


@pytest.mark.parametrize("service", ["web", "sockets"])
async def test_killed_between_commit_and_publication(stack: Stack, world: World, service: str) -> None:
    count, longest = times(short=1, whole=20), 0.0
    [table] = world.tables(1, seats=3)
    urls = [process.url for process in stack.processes("sockets")]
    watchers: list[Watcher] = [Page(world, table, seat, url) for seat in (None, 2) for url in (*urls, stack.url)]
    readers: list[Watcher] = [Reader(world, table, None, url) for url in urls]
    async with contextlib.AsyncExitStack() as opened:
        players = await opened.enter_async_context(world.players())
        [actors] = await opened.enter_async_context(seated(world, [table]))
        await opened.enter_async_context(running(*watchers, *readers))
        by_seat = {actor.seat: actor for actor in actors}

        async def move() -> Request:
            seat, action = table.moves[table.done]
            if service == "web":
                request = await players.submit(table, seat, table.seq, action)
            else:
                request = await by_seat[seat].act(table.seq, action)
            assert request.outcome == "accepted" and request.seq is not None
            table.seq, table.done = request.seq, table.done + 1
            return request

        for _ in range(count):
            await move()
            with armed(stack, PUBLISH, "kill", of=table.id) as point:
                request = await move()
                committed = time.monotonic()
                assert point.hits(), "no process died"
            assert request.failures, "the response came from a process that should be dead"
            patient = [*watchers, *(readers if WHOLE else ())]  # streams check for lost events every seven seconds
            told = await asyncio.gather(*(watcher.reaches(table.seq, TOLD_S) for watcher in patient))
            longest = max(longest, max(told) - committed)
        await move()
        await asyncio.gather(*(watcher.reaches(table.seq, TOLD_S) for watcher in (*watchers, *readers)))
    doubles = sum(watcher.seen.doubles for watcher in (*watchers, *readers, *actors))
    gaps = sum(watcher.seen.gaps for watcher in (*watchers, *readers, *actors))
    verdict = await check(world)
    note = f"told within {longest:.1f} s after the answer, {gaps} gaps asked for, {doubles} doubles ignored"
    report(f"{ROW} ({service})", tried=count, verdict=verdict, note=note)
    verdict.assert_clean()


async def test_a_worker_is_killed_between_commit_and_publication(stack: Stack, world: World) -> None:
    """The Legend's turn is played but not published."""
    count, longest = times(short=1, whole=10), 0.0
    async with world.players() as players:
        for table in world.solo(count):
            watchers: list[Watcher] = [Page(world, table, seat, stack.url) for seat in (None, 0)]
            async with running(*watchers):
                longest = max(longest, await turn_of_a_dying_worker(stack, players, table, watchers))
    verdict = await check(world)
    report(f"{ROW} (turns)", tried=count, verdict=verdict, note=f"told within {longest:.1f} s")
    verdict.assert_clean()


async def turn_of_a_dying_worker(stack: Stack, players: Players, table: Table, watchers: list[Watcher]) -> float:
    """Play the Legend's first turn of a game; return the seconds from the worker's death until all watchers knew of
    it.
    """
    world = players.world
    standing_still = stopped(stack, "turns")
    try:
        while not owed(world, table):
            await players.step(table)
        with armed(stack, PUBLISH, "kill", of=table.id) as point:
            signalled(standing_still, signal.SIGCONT)
            await point.hit(TOLD_S)
            died = time.monotonic()
            await eventually(lambda: not owed(world, table), TOLD_S)
    finally:
        signalled(standing_still, signal.SIGCONT)
    last = world.log(table)[-1].seq
    return max(await asyncio.gather(*(watcher.reaches(last, TOLD_S) for watcher in watchers))) - died


def owed(world: World, table: Table) -> bool:
    """Return whether the Legend is to move."""
    return bool(world.query("SELECT automatic_due FROM games_game WHERE public_id = %s", table.id)[0][0])


def stopped(stack: Stack, service: str) -> list[int]:
    """Stop the processes of a service and return them."""
    pids = [pid for process in stack.processes(service) for pid in (process.pid, *process.children())]
    signalled(pids, signal.SIGSTOP)
    return pids


def signalled(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
