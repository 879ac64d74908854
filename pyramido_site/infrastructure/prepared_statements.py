"""Statements that the database is asked for again and again, with every move or request.

Django puts a query together anew each time, and writes the values into the statement, so that none is like another and
the database has to read and plan each. These are written down, and on PostgreSQL prepared and planned once for each
connection (`plan_cache_mode` in pyramido_site/environment.py); they read no partitioned table, of which such a plan
would lock all parts.

Written against the insides of psycopg 3.3.9 and django 5.2.19 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from psycopg.abc import Params

_WORDS: dict[type, Callable[[Any], str]] = {
    int: str, bool: lambda value: "t" if value else "f", bytes: lambda value: f"\\x{value.hex()}",
}  # fmt: skip
"""How values are written that psycopg would send with a type of their own. With a number's size, or a missing value in
the place of one, a statement would be another, and prepared once more.
"""


def word(value: Any) -> Any:
    """A value as it is sent: what has only one way to be written stays."""
    written = _WORDS.get(type(value))
    return value if written is None else written(value)


class _Prepared(psycopg.Cursor[Any]):
    """Prepares whatever it executes; of a connection's statements psycopg forgets the least recently used."""

    prepares = True

    def execute(
        self, query: Any, params: Params | None = None, *, prepare: bool | None = None, binary: bool | None = None
    ) -> Self:
        words = None if params is None else [word(value) for value in params]
        return super().execute(query, words, prepare=self.prepares if prepare is None else prepare, binary=binary)


class _Noted(_Prepared):
    """Where Django notes statements: psycopg does not tell what it has executed of a prepared one."""

    prepares = False


def prepared_cursor() -> CursorWrapper:
    """For few different statements, on PostgreSQL. Where a value stands must tell its type, by its column or a cast."""
    connection.ensure_connection()
    noted = connection.queries_logged
    cursor: Any = (_Noted if noted else _Prepared)(connection.connection)
    return connection.make_debug_cursor(cursor) if noted else connection.make_cursor(cursor)


def rows_of(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """What one of few different statements gives, on any database."""
    with prepared_cursor() if connection.vendor == "postgresql" else connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def stored_now() -> Any:
    """Now, as a value for a column of Django's DateTimeField."""
    return connection.ops.adapt_datetimefield_value(timezone.now())
