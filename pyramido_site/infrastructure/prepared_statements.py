"""Prepared statements, for queries that run with every move or request.

Django builds a query anew each time and inlines the values, so that the database parses and plans each one. These are
fixed texts, which PostgreSQL prepares and plans once per connection (`plan_cache_mode` in
pyramido_site/environment.py). They read no partitioned table, since such a plan would lock all its partitions.

Written against the internals of psycopg 3.3.9 and django 5.2.19 (tests/site/infrastructure/test_overrides.py).
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
"""Text forms of values that psycopg would send with a type of their own. Types that depend on a number's size, or on a
missing value, would make it another statement, to be prepared again.
"""


def word(value: Any) -> Any:
    """Return the value as it is sent; values with only one text form are returned unchanged."""
    written = _WORDS.get(type(value))
    return value if written is None else written(value)


class _Prepared(psycopg.Cursor[Any]):
    """Prepares every statement it executes; psycopg drops the connection's least recently used ones."""

    prepares = True

    def execute(
        self, query: Any, params: Params | None = None, *, prepare: bool | None = None, binary: bool | None = None
    ) -> Self:
        """Execute the statement, prepared."""
        words = None if params is None else [word(value) for value in params]
        return super().execute(query, words, prepare=self.prepares if prepare is None else prepare, binary=binary)


class _Noted(_Prepared):
    """For connections whose queries Django logs: psycopg does not report the text of prepared ones."""

    prepares = False


def prepared_cursor() -> CursorWrapper:
    """Return a cursor for a small set of statements, on PostgreSQL.

    Each value's type must follow from a column or cast.
    """
    connection.ensure_connection()
    noted = connection.queries_logged
    cursor: Any = (_Noted if noted else _Prepared)(connection.connection)
    return connection.make_debug_cursor(cursor) if noted else connection.make_cursor(cursor)


def rows_of(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement from a small set, on any database."""
    with prepared_cursor() if connection.vendor == "postgresql" else connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def stored_now() -> Any:
    """Return the current time as a value for a column of Django's DateTimeField."""
    return connection.ops.adapt_datetimefield_value(timezone.now())
