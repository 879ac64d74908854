"""Every process of the site is stopped and started, one after the other, while people play, as in an upgrade."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING

import httpx

from tests.faults.checker import check
from tests.faults.report import report
from tests.faults.scale import WHOLE, seconds, times
from tests.faults.under_load import ERROR_SHARE, ERRORS_S, Met, playing
from tests.faults.world import World
from tests.site.plain_http import NO_TLS

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

TABLES = 6
SERVICES = ("web", "sockets", "turns", "beat") if WHOLE else ("web", "sockets")


async def inject(world: World, rng: Random) -> str:
    """Restart the replicas of one service, one after the other."""
    service = rng.choice(("web", "sockets", "turns"))
    await asyncio.to_thread(world.stack.restart_rolling, service)
    return f"{service} was restarted, one replica after the other"


async def test_a_rolling_restart_is_hardly_seen(stack: Stack, world: World, whole: bool) -> None:
    count, all_met = times(short=1, whole=5), Met()
    tables, solo = world.tables(TABLES), world.solo(2)
    async with playing(world, [*tables, *solo]) as load:
        await load.works()
        for _ in range(count):
            load.since()
            for service in SERVICES:
                await asyncio.to_thread(stack.restart_rolling, service)
            await load.works()
            all_met.add(load.met())
    verdict = await check(world)
    report("rolling restart of every process", tried=count, verdict=verdict, note=str(all_met))
    verdict.assert_clean()
    assert verdict.accepted and verdict.unknown == 0
    if whole:
        assert all_met.share < ERROR_SHARE and all_met.seconds <= ERRORS_S, world.history.failures()


ASKERS = 8
PAUSE_S = seconds(short=0.2, whole=0)


def test_the_proxy_has_left_a_replica_before_it_stops(stack: Stack) -> None:
    """An unanswered request is retried only if it is a read, so a stopping replica must leave no write unanswered."""
    ended = threading.Event()

    def ask() -> Counter[str]:
        """Count the responses, over one connection to the proxy, to write requests (which are refused)."""
        answers: Counter[str] = Counter()
        with httpx.Client(base_url=stack.url, verify=NO_TLS) as client:
            while not ended.is_set():
                answer = client.post("/api/v1/games", json={})
                answers["refused" if answer.status_code >= 500 else "answered"] += 1
                time.sleep(PAUSE_S)
        return answers

    with ThreadPoolExecutor(ASKERS) as threads:
        asked = [threads.submit(ask) for _ in range(ASKERS)]
        for _ in range(count := times(short=1, whole=5)):
            stack.restart_rolling("web")
        ended.set()
    answers = sum((one.result() for one in asked), Counter())
    note = f"{answers['refused']} of {answers.total()} requests that write were refused"
    report("rolling restart of web", tried=count, note=note)
    assert answers["answered"] > 100 and not answers["refused"], answers
