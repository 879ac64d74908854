"""Django's `flush`, for the databases of tests alone: a site's logs are never emptied (see the `log_guard` modules).

It runs after each test that commits, so it only touches tables that hold something. What migrations write about the
models themselves stays: Django's own empties it and writes it anew, which takes longer than most tests.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.color import no_style
from django.core.management.commands import flush
from django.db import connections, transaction

from games.moderation.log_guard import DECISIONS
from games.record.log_guard import LOG
from pyramido_site.infrastructure.append_only import lifted_for_flush
from ratings.log_guard import RATINGS

GUARDS = (LOG, DECISIONS, RATINGS)
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


class Command(flush.Command):
    """Empty a test database."""

    def handle(self, **options: Any) -> None:
        """Empty all tables but `KEPT`. Raise CommandError for a database that was not made for tests."""
        connection = connections[options["database"]]
        settings = connection.settings_dict
        if settings["NAME"] != settings["TEST"]["NAME"]:
            raise CommandError("The log of a game is append-only; flush works on the databases of tests only.")
        tables = sorted({*connection.introspection.django_table_names(only_existing=True)} - KEPT)
        filled = filled_of(connection, tables)
        if connection.vendor == "postgresql":
            with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
                # Guards and foreign keys are triggers. TRUNCATE would have to take all tables at once.
                cursor.execute("SET LOCAL session_replication_role = replica")
                for table in filled:
                    cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
            return
        guards = [guard for guard in GUARDS if any(table.name in filled for table in guard.tables)]
        with lifted_for_flush(connection, *guards):
            connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), filled))


def filled_of(connection: Any, tables: list[str]) -> list[str]:
    """Return those of the tables that have a row."""
    quoted = {table: connection.ops.quote_name(table) for table in tables}
    asked = " UNION ALL ".join(
        f"SELECT {number} WHERE EXISTS (SELECT 1 FROM {name})" for number, name in enumerate(quoted.values())
    )
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return [tables[number] for (number,) in cursor.fetchall()]
