"""What an upgrade does to large tables, in the ways that docs/operations.md allows while the site runs."""

from __future__ import annotations

from typing import Any

from django.db import connection, migrations, models

BATCH = 200


def fill(apps: Any, schema_editor: Any) -> None:
    """A value for every game, a few rows at a time, each in a transaction of its own."""
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
        migrations.RunSQL(
            "ALTER TABLE games_game ADD COLUMN fault_probe bigint NULL",
            "ALTER TABLE games_game DROP COLUMN fault_probe",
        ),
        migrations.RunSQL(
            "ALTER TABLE games_event ADD COLUMN fault_probe smallint NULL",
            "ALTER TABLE games_event DROP COLUMN fault_probe",
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL(
            "CREATE INDEX CONCURRENTLY fault_probe_index ON games_game (fault_probe)",
            "DROP INDEX CONCURRENTLY fault_probe_index",
        ),
        migrations.CreateModel("Probe", fields=[("id", models.BigAutoField(primary_key=True))]),
    ]
