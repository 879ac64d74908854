"""PostgreSQL is restarted: no request gets an old connection, and none waits for one while it is down."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db.utils import ConnectionHandler, OperationalError

from pyramido_site import environment
from pyramido_site.stack import compose
from pyramido_site.stack.reaper import Reaper
from pyramido_site.stack.servers import STOP_MODES, Postgres
from tests import servers

pytestmark = [pytest.mark.slow(8), pytest.mark.private_postgres]

POOL = 4
WAITS_S = 10
"""The pool's own timeout (pyramido_site/environment.py)."""


class OwnPostgres(Postgres):
    """A server of these tests, which stop and start it; it ends with them in any case."""

    def __init__(self, folder: Path) -> None:
        password = secrets.token_hex(16)
        names = ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD")
        service = compose.read(dict.fromkeys(names, password))["postgres"]
        super().__init__(service, folder, folder.with_suffix(".log"), servers.free_port(), password)
        self.reaper = Reaper()

    def start(self) -> None:
        super().start()
        self.reaper.add(self.pid)
        self.wait_ready()


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[OwnPostgres]:
    folder = servers.run_folder() / f"own-{secrets.token_hex(6)}"  # which PostgreSQL's own user can reach
    postgres = OwnPostgres(folder)
    postgres.start()
    yield postgres
    postgres.stop(number=STOP_MODES["immediate"])
    postgres.reaper.close()


@pytest.fixture
def handler(own_postgres: OwnPostgres) -> Iterator[ConnectionHandler]:
    """Connections as in the site's processes, to a server that runs."""
    if not own_postgres.alive:
        own_postgres.start()
    made = environment.database(own_postgres.url_of("pyramido"), Path("/"), POOL)
    handler = ConnectionHandler({"default": made})
    yield handler
    wrapper: Any = handler["default"]
    wrapper.close_pool()


def ask(handler: ConnectionHandler, begun: Barrier) -> int:
    """Run a request of its own; return the id of the server process that answers."""
    connection: Any = handler["default"]
    try:
        with connection.cursor() as cursor:
            begun.wait(10)
            cursor.execute("SELECT pg_backend_pid()")
            return int(cursor.fetchone()[0])
    finally:
        connection.close()


def ask_at_once(handler: ConnectionHandler, count: int) -> set[int]:
    """Run `count` requests at the same time, each with a connection of its own."""
    begun = Barrier(count)
    with ThreadPoolExecutor(count) as threads:
        return set(threads.map(lambda _: ask(handler, begun), range(count)))


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_closed_connections_are_not_handed_out(
    own_postgres: OwnPostgres, handler: ConnectionHandler, mode: str, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock():
        before = ask_at_once(handler, POOL)
        assert len(before) == POOL
        assert ask_at_once(handler, POOL) == before  # intact connections are reused
        own_postgres.stop(number=STOP_MODES[mode])
        own_postgres.start()
        after = ask_at_once(handler, POOL)
        assert len(after) == POOL
        assert ask_at_once(handler, POOL) == after


def test_requests_do_not_wait_while_it_is_down(
    own_postgres: OwnPostgres, handler: ConnectionHandler, django_db_blocker: Any
) -> None:
    """Longer than the pool's timeout, for twice as many requests as it has connections."""
    with django_db_blocker.unblock():
        ask_at_once(handler, POOL)
        own_postgres.stop(number=STOP_MODES["immediate"])
        began = time.monotonic()
        for _ in range(2 * POOL):
            with pytest.raises(OperationalError, match="PostgreSQL is away"):
                ask(handler, Barrier(1))
        assert time.monotonic() - began < WAITS_S
        own_postgres.start()
        assert len(ask_at_once(handler, POOL)) == POOL
