"""Fixtures for tests about time and about the event loop's database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import pytest

from engine.newtypes import UnixMs
from games.deadlines.selectors import outages
from games.deadlines.services.heartbeat import beat
from games.record import command_context
from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.loop_database import loop_database
from pyramido_site.infrastructure.loop_postgresql import PostgreSQLConnection, PostgreSQLOnLoop
from tests.games.timed import Now


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Iterator[Now]:
    """A clock that tests move without a sweep every second; an outage counts as such once it has ended."""
    clock = Now()
    monkeypatch.setattr(outages, "last_sweep_ms", lambda: None)
    site_clock.use(clock)
    command_context.nights.forget()
    outages.cache.forget()
    beat(UnixMs(clock.ms))
    yield clock
    site_clock.use(site_clock.machine_ms)
    command_context.nights.forget()
    outages.cache.forget()


@pytest.fixture
async def on_loop(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[str]]:
    """Let the test's event loop query PostgreSQL itself, as a server's does, over one connection at first. Yield the
    statements; the clock does not have to be queried before a move.
    """
    asked: list[str] = []
    plain = PostgreSQLConnection.fetch

    async def noted(
        self: PostgreSQLConnection, statement: str, values: Sequence[Any]
    ) -> list[tuple[bytes | None, ...]]:
        asked.append(statement)
        return await plain(self, statement, values)

    monkeypatch.setattr(PostgreSQLConnection, "fetch", noted)
    monkeypatch.setattr(site_clock.clock, "due", lambda: False)
    loop_database.attach(asyncio.get_running_loop())
    with loop_database.free():
        if isinstance(loop_database, PostgreSQLOnLoop) and loop_database._opening is not None:
            await loop_database._opening
    yield asked
    await loop_database.detach()
