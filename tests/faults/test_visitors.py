"""Abusive visitors, each from addresses of their own, while others play and read; and a replica whose address swallows
all packets.

Both use a proxy of their own, with the limits of compose.yml: on the shared one all requests come from one address.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from random import Random
from typing import TYPE_CHECKING

import httpx

from tests.faults.checker import check
from tests.faults.report import report
from tests.faults.scale import UNLIMITED, WHOLE, seconds, times
from tests.faults.test_floods import ended, moves, starts
from tests.faults.test_stopped_process import QUIET_S, p99
from tests.faults.under_load import met
from tests.faults.visitors import KINDS
from tests.faults.watchers import Actor, seated
from tests.faults.world import Table, World
from tests.live import ROOT
from tests.site.plain_http import NO_TLS
from tests.site.stack.conftest import black_hole

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Process, Stack

ADDRESSES = times(short=1, whole=2)
"""Addresses of each kind."""
TABLES = times(short=3, whole=12)
READERS = times(short=4, whole=12)
READ = ("/", "/rules/", "/games/", "/api/v1/games", "/games/{}/", "/api/v1/games/{}/view")
READING_S = 0.4
"""Pause of a reader on each page."""
TIMES_SLOWER, TIMES_SLOWER_BY_HALF = 3.0, 2.0
"""Limits for the others' p99 (asserted in the whole run): under abuse; and while half of the web replicas are
unreachable.
"""
KNOWN_S = 5.0
"""Time (s) within which the proxy notices an address that swallows packets."""


@contextlib.contextmanager
def limited(stack: Stack) -> Iterator[Process]:
    """Start a proxy with compose.yml's own limits."""
    process = stack.run_proxy(dict.fromkeys(UNLIMITED, ""))
    try:
        yield process
    finally:
        stack.end(process)


@contextlib.asynccontextmanager
async def abuse(url: str, addresses: int, how_long: float) -> AsyncIterator[asyncio.Task[Counter[str]]]:
    """Run abusive visitors (visitors.py) for a number of seconds; the task's result is the responses they got."""
    job = json.dumps({"url": url, "addresses": addresses, "seconds": how_long})
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.faults.visitors", job, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    stdout = process.stdout

    async def done() -> Counter[str]:
        async with asyncio.timeout(how_long + 90):
            return Counter(json.loads(await stdout.readline()))

    try:
        async with asyncio.timeout(120):
            await stdout.readline()
        yield asyncio.create_task(done())
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class Readers:
    """People who read pages, each from an address of their own. `took` are their response times in seconds since
    `begin_anew`, `failed` all responses that were no page.
    """

    def __init__(self, url: str, tables: list[Table]) -> None:
        self.url = url
        self.paths = [path.format(table.id) for table, path in zip(itertools.cycle(tables), READ * 6, strict=False)]
        self.took: list[float] = []
        self.failed: list[str] = []

    def begin_anew(self) -> None:
        self.took.clear()

    async def read(self, number: int) -> None:
        """Read pages until cancelled."""
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.60.{number + 1}", verify=NO_TLS)
        async with httpx.AsyncClient(base_url=self.url, transport=transport, timeout=30) as http:
            for path in itertools.cycle(self.paths[number:] + self.paths[:number]):
                began = time.monotonic()
                try:
                    answer = await http.get(path)
                except httpx.TransportError as error:
                    self.failed.append(f"{path} {error!r}")
                else:
                    if answer.status_code != 200:
                        self.failed.append(f"{path} {answer.status_code}")
                self.took.append(time.monotonic() - began)
                await asyncio.sleep(READING_S)


@contextlib.asynccontextmanager
async def others(world: World, url: str) -> AsyncIterator[tuple[list[list[Actor]], Readers]]:
    """Run players at their sockets, and readers."""
    tables = await asyncio.to_thread(world.tables, TABLES)
    readers = Readers(url, tables)
    async with seated(world, tables, url=url) as actors, asyncio.TaskGroup() as group:
        tasks = [group.create_task(readers.read(number)) for number in range(READERS)]
        yield actors, readers
        for task in tasks:
            task.cancel()


async def measured(actors: list[list[Actor]], readers: Readers, how_long: float) -> tuple[float, float]:
    """Return the p99 of moves and of pages over a number of seconds, in seconds."""
    readers.begin_anew()
    _, slowest = await moves(actors, how_long)
    return slowest / 1000, p99(readers.took)


def shown(before: tuple[float, float], after: tuple[float, float]) -> str:
    kinds = zip(("moves", "pages"), before, after, strict=True)
    return ", ".join(f"{kind} {old * 1000:.0f} → {new * 1000:.0f} ms" for kind, old, new in kinds)


def assert_no_slower(before: tuple[float, float], after: tuple[float, float], factor: float) -> None:
    for old, new in zip(before, after, strict=True):
        assert new <= max(factor * old, QUIET_S), shown(before, after)


async def inject(world: World, rng: Random) -> str:
    """Abusive visitors for a moment, with no limits to stop them."""
    async with abuse(world.stack.url, 1, 1 + rng.random()) as coming:
        counts = await coming
    return f"abusive visitors: {counts.total()} requests"


async def test_abusive_visitors_cost_others_little(stack: Stack, world: World) -> None:
    how_long, begun, first = seconds(4, 60), starts(stack), len(world.history.requests)
    with limited(stack) as proxy:
        async with others(world, proxy.url) as (actors, readers):
            before = await measured(actors, readers, how_long)
            async with abuse(proxy.url, ADDRESSES, how_long) as coming:
                during = await measured(actors, readers, how_long)
                counts = await coming
    tables = [actor[0].table for actor in actors]
    failures = met(world.history.requests[first:])
    verdict = await ended(world, begun, tables)
    by_kind = {kind: sum(number for what, number in counts.items() if what.startswith(kind)) for kind in KINDS}
    refused = sum(number for what, number in counts.items() if what.endswith("429"))
    note = f"others' p99: {shown(before, during)}; {len(readers.failed) + failures.failed} failed; {by_kind}"
    note += f", of which {refused} were refused with 429"
    row = f"abusive visitors from {ADDRESSES * len(KINDS)} addresses"
    report(row, tried=counts.total(), verdict=verdict, note=note)
    verdict.assert_clean()
    assert readers.failed == [] and failures.failed == 0, (readers.failed[:5], failures)
    assert all(by_kind.values()) and not [what for what in counts if " 5" in what], counts
    if WHOLE:
        assert refused, counts
        assert_no_slower(before, during, TIMES_SLOWER)


async def test_a_web_replica_whose_address_swallows_everything_costs_others_little(stack: Stack, world: World) -> None:
    how_long, first = seconds(2.5, 60), len(world.history.requests)
    gone = stack.processes("web")[-1]
    assert gone.port is not None
    try:
        with limited(stack) as proxy:
            async with others(world, proxy.url) as (actors, readers):
                before = await measured(actors, readers, how_long)
                await asyncio.to_thread(gone.stop)
                with black_hole(gone.port):
                    await asyncio.sleep(seconds(1, KNOWN_S))
                    during = await measured(actors, readers, how_long)
                    asked = len(readers.took)
    finally:
        await asyncio.to_thread(stack.start_service, "web")
    failures = met(world.history.requests[first:])
    verdict = await check(world)
    note = f"others' p99: {shown(before, during)}; {len(readers.failed) + failures.failed} failed"
    report("a web replica that swallows all packets", tried=asked, verdict=verdict, note=note)
    verdict.assert_clean()
    assert readers.failed == [] and failures.failed == 0, (readers.failed[:5], failures)
    if WHOLE:
        assert_no_slower(before, during, TIMES_SLOWER_BY_HALF)
