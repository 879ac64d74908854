"""What players experience during a fault: how many tries failed, and for how long."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.faults.history import Request
from tests.faults.scale import seconds
from tests.faults.world import Table, World
from tests.servers import eventually

ERRORS_S = 10.0
ERROR_SHARE = 0.01
THINKING_S = seconds(short=0.1, whole=0)
"""Thinking time (s) of a player about each move: without it, the machine is too busy with moves to restart
processes.
"""
CALMLY_S = seconds(short=0.3, whole=0)
"""The same during a fault that lasts for seconds, so that enough requests meet it anyway."""


@dataclass(slots=True)
class Met:
    """`tries` of requests, of which `failed`; `seconds` from the beginning of the first failing request to the end of
    the last one.
    """

    tries: int = 0
    failed: int = 0
    seconds: float = 0.0
    how: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        return self.failed / max(1, self.tries)

    def add(self, other: Met) -> None:
        """Add the counts; keep the longest time."""
        self.tries += other.tries
        self.failed += other.failed
        self.seconds = max(self.seconds, other.seconds)
        self.how += other.how

    def __str__(self) -> str:
        how = f" ({', '.join(f'{what}: {count}' for what, count in self.how.most_common())})" if self.how else ""
        return f"{self.failed} of {self.tries} tries failed{how}, within {self.seconds:.1f} s at a time"


def met(requests: list[Request]) -> Met:
    failing = [request for request in requests if request.failures]
    failed = sum(len(request.failures) for request in failing)
    tries = failed + sum(request.outcome != "unknown" for request in requests)
    if not failing:
        return Met(tries)
    ends = [request.ended or time.monotonic_ns() for request in failing]
    how = Counter(failure for request in failing for failure in request.failures)
    return Met(tries, failed, (max(ends) - min(request.began for request in failing)) / 1e9, how)


@dataclass(slots=True)
class Load:
    """Players at work. `since` begins a new count."""

    world: World
    _first: int = 0

    def since(self) -> None:
        self._first = len(self.world.history.requests)

    def met(self) -> Met:
        """Return the experience since then; requests still under way count with their failures so far."""
        return met(self.world.history.requests[self._first :])

    async def works(self, moves: int = 10, within: float = 60) -> None:
        """Wait until this many more actions were acknowledged. Raise TimeoutError."""
        requests = self.world.history.requests
        begun = time.monotonic_ns()
        await eventually(
            lambda: sum(one.outcome == "accepted" for one in requests if one.began > begun) >= moves, within
        )


@asynccontextmanager
async def playing(
    world: World, tables: list[Table], *, url: str | None = None, thinking: float = CALMLY_S
) -> AsyncIterator[Load]:
    """Let people play at these tables, one action after the other, and at new ones when a game is over. Play has
    stopped when the block ends.
    """

    async def play_on(table: Table) -> None:
        while not players.stopped.is_set():
            await players.play(table)
            if not players.stopped.is_set():
                (table,) = await asyncio.to_thread(world.tables if table.moves else world.solo, 1)

    async with world.players(url=url, thinking=thinking) as players:
        tasks = [asyncio.create_task(play_on(table)) for table in tables]
        try:
            yield Load(world)
        finally:
            players.stop()
            await asyncio.gather(*tasks)
