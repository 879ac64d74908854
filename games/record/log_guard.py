"""The database's own guard of the log: it refuses to change or remove an event, whoever asks.

It yields to a game that has its record in `games_purge` (whole games, audited) and to the tests' flush. Records of
purges are guarded in the same way. On PostgreSQL the guard covers TRUNCATE too. On SQLite it covers REPLACE, which
removes the rows in its way without firing their triggers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PARTITIONS = 16
EVENTS = "games_event"
PURGES = "games_purge"

_SQLITE = {
    f"{EVENTS}_no_update": f"""
        CREATE TRIGGER {EVENTS}_no_update BEFORE UPDATE ON {EVENTS} BEGIN
            SELECT RAISE(ABORT, 'the log is append-only: an event is never changed');
        END""",
    f"{EVENTS}_no_delete": f"""
        CREATE TRIGGER {EVENTS}_no_delete BEFORE DELETE ON {EVENTS}
        WHEN NOT EXISTS (SELECT 1 FROM {PURGES} WHERE game_id = OLD.game_id) BEGIN
            SELECT RAISE(ABORT, 'the log is append-only: an event is never removed');
        END""",
    # The insert fails as the constraint in its way would let it fail: with an IntegrityError. A row number that was not
    # named is -1 here.
    f"{EVENTS}_no_replace": f"""
        CREATE TRIGGER {EVENTS}_no_replace BEFORE INSERT ON {EVENTS}
        WHEN EXISTS (SELECT 1 FROM {EVENTS} WHERE game_id = NEW.game_id AND seq = NEW.seq)
        OR EXISTS (SELECT 1 FROM {EVENTS} WHERE game_id = NEW.game_id AND seat = NEW.seat AND key = NEW.key)
        OR EXISTS (SELECT 1 FROM {EVENTS} WHERE rowid = NEW.rowid) BEGIN
            SELECT RAISE(ABORT, 'the log is append-only: an event is never replaced');
        END""",
    f"{PURGES}_no_update": f"""
        CREATE TRIGGER {PURGES}_no_update BEFORE UPDATE ON {PURGES} BEGIN
            SELECT RAISE(ABORT, 'the record of a removed game is never changed');
        END""",
    f"{PURGES}_no_delete": f"""
        CREATE TRIGGER {PURGES}_no_delete BEFORE DELETE ON {PURGES} BEGIN
            SELECT RAISE(ABORT, 'the record of a removed game is never removed');
        END""",
    f"{PURGES}_no_replace": f"""
        CREATE TRIGGER {PURGES}_no_replace BEFORE INSERT ON {PURGES}
        WHEN EXISTS (SELECT 1 FROM {PURGES} WHERE game_id = NEW.game_id OR rowid = NEW.rowid) BEGIN
            SELECT RAISE(ABORT, 'the record of a removed game is never replaced');
        END""",
}

# TRUNCATE yields only where both hold: the session says that it flushes, and the database is one made for tests.
_POSTGRESQL = [
    f"""
    CREATE FUNCTION games_guard_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'TRUNCATE' THEN
            IF current_setting('pyramido.flush', true) = 'on' AND current_database() LIKE 'test\\_%' THEN
                RETURN NULL;
            END IF;
        ELSIF TG_OP = 'DELETE' AND TG_ARGV[0] = 'events' THEN
            IF EXISTS (SELECT 1 FROM {PURGES} WHERE game_id = OLD.game_id) THEN
                RETURN OLD;
            END IF;
        END IF;
        RAISE EXCEPTION 'the log is append-only: % on % is refused', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END $$""",
    *(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION games_guard_log('{what}')"
        for table, what in ((EVENTS, "events"), (PURGES, "purges"))
    ),
    *(
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION games_guard_log('truncate')"
        for table in (EVENTS, PURGES, *(f"{EVENTS}_{part}" for part in range(PARTITIONS)))
    ),
]
_POSTGRESQL_UNDO = [
    *(f"DROP TRIGGER {table}_append_only ON {table}" for table in (EVENTS, PURGES)),
    *(
        f"DROP TRIGGER {table}_no_truncate ON {table}"
        for table in (EVENTS, PURGES, *(f"{EVENTS}_{part}" for part in range(PARTITIONS)))
    ),
    "DROP FUNCTION games_guard_log()",
]


def install(schema_editor: Any) -> None:
    """Create the triggers on the connection's database."""
    for statement in _POSTGRESQL if _is_postgresql(schema_editor.connection) else _SQLITE.values():
        schema_editor.execute(statement, params=None)


def remove(schema_editor: Any) -> None:
    """Undo `install`."""
    if _is_postgresql(schema_editor.connection):
        statements = _POSTGRESQL_UNDO
    else:
        statements = [f"DROP TRIGGER {name}" for name in _SQLITE]
    for statement in statements:
        schema_editor.execute(statement, params=None)


def _is_postgresql(connection: Any) -> bool:
    return bool(connection.vendor == "postgresql")


def missing(connection: Any) -> list[str]:
    """The triggers that the database should have and has not."""
    if _is_postgresql(connection):
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
        partitions = [f"{EVENTS}_{part}" for part in range(PARTITIONS)]
        wanted = [f"{table}_append_only" for table in (EVENTS, PURGES)]
        wanted += [f"{table}_no_truncate" for table in (EVENTS, PURGES, *partitions)]
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
        raise RuntimeError("the log of a site that is in use cannot be flushed")
    with connection.cursor() as cursor:
        if _is_postgresql(connection):
            cursor.execute("SELECT set_config('pyramido.flush', 'on', false)")
            try:
                yield
            finally:
                cursor.execute("SELECT set_config('pyramido.flush', 'off', false)")
        else:
            for name in _SQLITE:
                cursor.execute(f"DROP TRIGGER {name}")
            try:
                yield
            finally:
                for statement in _SQLITE.values():
                    cursor.execute(statement)
