"""PostgreSQL queried by the event loop itself: results, refusals, lost connections, and the queue for connections."""

from __future__ import annotations

import asyncio
import functools
import select
import socket
import struct
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
import uvloop
from django.db import DatabaseError, DataError, IntegrityError, OperationalError, connection

from pyramido_site.infrastructure import loop_postgresql
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.loop_postgresql import PostgreSQLConnection, PostgreSQLOnLoop
from pyramido_site.postgresql.base import DatabaseWrapper

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

NOTICE = b"N" + struct.pack("!i", 4 + 17) + b"C57P01\0Mthe end\0\0"
SLOWLY = "SELECT pg_sleep(60), %s::text"


@pytest.fixture
async def database() -> AsyncIterator[PostgreSQLOnLoop]:
    made = PostgreSQLOnLoop(most=2)
    made.attach(asyncio.get_running_loop())
    yield made
    await made.detach()


async def opened(database: PostgreSQLOnLoop) -> None:
    """Wait until one more connection is open, if the limit permits."""
    with database.free():
        if database._opening is not None:
            await database._opening


@contextmanager
def taken_from(database: PostgreSQLOnLoop) -> Iterator[PostgreSQLConnection]:
    """Take a free connection."""
    with database.free() as taken:
        assert taken is not None
        yield taken


async def pid_of(taken: PostgreSQLConnection) -> int:
    return int((await taken.fetch("SELECT pg_backend_pid()", []))[0][0] or 0)


def end(pid: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])


def others_asking() -> int:
    """Return how many other connections are executing a statement."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'"
            " AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


async def test_values_arrive_as_they_were_and_a_statement_is_prepared_once(database: PostgreSQLOnLoop) -> None:
    await opened(database)
    with taken_from(database) as taken:
        statement = "SELECT %s::bigint, %s::bool, %s::bytea, %s::text, %s::jsonb"
        for number in (1, 70_000, -(2**40)):
            [row] = await taken.fetch(statement, [number, True, b"\x00\\\xff", "é\\", None])
            assert row == (str(number).encode(), b"t", b"\\x005cff", "é\\".encode(), None)
        counted = "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE %s"
        assert await taken.fetch(counted, ["SELECT $1::bigint%"]) == [(b"3", b"0")]
        assert await taken.fetch("SELECT number FROM generate_series(1, 3) AS number WHERE number > %s", [5]) == []


async def test_more_than_the_system_takes_at_once_arrives(database: PostgreSQLOnLoop) -> None:
    await opened(database)
    with taken_from(database) as taken:
        text = "é" * 8_000_000
        assert await taken.fetch("SELECT md5(%s::text), length(%s::text)", [text, text]) == await taken.fetch(
            "SELECT md5(repeat('é', %s)), %s::text", [len(text), len(text)]
        )


async def test_a_refused_statement_is_djangos_error_and_the_connection_stays(database: PostgreSQLOnLoop) -> None:
    await opened(database)
    with taken_from(database) as taken:
        pid = await pid_of(taken)
        with pytest.raises(DataError):
            await taken.fetch("SELECT %s::int", ["five"])
        with pytest.raises(DataError, match="NUL"):
            await taken.fetch("SELECT %s::text", ["a\0b"])
        with pytest.raises(IntegrityError):
            await taken.fetch("INSERT INTO django_session (session_key) VALUES (%s)", ["a"])
    with database.free() as taken:
        assert taken is not None and await pid_of(taken) == pid


@pytest.mark.parametrize("statement", ["COPY django_session FROM STDIN", "SELECT nothing FROM nowhere"])
async def test_an_unusable_session_is_closed(database: PostgreSQLOnLoop, statement: str) -> None:
    """A session in such a state might respond the same way for ever: a copy that waits for rows, a table that is
    missing.
    """
    await opened(database)
    with taken_from(database) as taken, pytest.raises(DatabaseError):
        await taken.fetch(statement, [])
    with database.free() as taken:
        assert taken is None


async def test_a_connection_closed_by_postgresql_is_not_handed_out(database: PostgreSQLOnLoop) -> None:
    await opened(database)
    with taken_from(database) as taken:
        pid = await pid_of(taken)
    await in_thread(end, pid)
    with database.free() as taken:
        assert taken is None
    await opened(database)
    with database.free() as taken:
        assert taken is not None and await pid_of(taken) != pid


async def test_a_connection_lost_during_a_response_is_an_operational_error(database: PostgreSQLOnLoop) -> None:
    await opened(database)
    with taken_from(database) as taken:
        pid = await pid_of(taken)
        asked = asyncio.create_task(taken.fetch(SLOWLY, ["a"]))
        await asyncio.sleep(0)
        await in_thread(end, pid)
        with pytest.raises(OperationalError):
            await asked
    with database.free() as taken:
        assert taken is None


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_reset_during_a_response_is_noticed_on_every_loop(
    loop: Callable[[], asyncio.AbstractEventLoop], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when PostgreSQL is stopped at once with a notice: libuv reports the error only once, together with the
    notice.
    """
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(_is_reset_amid_an_answer(monkeypatch))


async def _is_reset_amid_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    database = PostgreSQLOnLoop(most=1)
    database.attach(asyncio.get_running_loop())
    with Forwarder() as forwarder:
        monkeypatch.setattr(loop_postgresql, "_outside_the_pool", forwarder.connection)
        await opened(database)
        with taken_from(database) as taken:
            pid = await pid_of(taken)
            asked = asyncio.create_task(taken.fetch(SLOWLY, ["a"]))
            try:
                while not await in_thread(others_asking):
                    pass
                forwarder.say_and_reset(NOTICE)
                with pytest.raises(OperationalError):
                    async with asyncio.timeout(20):
                        await asked
                assert not taken.usable
            finally:
                await in_thread(end, pid)
                await database.detach()


async def test_a_connection_that_fails_in_an_unforeseen_way_holds_up_no_other(
    database: PostgreSQLOnLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(database)
    with taken_from(database) as bad:
        await opened(database)
        with taken_from(database) as good:
            await pid_of(good)
            monkeypatch.setattr(bad, "_read", functools.partial(int, "no number"))
            failed = asyncio.create_task(bad.fetch("SELECT 1", []))
            assert await good.fetch("SELECT 2", []) == [(b"2",)]
            with pytest.raises(OperationalError):
                await failed


class Forwarder(Thread):
    """A forwarder between one client and PostgreSQL."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._tell, self._told = socket.socketpair()

    def connection(self) -> psycopg.Connection[Any]:
        port, of = self._listening.getsockname()[1], connection.settings_dict
        return psycopg.connect(
            host="127.0.0.1", port=port, dbname=of["NAME"], user=of["USER"], password=of["PASSWORD"],
            autocommit=True, sslmode="disable", connect_timeout=10,
        )  # fmt: skip

    def run(self) -> None:
        self._client = self._listening.accept()[0]
        to = connection.settings_dict
        with socket.create_connection((to["HOST"], to["PORT"])) as server:
            other = {self._client: server, server: self._client}
            while self._told not in (ready := select.select([*other, self._told], [], [])[0]):
                for each in ready:
                    other[each].sendall(each.recv(65536))

    def say_and_reset(self, what: bytes) -> None:
        """Send data and reset the connection, so that the client finds both in its next read."""
        self._tell.send(b".")
        self.join()
        self._client.sendall(what)
        self._client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._client.close()

    def __enter__(self) -> Forwarder:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._tell.send(b".")
        self.join(10)
        for each in (self._listening, self._tell, self._told):
            each.close()


async def test_a_cancelled_caller_leaves_no_connection_waiting(database: PostgreSQLOnLoop) -> None:
    await opened(database)
    with taken_from(database) as taken:
        pid = await pid_of(taken)
        asked = asyncio.create_task(taken.fetch(SLOWLY, ["a"]))
        while not await in_thread(others_asking):
            pass
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
    with database.free() as taken:
        assert taken is None
    await in_thread(end, pid)


async def test_callers_do_not_wait_for_a_connection_and_their_number_is_limited(database: PostgreSQLOnLoop) -> None:
    with database.free() as first:
        assert first is None
    await opened(database)
    with database.free() as first, database.free() as second:
        assert first is not None and second is None
        await opened(database)
        with database.free() as second, database.free() as third:
            assert second is not None and second is not first and third is None
            await opened(database)
            with database.free() as third:
                assert third is None


async def test_where_none_can_be_made_it_is_tried_again_a_moment_later(
    database: PostgreSQLOnLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    at = [100.0]
    monkeypatch.setattr("pyramido_site.infrastructure.loop_postgresql.time", SimpleNamespace(monotonic=lambda: at[0]))
    with monkeypatch.context() as away:
        plain = DatabaseWrapper.get_connection_params

        def unreachable(self: DatabaseWrapper) -> dict[str, object]:
            tried.append(at[0])
            return {**plain(self), "host": "127.0.0.1", "port": "1"}

        away.setattr(DatabaseWrapper, "get_connection_params", unreachable)
        for at[0] in (100.0, 100.5, 101.5):
            await opened(database)
    assert tried == [100.0, 101.5]
    at[0] = 103.0
    await opened(database)
    with taken_from(database):
        pass


async def test_nothing_stays_open_behind_a_server_that_stops(database: PostgreSQLOnLoop) -> None:
    await opened(database)
    with taken_from(database) as taken:
        pid = await pid_of(taken)
        asked = asyncio.create_task(taken.fetch(SLOWLY, ["a"]))
        await asyncio.sleep(0)
        await database.detach()
        with pytest.raises(OperationalError):
            await asked
        await in_thread(end, pid)
    with database.free() as taken:
        assert taken is None and database._opening is None
