"""Changing a log despite the guard, as an attacker with the database's password could."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from games.management.commands.flush import GUARDS
from pyramido_site.infrastructure.append_only import lifted_for_flush


@contextmanager
def unguarded() -> Iterator[None]:
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            yield
    else:
        with lifted_for_flush(connection, *GUARDS):
            yield
