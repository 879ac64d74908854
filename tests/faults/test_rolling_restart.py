"""Every process of the site is stopped and started, one after the other, while people play: as in an upgrade."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from tests.faults.checker import check
from tests.faults.report import report
from tests.faults.scale import WHOLE, times
from tests.faults.under_load import ERROR_SHARE, ERRORS_SECONDS, Met, playing
from tests.faults.world import World

if TYPE_CHECKING:
    from docker.stack import Stack

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
        assert all_met.share < ERROR_SHARE and all_met.seconds <= ERRORS_SECONDS, world.history.failures()
