"""PostgreSQL on the server's own loop: the implementation of `loop_database`.

It uses libpq directly (psycopg.pq): psycopg's own asynchronous connections take a task and more system calls for each
statement.

Written against the internals of psycopg 3.3.9 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import asyncio
import logging
import select
import selectors
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from django.db import connection as default
from psycopg import pq
from psycopg.errors import error_from_result

from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.prepared_statements import word

logger = logging.getLogger(__name__)

AGAIN_S = 1.0
"""Delay (s) after a failed connect before the next one."""

READ, BOTH = selectors.EVENT_READ, selectors.EVENT_READ | selectors.EVENT_WRITE

GOOD = (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK)


class _Sockets:
    """The sockets of libpq, which the loop watches through one selector.

    uvloop reports a socket with an error only once and then stops watching it, when libpq may have read only what
    arrived before the error.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop, self._selector = loop, selectors.DefaultSelector()
        loop.add_reader(self._selector.fileno(), self._ready)

    def watch(self, socket: int, connection: PostgreSQLConnection) -> None:
        """Watch the socket for input."""
        self._selector.register(socket, READ, connection)

    def await_room(self, socket: int, connection: PostgreSQLConnection, *, awaits: bool) -> None:
        """Choose whether the connection is also told when the socket can be written to."""
        self._selector.modify(socket, BOTH if awaits else READ, connection)

    def forget(self, socket: int) -> None:
        """Stop watching the socket, even if libpq has closed it. Idempotent."""
        with suppress(KeyError):
            self._selector.unregister(socket)

    def close(self) -> None:
        """Stop watching all sockets."""
        self.loop.remove_reader(self._selector.fileno())
        self._selector.close()

    def _ready(self) -> None:
        for key, events in self._selector.select(0):
            connection: PostgreSQLConnection = key.data
            try:
                connection.ready(events)
            except Exception:  # otherwise it would come first again and block the others
                logger.exception("a connection of the loop could not be read")
                connection.close()


class PostgreSQLConnection:
    """A connection watched by the loop while it is open, for one statement at a time."""

    def __init__(self, sockets: _Sockets, connection: psycopg.Connection[Any]) -> None:
        self._sockets, self._connection, self._libpq = sockets, connection, connection.pgconn
        self._socket = connection.pgconn.socket
        self._djangos_errors = default.wrap_database_errors
        self._prepared: dict[str, bytes] = {}
        self._asked: asyncio.Future[pq.abc.PGresult] | None = None
        self._latest: pq.abc.PGresult | None = None
        self._full = self._closed = False
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)
        sockets.watch(self._socket, self)

    @property
    def usable(self) -> bool:
        """Whether it is open and has no unexpected input, which announces its end."""
        return not self._closed and not self._poll.poll(0)

    async def fetch(self, statement: str, values: Sequence[Any]) -> list[tuple[bytes | None, ...]]:
        """Return the rows of a statement, in PostgreSQL's text format.

        The statement has `%s` in place of values, whose types follow from their places
        (pyramido_site/infrastructure/prepared_statements.py). Raise Django's DatabaseError. Cancelling closes the
        connection.
        """
        with self._djangos_errors:
            try:
                name = self._prepared.get(statement) or await self._prepare(statement)
                result = await self._ask(self._libpq.send_query_prepared, name, [_text(value) for value in values])
            except (psycopg.IntegrityError, psycopg.DataError):
                raise
            except BaseException:  # in the middle of an answer, or a session that may repeat the error for ever
                if self._asked is not None:
                    self._asked.cancel()
                self.close()
                raise
        columns = range(result.nfields)
        return [tuple(result.get_value(row, column) for column in columns) for row in range(result.ntuples)]

    def close(self, error: psycopg.Error | None = None) -> None:
        """Close the connection; a pending statement raises `error`, or OperationalError. Idempotent."""
        if self._asked is not None and not self._asked.done():
            self._asked.set_exception(error or psycopg.OperationalError("the connection was closed"))
        if not self._closed:
            self._closed = True
            self._sockets.forget(self._socket)
            self._connection.close()

    def ready(self, events: int) -> None:
        """Handle events of the socket."""
        if events & selectors.EVENT_WRITE and not self._closed:
            self._flush()
        if events & selectors.EVENT_READ and not self._closed:
            self._read()

    async def _prepare(self, statement: str) -> bytes:
        first, *others = statement.split("%s")
        numbered = first + "".join(f"${number}{text}" for number, text in enumerate(others, 1))
        name = f"loop_{len(self._prepared)}".encode()
        await self._ask(self._libpq.send_prepare, name, numbered.encode())
        self._prepared[statement] = name
        return name

    async def _ask(self, send: Any, *arguments: Any) -> pq.abc.PGresult:
        self._asked = self._sockets.loop.create_future()
        send(*arguments)
        self._flush()
        result = await self._asked
        if result.status not in GOOD:
            raise error_from_result(result)
        return result

    def _flush(self) -> None:
        """Send pending output now, and the rest once the socket can be written to."""
        try:
            full = self._libpq.flush() != 0
            if full != self._full:
                self._full = full
                self._sockets.await_room(self._socket, self, awaits=full)
        except psycopg.Error as error:
            self.close(error)
        except (OSError, KeyError) as error:  # libpq has closed the socket
            self.close(psycopg.OperationalError(str(error)))

    def _read(self) -> None:
        """Read input: an answer, part of one, or the end of the connection."""
        try:
            self._libpq.consume_input()
            while self._asked is not None and not self._libpq.is_busy():
                result = self._libpq.get_result()
                if result is not None and result.status not in (*GOOD, pq.ExecStatus.FATAL_ERROR):
                    raise psycopg.InternalError(f"an answer that none has asked for ({result.status})")
                if result is not None:
                    self._latest = result
                elif self._latest is not None:
                    asked, self._asked = self._asked, None
                    answer, self._latest = self._latest, None
                    if not asked.done():
                        asked.set_result(answer)
        except psycopg.Error as error:
            self.close(error)


def _text(value: Any) -> bytes | None:
    written = word(value)
    if written is None:
        return None
    text = str(written).encode()
    if b"\0" in text:  # at which libpq would end the text
        raise psycopg.DataError("PostgreSQL text cannot contain NUL (0x00)")
    return text


def _outside_the_pool() -> psycopg.Connection[Any]:
    site: Any = default  # pyramido_site/postgresql
    made: psycopg.Connection[Any] = site.outside_the_pool()
    return made


class PostgreSQLOnLoop:
    """Up to `most` connections of the server's loop. When none is free, one more is opened for later callers."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._sockets: _Sockets | None = None
        self._open: set[PostgreSQLConnection] = set()
        self._idle: list[PostgreSQLConnection] = []
        self._opening: asyncio.Task[None] | None = None
        self._rests_until = 0.0

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Use this running loop, the server's."""
        self._sockets = _Sockets(loop)

    async def detach(self) -> None:
        """Close all connections. Call it on that loop."""
        sockets, self._sockets = self._sockets, None
        if self._opening is not None:
            await asyncio.wait([self._opening])
        for connection in list(self._open):
            self._drop(connection)
        if sockets is not None:
            sockets.close()

    @contextmanager
    def free(self) -> Iterator[PostgreSQLConnection | None]:
        """Return a connection for exclusive use in a `with` block, or None if none is free."""
        taken = self._take()
        try:
            yield taken
        finally:
            if taken is not None:
                self._give_back(taken)

    def _take(self) -> PostgreSQLConnection | None:
        while self._idle:
            connection = self._idle.pop()
            if connection.usable:
                return connection
            self._drop(connection)
        if self._sockets is not None and self._opening is None and len(self._open) < self.most:
            if time.monotonic() >= self._rests_until:
                self._opening = self._sockets.loop.create_task(self._open_one_more(self._sockets))
        return None

    def _give_back(self, connection: PostgreSQLConnection) -> None:
        if connection in self._open and connection.usable:
            self._idle.append(connection)
        else:
            self._drop(connection)

    def _drop(self, connection: PostgreSQLConnection) -> None:
        self._open.discard(connection)
        with suppress(ValueError):
            self._idle.remove(connection)
        connection.close()

    async def _open_one_more(self, sockets: _Sockets) -> None:
        try:
            made = await in_thread(_outside_the_pool)
        except psycopg.Error as error:
            self._rests_until = time.monotonic() + AGAIN_S
            logger.debug("no connection for the loop: %s", error)
            return
        finally:
            self._opening = None
        if self._sockets is not sockets:
            made.close()
            return
        try:
            connection = PostgreSQLConnection(sockets, made)
        except (psycopg.Error, KeyError, ValueError) as error:  # lost already, or its descriptor is still registered
            made.close()
            logger.debug("no connection for the loop: %s", error)
            return
        self._open.add(connection)
        self._idle.append(connection)
