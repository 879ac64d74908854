"""Changes to large tables as an upgrade makes them, by the methods that docs/operations.md allows on a running site."""

from __future__ import annotations

from typing import Any

from django.db import connection, migrations, models

from tests.faults.migrating import COLUMNS, INDEX

BATCH = 200


def fill(apps: Any, schema_editor: Any) -> None:
    """Set a value for every game, a few rows at a time, each batch in a transaction of its own."""
    last = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_game SET fault_probe = id WHERE id IN "
                "(SELECT id FROM games_game WHERE id > %s ORDER BY id LIMIT %s) RETURNING id",
                [last, BATCH],
            )
            done = [row[0] for row in cursor.fetchall()]
        if not done:
            return
        last = max(done)


class Migration(migrations.Migration):
    initial = True
    atomic = False

    operations = [
        *(migrations.RunSQL(*column) for column in COLUMNS),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL(*INDEX),
        migrations.CreateModel("Probe", fields=[("id", models.BigAutoField(primary_key=True))]),
    ]
