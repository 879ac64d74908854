"""The database's own guard of the moderators' log: it refuses to change or remove a decision, whoever asks.

It yields to the flush of databases made for tests. On PostgreSQL it covers TRUNCATE too, on SQLite REPLACE, which
removes the rows in its way without firing their triggers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import migrations, transaction

TABLE = "games_decision"
_REFUSED = "the moderators'' log is append-only"

_SQLITE = {
    f"{TABLE}_no_{what}": (
        f"CREATE TRIGGER {TABLE}_no_{what} BEFORE {moment} BEGIN "
        f"SELECT RAISE(ABORT, '{_REFUSED}: {what} is refused'); END"
    )
    for what, moment in {
        "update": f"UPDATE ON {TABLE}",
        "delete": f"DELETE ON {TABLE}",
        "replace": (
            f"INSERT ON {TABLE} WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id "
            f"OR public_id = NEW.public_id OR undoes_id = NEW.undoes_id)"
        ),
    }.items()
}

# TRUNCATE yields only where both hold: the session says that it flushes, and the database is one made for tests.
_FUNCTION = f"""
    CREATE FUNCTION games_guard_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'TRUNCATE' AND current_setting('pyramido.flush', true) = 'on'
            AND current_database() LIKE 'test\\_%' THEN
            RETURN NULL;
        END IF;
        RAISE EXCEPTION '{_REFUSED}: % is refused', TG_OP USING ERRCODE = 'integrity_constraint_violation';
    END $$"""

_POSTGRESQL = {
    f"{TABLE}_no_{what.lower()}": (
        f"CREATE TRIGGER {TABLE}_no_{what.lower()} BEFORE {what} ON {TABLE} "
        f"FOR EACH {each} EXECUTE FUNCTION games_guard_decisions()"
    )
    for what, each in {"UPDATE": "ROW", "DELETE": "ROW", "TRUNCATE": "STATEMENT"}.items()
}


class GuardDecisions(migrations.operations.base.Operation):
    """Installs the triggers. SQLite drops them with a table that a migration remakes: such a one ends with this."""

    reversible = True
    reduces_to_sql = True

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The models do not change."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        on_postgresql = schema_editor.connection.vendor == "postgresql"
        for statement in (_FUNCTION, *_POSTGRESQL.values()) if on_postgresql else _SQLITE.values():
            schema_editor.execute(statement, params=None)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            statements = [f"DROP TRIGGER {name} ON {TABLE}" for name in _POSTGRESQL]
            statements.append("DROP FUNCTION games_guard_decisions()")
        else:
            statements = [f"DROP TRIGGER {name}" for name in _SQLITE]
        for statement in statements:
            schema_editor.execute(statement, params=None)

    def describe(self) -> str:
        return "Refuse changes of the moderators' log"


def missing(connection: Any) -> list[str]:
    """The triggers that the database should have and has not."""
    if connection.vendor == "postgresql":
        query, wanted = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'", list(_POSTGRESQL)
    else:
        query, wanted = "SELECT name FROM sqlite_master WHERE type = 'trigger'", list(_SQLITE)
    with connection.cursor() as cursor:
        cursor.execute(query)
        found = {name for (name,) in cursor.fetchall()}
    return [name for name in wanted if name not in found]


@contextmanager
def lifted_for_flush(connection: Any) -> Iterator[None]:
    """Lets the flush between two tests empty the table. On PostgreSQL `games.record.log_guard.lifted_for_flush`, in
    which it is used, says so for all guards. Raises RuntimeError unless the database is one for tests.
    """
    settings = connection.settings_dict
    if settings["NAME"] != settings["TEST"]["NAME"]:
        raise RuntimeError("the moderators' log of a site that is in use cannot be flushed")
    if connection.vendor == "postgresql":
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        for name in _SQLITE:
            cursor.execute(f"DROP TRIGGER {name}")
    try:
        yield
    finally:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in _SQLITE.values():
                cursor.execute(statement)
