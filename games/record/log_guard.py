"""Guards of the log in the database: triggers that refuse changes of events and of the records of purged games.

Only the events of a game with a record in `games_purge` can be deleted. On PostgreSQL the log is partitioned, for which
Django has no migration operation.

Written against the internals of django 5.2.19 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from typing import Any

from django.db import migrations

from pyramido_site.infrastructure.append_only import Guard, Table

PARTITIONS = 16

LOG = Guard(
    function="games_guard_log",
    purpose="Refuse changes of the log",
    sentence="the log is append-only: {verb} on {table} is refused",
    tables=(
        Table(
            name="games_event",
            tag="events",
            partitions=PARTITIONS,
            removable="EXISTS (SELECT 1 FROM games_purge WHERE game_id = OLD.game_id)",
            replaces=(  # the rows that SQLite's INSERT OR REPLACE would delete: those equal in a unique column
                "game_id = NEW.game_id AND seq = NEW.seq",
                "game_id = NEW.game_id AND seat = NEW.seat AND key = NEW.key",
                "rowid = NEW.rowid",
            ),
            sentence="the log is append-only: an event is never {done}",
        ),
        Table(
            name="games_purge",
            tag="purges",
            replaces=("game_id = NEW.game_id OR rowid = NEW.rowid",),
            sentence="the record of a removed game is never {done}",
        ),
    ),
)


class CreatePartitionedModel(migrations.CreateModel):
    """`CreateModel` that partitions the table by a hash of `game_id` on PostgreSQL."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Create the table, on PostgreSQL with its partitions."""
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.name)
        if not self.allow_migrate_model(schema_editor.connection.alias, model):
            return
        sql, params = schema_editor.table_sql(model)
        schema_editor.execute(f"{sql} PARTITION BY HASH (game_id)", params or None)
        table = model._meta.db_table
        for part in range(PARTITIONS):
            schema_editor.execute(
                f"CREATE TABLE {table}_{part} PARTITION OF {table} "
                f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
            )
        schema_editor.deferred_sql.extend(schema_editor._model_indexes_sql(model))
