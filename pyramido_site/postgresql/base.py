"""Django's backend for PostgreSQL, whose pool gives no connection that PostgreSQL has ended meanwhile."""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """No question to the server, as CONN_HEALTH_CHECKS has it: only where there is something to read from a
        connection that nothing was asked over, it is tried. The pool makes others for those that are lost.
        """
        while True:
            connection = super().get_new_connection(conn_params)
            if self.pool is None:
                return connection
            try:
                if _can_be_read(connection.fileno()):
                    self.pool.check_connection(connection)
            except OperationalError:
                self.pool.putconn(connection)
            else:
                return connection


def _can_be_read(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
