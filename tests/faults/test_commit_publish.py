"""A process dies between the commit and the publication: watchers still get the event, and nothing comes twice."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import pytest

from tests.faults.checker import check
from tests.faults.history import Request
from tests.faults.points import armed
from tests.faults.report import report
from tests.faults.scale import WHOLE, times
from tests.faults.watchers import Reader, Watcher, running, seated
from tests.faults.world import World

if TYPE_CHECKING:
    from docker.stack import Stack

PUBLISH = "games.services.append_events:_publish"
TOLD_SECONDS = 20


@pytest.mark.parametrize("service", ["web", "sockets"])
async def test_killed_between_commit_and_publication(stack: Stack, world: World, service: str) -> None:
    count, longest = times(short=2, whole=25), 0.0
    [table] = world.tables(1, seats=3)
    urls = [process.url for process in stack.processes("sockets")]
    watchers: list[Watcher] = [Watcher(world, table, seat, url) for seat in (None, 2) for url in (*urls, stack.url)]
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
            with armed(stack, PUBLISH, "kill") as point:
                request = await move()
                committed = time.monotonic()
                assert point.hits(), "no process died"
            assert request.failures, "the answer came from a process that had died"
            patient = [*watchers, *(readers if WHOLE else ())]  # streams look for what was lost every seven seconds
            told = await asyncio.gather(*(watcher.reaches(table.seq, TOLD_SECONDS) for watcher in patient))
            longest = max(longest, max(told) - committed)
        await move()
        await asyncio.gather(*(watcher.reaches(table.seq, TOLD_SECONDS) for watcher in (*watchers, *readers)))
    doubles = sum(watcher.seen.doubles for watcher in (*watchers, *readers, *actors))
    gaps = sum(watcher.seen.gaps for watcher in (*watchers, *readers, *actors))
    verdict = await check(world)
    note = f"told within {longest:.1f} s after the answer, {gaps} gaps asked for, {doubles} doubles ignored"
    report(f"kill between commit and publish ({service})", tried=count, verdict=verdict, note=note)
    verdict.assert_clean()
