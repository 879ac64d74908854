"""Django's backend for PostgreSQL with a pool that never returns a connection which the server has closed, and fails
fast while PostgreSQL is down.

Written against the internals of django 5.2.19 and psycopg 3.3.9 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import select
from typing import Any, ClassVar

from django.db.backends.postgresql import base
from psycopg import OperationalError
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping

CONNECT_S = 5
"""Timeout (s) for connecting outside the pool."""

ANSWERS_S = 2
"""Timeout (s) for a ping, after which PostgreSQL counts as down."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A database wrapper whose pooled connections are known to be open."""

    doubtful: ClassVar[set[str]] = set()
    """Aliases whose pool lost a connection, or had none in time: PostgreSQL may be down."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a working connection. Raise OperationalError if PostgreSQL is down or the pool exhausted.

        Unlike CONN_HEALTH_CHECKS this asks the server nothing: a connection is checked only if an idle one has data to
        read, as when the server closed it. The pool replaces lost connections; PostgreSQL is pinged first, since
        otherwise the pool would make every caller wait for its whole timeout.
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
        """Return a connection outside the pool with the same parameters, in autocommit mode.

        Raise psycopg's OperationalError if that fails.
        """
        made = self.Database.connect(**{"connect_timeout": CONNECT_S, **self.get_connection_params()}, autocommit=True)
        self._configure_connection(made)  # type: ignore[attr-defined]
        return made


def _ping(conn_params: dict[str, Any]) -> None:
    """Raise OperationalError if PostgreSQL is down. Does not sign in: a server without free connections is not down."""
    known = {name: conn_params[name] for name in ("host", "port", "dbname", "user") if name in conn_params}
    found = PGconn.ping(make_conninfo(**known, connect_timeout=ANSWERS_S).encode())
    if found != Ping.OK:
        raise OperationalError(f"PostgreSQL is away ({Ping(found).name})")


def _can_be_read(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
