"""Migration operations that Django does not have."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from games.record import log_guard


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
        for part in range(log_guard.PARTITIONS):
            schema_editor.execute(
                f"CREATE TABLE {table}_{part} PARTITION OF {table} "
                f"FOR VALUES WITH (MODULUS {log_guard.PARTITIONS}, REMAINDER {part})"
            )
        schema_editor.deferred_sql.extend(schema_editor._model_indexes_sql(model))


class GuardLog(migrations.operations.base.Operation):
    """Installs the append-only triggers."""

    reversible = True
    reduces_to_sql = True

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The models do not change."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        log_guard.install(schema_editor)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        log_guard.remove(schema_editor)

    def describe(self) -> str:
        return "Refuse changes of the log"
