"""Statements that the database is asked for again and again, with every move or request.

Django puts a query together anew each time, and writes the values into the statement, so that none is like another and
the database has to read and plan each. These are written down, and on PostgreSQL prepared once for each connection.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from psycopg.abc import Params


class _Prepared(psycopg.Cursor[Any]):
    """Prepares whatever it executes; of a connection's statements psycopg forgets the least recently used."""

    def execute(
        self, query: Any, params: Params | None = None, *, prepare: bool | None = True, binary: bool | None = None
    ) -> Self:
        return super().execute(query, params, prepare=prepare, binary=binary)


def prepared_cursor() -> CursorWrapper:
    """For few different statements, on PostgreSQL. Values need the types of their columns, or casts."""
    connection.ensure_connection()
    cursor: Any = _Prepared(connection.connection)
    return connection.make_debug_cursor(cursor) if connection.queries_logged else connection.make_cursor(cursor)


def rows_of(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """What one of few different statements gives, on any database."""
    with prepared_cursor() if connection.vendor == "postgresql" else connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def stored_now() -> Any:
    """Now, as a value for a column of Django's DateTimeField."""
    return connection.ops.adapt_datetimefield_value(timezone.now())
