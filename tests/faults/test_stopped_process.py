"""A stopped process (SIGSTOP), and readers that do not read: other clients hardly notice, and memory is bounded.

The other clients use the running processes' own addresses.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from tests.faults.checker import check
from tests.faults.report import report
from tests.faults.scale import WHOLE, seconds, times
from tests.faults.watchers import play_by_sockets, seated
from tests.faults.world import Table, World

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Process, Stack

TABLES = 6
LATER = times(short=12, whole=150)
"""Tables made beforehand for players who finish a game: making them meanwhile would slow down the others."""
PAUSE_S = 0.2
"""Pause between two moves of a table over HTTP."""
OTHERS_FACTOR = 2.0
"""The others' p99 at most doubles (asserted in the whole run)."""
QUIET_S = 0.15
"""A p99 (s) too short to notice."""
READERS = 10
MEMORY_MIB = 64
"""Limit for the growth of the process by readers that do not read."""
SMALL_BUFFER = 4096

STOPPED = ("sockets", "turns", "ai", "mail", "beat")
"""One replica of each in turn: the last of the ASGI processes, since the other clients use the first."""


@contextlib.contextmanager
def standing_still(process: Process) -> Iterator[None]:
    """Stop the process and all its descendants."""
    pids = [process.pid, *process.children()]
    try:
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        yield
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


async def inject(world: World, rng: Random) -> str:
    """A process is stopped for some seconds."""
    process = rng.choice([one for service in STOPPED for one in world.stack.processes(service)])
    with standing_still(process):
        await asyncio.sleep(seconds(short=2, whole=10))
    return f"{process.name} was stopped for some seconds"


def p99(took: Sequence[float]) -> float:
    """Return the p99 in seconds."""
    ordered = sorted(took)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] if ordered else 0.0


class Others:
    """People at the first web process and the first ASGI process, who play all the time. `took` are their response
    times, in seconds, since `begin_anew`.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._from = 0

    def begin_anew(self) -> None:
        self._from = len(self.world.history.requests)

    @property
    def took(self) -> list[float]:
        later = self.world.history.requests[self._from :]
        return [(request.ended - request.began) / 1e9 for request in later if request.ended is not None]


@contextlib.asynccontextmanager
async def others(world: World) -> AsyncIterator[Others]:
    """Play half of the tables over HTTP, half over sockets; a finished game is replaced by a new one."""
    stopped, later = asyncio.Event(), iter(world.tables(LATER))
    web, sockets = world.stack.processes("web")[0].url, world.stack.processes("sockets")[0].url

    def goes_on(table: Table) -> bool:
        return not stopped.is_set() and table.done < len(table.moves)

    async with world.players(url=web) as players:

        async def over_http(tables: list[Table]) -> None:
            while not stopped.is_set():
                while goes_on(tables[0]):
                    await players.step(tables[0])
                    await asyncio.sleep(PAUSE_S)
                tables = [next(later)]

        async def over_sockets(tables: list[Table]) -> None:
            while not stopped.is_set():
                async with seated(world, tables, url=sockets) as (actors,):
                    while goes_on(tables[0]):
                        await play_by_sockets(actors, stopped, moves=1)
                        await asyncio.sleep(PAUSE_S)
                tables = [next(later)]

        async with asyncio.TaskGroup() as group:
            for number, table in enumerate(world.tables(TABLES)):
                group.create_task((over_http if number % 2 else over_sockets)([table]))
            yield Others(world)
            stopped.set()


async def test_a_stopped_process_does_not_hold_up_others(stack: Stack, world: World) -> None:
    count, lasts = times(short=1, whole=10), seconds(short=2.5, whole=30)
    before: list[float] = []
    during: list[float] = []
    async with others(world) as people:
        await asyncio.sleep(1)
        for service, _ in zip(itertools.cycle(STOPPED), range(count), strict=False):
            people.begin_anew()
            await asyncio.sleep(min(lasts, 10))
            before.append(p99(people.took))
            people.begin_anew()
            with standing_still(stack.processes(service)[-1]):
                await asyncio.sleep(lasts)
                during.append(p99(people.took))
    assert all(during), "no moves were made meanwhile"
    verdict = await check(world)
    note = f"others' p99 was {_ms(before)} ms before and {_ms(during)} ms during the stop"
    report("a process stopped", tried=len(during), verdict=verdict, note=note)
    verdict.assert_clean()
    assert verdict.unknown == 0
    if WHOLE:
        assert p99(during) <= max(OTHERS_FACTOR * p99(before), QUIET_S), note


# --- readers that do not read -----------------------------------------------------------------------------------------
class Deaf:
    """A connection that requests frames and reads none of them."""

    def __init__(self, url: str, path: str, *, websocket: bool) -> None:
        address = urlsplit(url)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        self.socket.settimeout(10)
        self.socket.connect((address.hostname, address.port))
        self._protocol: ClientProtocol | None = None
        if websocket:
            self._protocol = ClientProtocol(parse_uri(f"ws://{address.netloc}{path}"))
            self._protocol.send_request(self._protocol.connect())
            self._flush()
            self._protocol.receive_data(self.socket.recv(1024))
        else:
            self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
        self.socket.setblocking(False)

    def ask(self) -> None:
        """Request the whole view, whose response is not read either."""
        if self._protocol is not None:
            self._protocol.send_text(b'{"type": "sync", "since": 0}')
            with contextlib.suppress(OSError):  # the buffer is full, or the connection was closed
                self._flush()

    def _flush(self) -> None:
        assert self._protocol is not None
        for data in self._protocol.data_to_send():
            self.socket.sendall(data)

    @property
    def cut_off(self) -> bool:
        """Return whether the server has closed the connection (discards what it has sent before)."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True


def memory_mib(pid: int) -> float:
    """Return the process's private memory in MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


async def test_readers_that_do_not_read_cost_others_nothing(stack: Stack, world: World) -> None:
    lasts = seconds(short=2.5, whole=120)
    process = stack.processes("sockets")[0]
    async with others(world) as people:
        await asyncio.sleep(1)
        people.begin_anew()
        await asyncio.sleep(min(lasts, 30))
        before, began_mib = p99(people.took), memory_mib(process.pid)
        games = [table.id for table in world.made[-TABLES:]]
        deaf = [
            Deaf(
                process.url,
                f"/api/v1/games/{game}/stream" if number % 2 else f"/ws/games/{game}/",
                websocket=not number % 2,
            )
            for number, game in zip(range(READERS), itertools.cycle(games), strict=False)
        ]
        people.begin_anew()
        end = time.monotonic() + lasts
        most_mib = began_mib
        while time.monotonic() < end:
            for one in deaf:
                one.ask()
            await asyncio.sleep(0.1)
            most_mib = max(most_mib, memory_mib(process.pid))
        during = p99(people.took)
        cut_off = sum(one.cut_off for one in deaf)
        for one in deaf:
            one.socket.close()
    verdict = await check(world)
    grown = most_mib - began_mib
    note = (
        f"others' p99 was {before * 1000:.0f} ms before and {during * 1000:.0f} ms meanwhile, the process grew by "
        f"{grown:.1f} MiB, {cut_off} were cut off"
    )
    report("readers that do not read", tried=READERS, verdict=verdict, note=note)
    verdict.assert_clean()
    assert grown < MEMORY_MIB, note
    if WHOLE:
        assert during <= max(OTHERS_FACTOR * before, QUIET_S), note


def _ms(took: Sequence[float]) -> str:
    return "/".join(f"{one * 1000:.0f}" for one in took)
