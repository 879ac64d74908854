"""Statements that the server's own loop sends to PostgreSQL, without a thread; and the switch for that.

Threads of one process take turns: one that waits for the database releases the interpreter and has to get it back, on
which a busy process spends a quarter of a move's time. Here the loop sends the statement and continues until there is
an answer, as with sockets. Only statements on which nothing else on the loop waits belong here. All others go to a
thread (pyramido_site/infrastructure/in_thread.py), and so do these if no connection is free.

With LOOP_DATABASE=0, and with SQLite, no connection is ever free: everything goes to threads and nothing else changes.

It pays off under load: with 20 games played at full speed, a move takes `sockets` 1.8 to 1.9 ms of processor time
instead of 2.5 to 2.7. That is 0.7 ms a move: 7 % of a core at 100 moves a second, half a core at 700. Below some
hundred moves a second, or with too few connections, it makes no noticeable difference (docs/scale.md,
docs/performance.md). To drop it, remove loop_postgresql.py and all uses of `loop_database`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from django.conf import settings
from django.db import connection as default


class LoopConnection(Protocol):
    """A connection of the loop, for one statement at a time."""

    async def fetch(self, statement: str, values: Sequence[object]) -> list[tuple[bytes | None, ...]]:
        """Return the rows of a statement, in PostgreSQL's text format. Raise Django's DatabaseError."""


class LoopDatabase(Protocol):
    """The database as the server's loop may use it."""

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start on this running loop, the server's."""

    async def detach(self) -> None:
        """Close all connections. Call it on that loop."""

    def free(self) -> AbstractContextManager[LoopConnection | None]:
        """Return a connection for exclusive use in a `with` block, or None if none is free: use a thread then."""


class ThreadsOnly:
    """No connection is ever free: the switch is off."""

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Do nothing."""

    async def detach(self) -> None:
        """Do nothing."""

    @contextmanager
    def free(self) -> Iterator[None]:
        """Return None: a thread is to be used."""
        yield None


def chosen() -> LoopDatabase:
    """Return the implementation that the settings ask for."""
    if not settings.LOOP_DATABASE or default.vendor != "postgresql":
        return ThreadsOnly()
    from pyramido_site.infrastructure.loop_postgresql import PostgreSQLOnLoop

    return PostgreSQLOnLoop(most=settings.DATABASE_POOL)


loop_database = chosen()
