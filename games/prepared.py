"""Statements that the database is asked for with every move: it reads and plans them once for each connection.

Django writes the values into the statements that it sends, so that none is like another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg.abc import Params


class _Prepared(psycopg.Cursor[Any]):
    """Prepares whatever it executes; psycopg forgets the least recently used of a connection."""

    def execute(
        self, query: Any, params: Params | None = None, *, prepare: bool | None = True, binary: bool | None = None
    ) -> Self:
        return super().execute(query, params, prepare=prepare, binary=binary)


def prepared_cursor() -> CursorWrapper:
    """For few different statements, on PostgreSQL. The values need the types of their columns, or casts."""
    connection.ensure_connection()
    cursor: Any = _Prepared(connection.connection)
    return connection.make_debug_cursor(cursor) if connection.queries_logged else connection.make_cursor(cursor)


def rows_of(statement: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """What a statement gives: prepared on PostgreSQL."""
    with prepared_cursor() if connection.vendor == "postgresql" else connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())
