"""A migration operation that Django does not have: a partitioned table."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from games.record.log_guard import PARTITIONS


class CreatePartitionedModel(migrations.CreateModel):
    """CreateModel; on PostgreSQL the table is partitioned by a hash of `game_id`."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
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
