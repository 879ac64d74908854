"""Statements that the server's own loop sends to PostgreSQL itself, without a thread; and the switch for it.

Threads of one process take turns: whoever waits for the database hands the interpreter over and has to get it back, and
a busy process spends a quarter of a move's time on that. Here the loop sends the statement and goes on until there is
an answer, as it does with sockets. Only statements whose answer nothing else on the loop waits for belong here. All
else goes to a thread (pyramido_site/infrastructure/in_thread.py), as does this where no connection is free.

With LOOP_DATABASE=0, and with SQLite, no connection is ever free: everything goes to threads and nothing else changes.

It earns its keep under load: with 20 games played as fast as they can be, a move takes `sockets` 1.8 to 1.9 ms of
processor time instead of 2.5 to 2.7. That is 0.7 ms a move: 7 % of a core at 100 moves a second, half a core at 700.
Below some hundred moves a second, or with too few connections, nobody would miss it (docs/scale.md,
docs/performance.md). To drop it, remove loop_postgresql.py and what asks `loop_database`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from django.conf import settings
from django.db import connection as default


class LoopConnection(Protocol):
    """One connection of the loop; one statement at a time."""

    async def fetch(self, statement: str, values: Sequence[object]) -> list[tuple[bytes | None, ...]]:
        """Return the rows of a statement, as PostgreSQL writes them. Raise Django's DatabaseError."""


class LoopDatabase(Protocol):
    """What the server's loop may ask."""

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin with this running loop, the server's."""

    async def detach(self) -> None:
        """Close everything. Call it on that loop."""

    def free(self) -> AbstractContextManager[LoopConnection | None]:
        """A connection that nobody else has meanwhile, or None where none is free: then a thread does it."""


class ThreadsOnly:
    """The switch is off: no connection is ever free."""

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        pass

    async def detach(self) -> None:
        pass

    @contextmanager
    def free(self) -> Iterator[None]:
        yield None


def chosen() -> LoopDatabase:
    """Return what the settings ask for."""
    if not settings.LOOP_DATABASE or default.vendor != "postgresql":
        return ThreadsOnly()
    from pyramido_site.infrastructure.loop_postgresql import PostgreSQLOnLoop

    return PostgreSQLOnLoop(most=settings.DATABASE_POOL)


loop_database = chosen()
