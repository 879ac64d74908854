"""Append-only tables, enforced by the database: it refuses every change and removal of a row.

A room describes its tables in a `Guard`, and a migration installs it with `AppendOnly`. A guard also covers TRUNCATE on
PostgreSQL, and on SQLite REPLACE, which removes rows without firing their triggers. Exceptions are the flush of test
databases, and the removals that a table allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import migrations, transaction

_DONE = {"update": "changed", "delete": "removed", "replace": "replaced"}


@dataclass(frozen=True, kw_only=True)
class Table:
    """An append-only table; all conditions are SQL."""

    name: str
    replaces: tuple[str, ...]
    """The rows that an inserted row (NEW) would replace on SQLite; each
    condition is a query with an index of its own.
    """
    fixed: tuple[str, ...] = ()
    """Columns that an update may not change. If there are none, every update is refused."""
    set_once: tuple[str, ...] = ()
    """Further columns, which an update may change only from NULL."""
    removable: str = ""
    """Condition under which a row (OLD) may be removed. Such a table needs a tag."""
    tag: str = ""
    """Identifies the table in PostgreSQL's function, since a partition has a name of its own. A tagged table without
    fixed columns has one trigger for both UPDATE and DELETE.
    """
    partitions: int = 0
    """Number of partitions on PostgreSQL: `name_0`, `name_1` …"""
    sentence: str = ""
    """The error on SQLite, if it differs from the guard's."""


@dataclass(frozen=True, kw_only=True)
class Guard:
    """Tables guarded together, by one function on PostgreSQL."""

    function: str
    tables: tuple[Table, ...]
    purpose: str
    """Description of the migration's operation."""
    sentence: str
    """The error: `{verb}` is the refused statement, `{done}` (SQLite only) its participle, `{table}` the table."""

    def triggers(self, connection: Any) -> dict[str, tuple[str, str]]:
        """Return for each trigger's name its table and the statement that creates it."""
        made = self._on_postgresql if _is_postgresql(connection) else self._on_sqlite
        return {
            name: (at, f"CREATE TRIGGER {name} BEFORE {body}")
            for table in self.tables
            for name, at, body in made(table)
        }

    def installing(self, connection: Any) -> list[str]:
        """Return the statements that install the guard."""
        triggers = [statement for _, statement in self.triggers(connection).values()]
        return [self._function(), *triggers] if _is_postgresql(connection) else triggers

    def removing(self, connection: Any) -> list[str]:
        """Return the statements that undo `installing`."""
        if not _is_postgresql(connection):
            return [f"DROP TRIGGER {name}" for name in self.triggers(connection)]
        drops = [f"DROP TRIGGER {name} ON {at}" for name, (at, _) in self.triggers(connection).items()]
        return [*drops, f"DROP FUNCTION {self.function}()"]

    def _on_sqlite(self, table: Table) -> Iterator[tuple[str, str, str]]:
        name = table.name
        # An insert that would replace fails like the constraint in its way: with an IntegrityError. A missing row
        # number is -1 here.
        replaced = " OR ".join(f"EXISTS (SELECT 1 FROM {name} WHERE {condition})" for condition in table.replaces)
        moments = {
            "update": f"UPDATE ON {name}" + (f" WHEN {_changed(table, 'IS NOT')}" if table.fixed else ""),
            "delete": f"DELETE ON {name}" + (f" WHEN NOT {table.removable}" if table.removable else ""),
            "replace": f"INSERT ON {name} WHEN {replaced}",
        }
        for verb, moment in moments.items():
            sentence = (table.sentence or self.sentence).format(verb=verb, done=_DONE[verb], table=name)
            yield f"{name}_no_{verb}", name, f"{moment} BEGIN SELECT RAISE(ABORT, {_quoted(sentence)}); END"

    def _on_postgresql(self, table: Table) -> Iterator[tuple[str, str, str]]:
        name = table.name
        tag, truncate = (f"'{table.tag}'", "'truncate'") if table.tag else ("", "")
        execute = f"EXECUTE FUNCTION {self.function}"
        if table.tag and not table.fixed:
            yield f"{name}_append_only", name, f"UPDATE OR DELETE ON {name} FOR EACH ROW {execute}({tag})"
        else:
            when = f"WHEN ({_changed(table, 'IS DISTINCT FROM')}) " if table.fixed else ""
            yield f"{name}_no_update", name, f"UPDATE ON {name} FOR EACH ROW {when}{execute}({tag})"
            yield f"{name}_no_delete", name, f"DELETE ON {name} FOR EACH ROW {execute}({tag})"
        for at in (name, *(f"{name}_{part}" for part in range(table.partitions))):
            yield f"{at}_no_truncate", at, f"TRUNCATE ON {at} FOR EACH STATEMENT {execute}({truncate})"

    def _function(self) -> str:
        removals = "".join(
            f"""
                IF TG_OP = 'DELETE' AND TG_ARGV[0] = '{table.tag}' THEN
                    IF {table.removable} THEN
                        RETURN OLD;
                    END IF;
                END IF;"""
            for table in self.tables
            if table.removable
        )
        said = "TG_OP, TG_TABLE_NAME" if "{table}" in self.sentence else "TG_OP"
        # TRUNCATE is allowed only if the session says that it flushes and the database is a test database.
        return f"""
            CREATE FUNCTION {self.function}() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF TG_OP = 'TRUNCATE' AND current_setting('pyramido.flush', true) = 'on'
                    AND current_database() LIKE 'test\\_%' THEN
                    RETURN NULL;
                END IF;{removals}
                RAISE EXCEPTION {_quoted(self.sentence.format(verb="%", table="%"))}, {said}
                    USING ERRCODE = 'integrity_constraint_violation';
            END $$"""


def _changed(table: Table, differs: str) -> str:
    """Return the SQL condition that an update changes a fixed column. SQLite before 3.39 lacks IS DISTINCT FROM."""
    new, old = (", ".join(f"{row}.{column}" for column in table.fixed) for row in ("NEW", "OLD"))
    once = (f"(OLD.{column} IS NOT NULL AND NEW.{column} {differs} OLD.{column})" for column in table.set_once)
    return " OR ".join([*once, f"({new}) {differs} ({old})"])


def _quoted(sentence: str) -> str:
    return "'" + sentence.replace("'", "''") + "'"


def _is_postgresql(connection: Any) -> bool:
    return bool(connection.vendor == "postgresql")


class AppendOnly(migrations.operations.base.Operation):
    """Migration operation that installs a guard. SQLite drops triggers with a table that a migration rebuilds, so such
    a migration must end with this.
    """

    reversible = True
    reduces_to_sql = True

    def __init__(self, guard: Guard) -> None:
        self.guard = guard

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Do nothing: the models do not change."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Install the guard."""
        for statement in self.guard.installing(schema_editor.connection):
            schema_editor.execute(statement, params=None)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Remove the guard."""
        for statement in self.guard.removing(schema_editor.connection):
            schema_editor.execute(statement, params=None)

    def describe(self) -> str:
        """Return the purpose of the guard."""
        return self.guard.purpose


def missing(connection: Any, *guards: Guard) -> list[str]:
    """Return the names of triggers that the database should have but does not."""
    if _is_postgresql(connection):
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        found = {name for (name,) in cursor.fetchall()}
    return [name for guard in guards for name in guard.triggers(connection) if name not in found]


@contextmanager
def lifted_for_flush(connection: Any, *guards: Guard) -> Iterator[None]:
    """Allow the flush between two tests to empty the tables; on PostgreSQL this lifts every guard.

    Raise RuntimeError unless the database is a test database.
    """
    settings = connection.settings_dict
    if settings["NAME"] != settings["TEST"]["NAME"]:
        raise RuntimeError("append-only tables of a site that is in use cannot be flushed")
    if _is_postgresql(connection):
        lift, restore = ([f"SELECT set_config('pyramido.flush', '{state}', false)"] for state in ("on", "off"))
    else:
        lift = [statement for guard in guards for statement in guard.removing(connection)]
        restore = [statement for guard in guards for statement in guard.installing(connection)]
    _execute(connection, lift)
    try:
        yield
    finally:
        _execute(connection, restore)


def _execute(connection: Any, statements: list[str]) -> None:
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
