"""Django's backend for PostgreSQL, whose pool gives no connection that PostgreSQL has ended meanwhile, and lets nobody
wait for one while PostgreSQL is away.

Written against the insides of django 5.2.19 and psycopg 3.3.9 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import select
from typing import Any, ClassVar

from django.db.backends.postgresql import base
from psycopg import OperationalError
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping

CONNECT_S = 5
"""So long it may take to connect outside the pool, in seconds."""

ANSWERS_S = 2
"""So long PostgreSQL may take to answer a ping, in seconds, before it counts as away."""


class DatabaseWrapper(base.DatabaseWrapper):
    doubtful: ClassVar[set[str]] = set()
    """Aliases whose pool has lost a connection, or had none in time: PostgreSQL may be away."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """No question to the server, as CONN_HEALTH_CHECKS has it: only where there is something to read from a
        connection that nothing was asked over, it is tried. The pool makes others for those that are lost; but first
        PostgreSQL must be there, else the pool would keep everybody waiting as long as in a crowd.
        Raises OperationalError.
        """
        while self.pool is not None:
            if self.alias in self.doubtful:
                _ping(conn_params)
                self.doubtful.discard(self.alias)
            try:
                connection = super().get_new_connection(conn_params)
            except OperationalError:
                self.doubtful.add(self.alias)
                raise
            try:
                if _can_be_read(connection.fileno()):
                    self.pool.check_connection(connection)
            except OperationalError:
                self.doubtful.add(self.alias)
                self.pool.putconn(connection)
            else:
                return connection
        return super().get_new_connection(conn_params)

    def outside_the_pool(self) -> Any:
        """A connection that is nobody else's, made as those of the pool are; each statement is a transaction.
        Raises psycopg's OperationalError.
        """
        made = self.Database.connect(**{"connect_timeout": CONNECT_S, **self.get_connection_params()}, autocommit=True)
        self._configure_connection(made)  # type: ignore[attr-defined]
        return made


def _ping(conn_params: dict[str, Any]) -> None:
    """Without signing in: a server that has no connection left is not away. Raises OperationalError."""
    known = {name: conn_params[name] for name in ("host", "port", "dbname", "user") if name in conn_params}
    found = PGconn.ping(make_conninfo(**known, connect_timeout=ANSWERS_S).encode())
    if found != Ping.OK:
        raise OperationalError(f"PostgreSQL is away ({Ping(found).name})")


def _can_be_read(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
