"""The database is migrated while people play: columns, an index and a table come and go, as an upgrade brings them.

The migrations are those of a test app (migrating.py); `manage.py migrate` runs them on the stack's database, forwards
and backwards.
"""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import TYPE_CHECKING

import psycopg

from tests.faults.checker import check
from tests.faults.migrating import COLUMNS, INDEX
from tests.faults.report import report
from tests.faults.scale import times
from tests.faults.under_load import ERROR_SHARE, ERRORS_S, Met, playing
from tests.faults.world import World

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

TABLES = 6
SETTINGS = "tests.faults.migrating.settings"


async def migrate(stack: Stack, to: str) -> None:
    """Migrate the test app to a migration, or to `zero`, which undoes all of them."""
    await asyncio.to_thread(lambda: stack.manage("migrate", "fault_migrations", to, DJANGO_SETTINGS_MODULE=SETTINGS))


async def inject(world: World, rng: Random) -> str:
    """Make the migrations' changes to the site's tables and undo them, without `manage.py`, which is slow to start."""

    def change() -> None:
        with psycopg.connect(world.stack.database_url, autocommit=True) as connection:
            for forwards, _ in (*COLUMNS, INDEX):
                connection.execute(forwards.encode())
            for _, backwards in (INDEX, *COLUMNS):
                connection.execute(backwards.encode())

    await asyncio.to_thread(change)
    return "columns and an index came and went"


async def test_a_migration_under_load_is_hardly_seen(stack: Stack, world: World, whole: bool) -> None:
    count, all_met, longest = times(short=1, whole=5), Met(), 0.0
    async with playing(world, [*world.tables(TABLES), *world.solo(1)]) as load:
        await load.works()
        for _ in range(count):
            load.since()
            for to in ("0001", "zero"):
                began = time.monotonic()
                await migrate(stack, to)
                longest = max(longest, time.monotonic() - began)
                await load.works()
            all_met.add(load.met())
    verdict = await check(world)
    note = f"{all_met}; the longest took {longest:.1f} s"
    report("migration under load, forwards and back", tried=count, verdict=verdict, note=note)
    verdict.assert_clean()
    assert verdict.unknown == 0
    if whole:
        assert all_met.share < ERROR_SHARE and all_met.seconds <= ERRORS_S, world.history.failures()
