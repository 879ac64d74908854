"""Django's `flush`, for the databases of tests alone: a site's logs are never emptied (see the `log_guard` modules).

What migrations write about the models themselves stays: Django's own empties it and writes it anew, which takes longer
than most tests.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.color import no_style
from django.core.management.commands import flush
from django.db import connections

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
        with lifted_for_flush(connection, *GUARDS):
            tables = sorted({*connection.introspection.django_table_names(only_existing=True)} - KEPT)
            emptied = connection.ops.sql_flush(no_style(), tables, allow_cascade=options.get("allow_cascade", False))
            connection.ops.execute_sql_flush(emptied)
