"""The database's own guard of what ratings are made of: it refuses to change or remove it, whoever asks.

Guarded are the log (`RatingChange`), the annulments and the results with their seats; of a result only its number may
be set, once, and whether it is annulled. It yields to the flush of databases made for tests. On PostgreSQL it covers
TRUNCATE too, on SQLite REPLACE, which removes the rows in its way without firing their triggers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import migrations, transaction

RESULTS = "ratings_result"
UNIQUE = {
    "ratings_ratingchange": "(seat_id = NEW.seat_id AND revision = NEW.revision)",
    "ratings_annulment": "FALSE",
    "ratings_resultseat": "(result_id = NEW.result_id AND (number = NEW.number OR user_id = NEW.user_id))",
    RESULTS: "(game = NEW.game OR (pool_id = NEW.pool_id AND rating_seq = NEW.rating_seq))",
}
"""Table → which rows an inserted one would replace, beside that with its id."""

_CHANGED = (
    "(OLD.rating_seq IS NOT NULL AND NEW.rating_seq {differs} OLD.rating_seq) OR "
    "(NEW.id, NEW.game, NEW.pool_id, NEW.started_ms, NEW.finished_ms) {differs} "
    "(OLD.id, OLD.game, OLD.pool_id, OLD.started_ms, OLD.finished_ms)"
)
"""Of a result, what may not be. SQLite before 3.39 does not know IS DISTINCT FROM."""


def _sqlite() -> dict[str, str]:
    triggers = {}
    for table, replaced in UNIQUE.items():
        moments = {
            "update": f"UPDATE ON {table}" + (f" WHEN {_CHANGED.format(differs='IS NOT')}" if table == RESULTS else ""),
            "delete": f"DELETE ON {table}",
            "replace": f"INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR {replaced})",
        }
        for what, moment in moments.items():
            triggers[f"{table}_no_{what}"] = (
                f"CREATE TRIGGER {table}_no_{what} BEFORE {moment} BEGIN "
                f"SELECT RAISE(ABORT, 'ratings are append-only: {what} on {table} is refused'); END"
            )
    return triggers


_SQLITE = _sqlite()

# TRUNCATE yields only where both hold: the session says that it flushes, and the database is one made for tests.
_FUNCTION = """
    CREATE FUNCTION ratings_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'TRUNCATE' AND current_setting('pyramido.flush', true) = 'on'
            AND current_database() LIKE 'test\\_%' THEN
            RETURN NULL;
        END IF;
        RAISE EXCEPTION 'ratings are append-only: % on % is refused', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END $$"""


def _postgresql() -> dict[tuple[str, str], str]:
    changed = _CHANGED.format(differs="IS DISTINCT FROM")
    triggers = {}
    for table in UNIQUE:
        moments = {
            "update": f"UPDATE ON {table} FOR EACH ROW" + (f" WHEN ({changed})" if table == RESULTS else ""),
            "delete": f"DELETE ON {table} FOR EACH ROW",
            "truncate": f"TRUNCATE ON {table} FOR EACH STATEMENT",
        }
        for what, moment in moments.items():
            name = f"{table}_no_{what}"
            triggers[name, table] = f"CREATE TRIGGER {name} BEFORE {moment} EXECUTE FUNCTION ratings_guard()"
    return triggers


_POSTGRESQL = _postgresql()


class GuardRatings(migrations.operations.base.Operation):
    """Installs the triggers. SQLite drops them with a table that a migration remakes: such a one ends with this."""

    reversible = True
    reduces_to_sql = True

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The models do not change."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            statements = [_FUNCTION, *_POSTGRESQL.values()]
        else:
            statements = list(_SQLITE.values())
        for statement in statements:
            schema_editor.execute(statement, params=None)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            statements = [f"DROP TRIGGER {name} ON {table}" for name, table in _POSTGRESQL]
            statements.append("DROP FUNCTION ratings_guard()")
        else:
            statements = [f"DROP TRIGGER {name}" for name in _SQLITE]
        for statement in statements:
            schema_editor.execute(statement, params=None)

    def describe(self) -> str:
        return "Refuse changes of results and of the log of ratings"


def missing(connection: Any) -> list[str]:
    """The triggers that the database should have and has not."""
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
        wanted = [name for name, _ in _POSTGRESQL]
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        wanted = list(_SQLITE)
    with connection.cursor() as cursor:
        cursor.execute(query)
        found = {name for (name,) in cursor.fetchall()}
    return [name for name in wanted if name not in found]


@contextmanager
def lifted_for_flush(connection: Any) -> Iterator[None]:
    """Lets the flush between two tests empty the tables. Raises RuntimeError unless the database is one for tests."""
    settings = connection.settings_dict
    if settings["NAME"] != settings["TEST"]["NAME"]:
        raise RuntimeError("the ratings of a site that is in use cannot be flushed")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT set_config('pyramido.flush', 'on', false)")
            try:
                yield
            finally:
                cursor.execute("SELECT set_config('pyramido.flush', 'off', false)")
            return
        with transaction.atomic():
            for name in _SQLITE:
                cursor.execute(f"DROP TRIGGER {name}")
        try:
            yield
        finally:
            with transaction.atomic():
                for statement in _SQLITE.values():
                    cursor.execute(statement)
