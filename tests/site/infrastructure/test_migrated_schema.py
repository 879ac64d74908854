"""A database made by the migrations is the one that the models describe, and has its triggers.

The models' tables are made a second time, by the schema editor alone, in a place of their own: another SQLite database,
or another schema of the same PostgreSQL database. Then both are read from the catalogue of the database and compared.

What the migrations make by hand is allowed for, and nothing else:

- `games_event` is partitioned on PostgreSQL (`CreatePartitionedModel`): its partitions are tables without a model.
- `games_game` has no indexes for patterns on PostgreSQL (`leave_out_pattern_indexes`).
- The guards of append-only tables: their triggers, and on PostgreSQL their functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite

from games.management.commands.flush import GUARDS
from games.record.log_guard import LOG, PARTITIONS
from pyramido_site.infrastructure.append_only import missing

pytestmark = pytest.mark.django_db

OURS = ("accounts", "games", "ratings")
ELSEWHERE = "made_from_models"
LOG_TABLE = LOG.tables[0].name

Described = dict[str, set[tuple[Any, ...]]]
"""By table, its columns, indexes and constraints, each as a tuple that begins with what it is."""


def our_tables() -> list[str]:
    """Return the tables of our models, those of many-to-many fields too."""
    mine = [model for app in OURS for model in apps.get_app_config(app).get_models(include_auto_created=True)]
    return sorted({model._meta.db_table for model in mine if model._meta.managed and not model._meta.proxy})


def create_all(editor: Any) -> None:
    """Create the tables of all models of the site, ours and those that ours refer to."""
    for model in apps.get_models():
        if model._meta.managed and not model._meta.proxy and not model._meta.swapped:
            editor.create_model(model)


def rows(at: Any, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with at.cursor() as cursor:
        cursor.execute(query, values or None)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


# --- SQLite -----------------------------------------------------------------------------------------------------------
@contextmanager
def sqlite_from_models() -> Iterator[Any]:
    """A new database in memory, with the tables of the models."""
    made = SQLite({**connection.settings_dict, "NAME": ":memory:"}, alias=ELSEWHERE)
    try:
        made.disable_constraint_checking()
        with made.schema_editor(atomic=False) as editor:
            create_all(editor)
        yield made
    finally:
        made.connection.close()  # Django itself keeps a database in memory open


def sqlite_described(at: Any) -> Described:
    """Return what SQLite's catalogue says: each column with all that its definition says, and each index.

    Checks and unique constraints stand in the definition of a table, which is compared without its spaces and with its
    parts in order: a migration may add a column after others.
    """
    found: Described = {}
    for table in our_tables():
        mine = found[table] = set()
        mine |= {
            ("column", name, kind, bool(null), default, key)
            for _, name, kind, null, default, key, _ in rows(at, f"PRAGMA table_xinfo({table})")
        }
        mine |= {("foreign key", *row[2:]) for row in rows(at, f"PRAGMA foreign_key_list({table})")}
        written = "SELECT type, name, sql FROM sqlite_master WHERE tbl_name = %s AND type <> 'trigger'"
        for kind, name, sql in rows(at, written, table):
            parts = () if sql is None else tuple(sorted(parts_of(sql))) if kind == "table" else (sql,)
            mine.add((kind, "" if name.startswith("sqlite_autoindex") else name, *parts))
        mine |= {
            ("indexed", "" if origin != "c" else name, bool(unique), bool(partial), *columns(at, name))
            for _, name, unique, origin, partial in rows(at, f"PRAGMA index_list({table})")
        }
    return found


def columns(at: Any, index: str) -> list[tuple[Any, ...]]:
    return [(name, descending) for _, _, name, descending, _, _ in rows(at, f"PRAGMA index_xinfo({index})")]


def parts_of(sql: str) -> list[str]:
    """Return the definitions between the outer parentheses of a CREATE TABLE."""
    parts, depth = [""], 0
    for letter in sql[sql.index("(") + 1 : sql.rindex(")")]:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [" ".join(part.split()) for part in parts]


# --- PostgreSQL -------------------------------------------------------------------------------------------------------
COLUMNS = """
    SELECT attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attcollation::regcollation,
        pg_get_expr(adbin, adrelid)
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped
"""
INDEXES = "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = %s::regclass"
CONSTRAINTS = """
    SELECT conname, contype, condeferrable, condeferred, convalidated, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE conrelid = %s::regclass
"""


@contextmanager
def postgresql_from_models() -> Iterator[Any]:
    """A schema with the tables of the models in the same database; the test's transaction rolls it back."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {ELSEWHERE}")
        cursor.execute(f"SET LOCAL search_path = {ELSEWHERE}")
    with connection.schema_editor() as editor:
        create_all(editor)
    yield connection
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL search_path = public")


def postgresql_described(at: Any) -> Described:
    """Return what PostgreSQL's catalogue says, without the name of the schema."""
    ((schema,),) = rows(at, "SELECT current_schema()")
    found: Described = {}
    for table in our_tables():
        mine = found[table] = {("column", *row) for row in rows(at, COLUMNS, table)}
        for name, definition in rows(at, INDEXES, table):
            plain = definition.replace(f" ON ONLY {schema}.", " ON ").replace(f" ON {schema}.", " ON ")
            mine.add(("index", name, plain))
        mine |= {("constraint", *row) for row in rows(at, CONSTRAINTS, table)}
    return found


def for_patterns(one: tuple[Any, ...]) -> bool:
    return one[0] == "index" and "varchar_pattern_ops" in one[2]


# --- the tests --------------------------------------------------------------------------------------------------------
def compared(migrated: Described, from_models: Described) -> dict[str, dict[str, list[Any]]]:
    """Return by table what only one of the two has."""
    return {
        table: {
            "only migrated": sorted(migrated[table] - from_models[table], key=repr),
            "only in the models": sorted(from_models[table] - migrated[table], key=repr),
        }
        for table in our_tables()
        if migrated[table] != from_models[table]
    }


@pytest.mark.sqlite
def test_the_migrations_make_what_the_models_say_on_sqlite() -> None:
    with sqlite_from_models() as made:
        migrated, from_models = sqlite_described(connection), sqlite_described(made)
    assert compared(migrated, from_models) == {}
    assert len(migrated) > 40 and all(len(parts) > 2 for parts in migrated.values())


@pytest.mark.postgres
def test_the_migrations_make_what_the_models_say_on_postgresql() -> None:
    migrated = postgresql_described(connection)
    with postgresql_from_models() as made:
        from_models = postgresql_described(made)
    left_out = {one for one in from_models["games_game"] if for_patterns(one)}
    from_models["games_game"] -= left_out
    assert left_out and compared(migrated, from_models) == {}
    assert len(migrated) > 40 and all(len(parts) > 2 for parts in migrated.values())


def test_there_are_no_other_tables_of_ours() -> None:
    """Django counts no partitions; they are in the next test."""
    apps_named = tuple(f"{app}_" for app in OURS)
    found = {name for name in connection.introspection.table_names() if name.startswith(apps_named)}
    assert found == {*our_tables()}


@pytest.mark.postgres
def test_the_log_is_partitioned_by_game() -> None:
    asked = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass"
    assert {name for (name,) in rows(connection, asked, LOG_TABLE)} == {
        f"{LOG_TABLE}_{part}" for part in range(PARTITIONS)
    }
    ((key,),) = rows(connection, "SELECT pg_get_partkeydef(%s::regclass)", LOG_TABLE)
    assert key == "HASH (game_id)"


def test_the_triggers_are_those_of_the_guards() -> None:
    expected = {(name, at) for guard in GUARDS for name, (at, _) in guard.triggers(connection).items()}
    if connection.vendor == "postgresql":
        asked = "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0"
    else:
        asked = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
    assert {*rows(connection, asked)} == expected
    assert missing(connection, *GUARDS) == []


@pytest.mark.postgres
def test_the_functions_are_those_of_the_guards() -> None:
    asked = "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
    assert {name for (name,) in rows(connection, asked)} == {guard.function for guard in GUARDS}


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE accounts_block ADD COLUMN extra integer",
        "ALTER TABLE accounts_block ADD COLUMN extra integer NOT NULL DEFAULT 3",
        "ALTER TABLE accounts_block RENAME COLUMN at TO moment",
        "CREATE INDEX extra ON accounts_block (at)",
        "DROP INDEX accounts_due",
        "DROP INDEX games_seek_waiting",
    ],
)
def test_a_difference_is_found(change: str) -> None:
    described = postgresql_described if connection.vendor == "postgresql" else sqlite_described
    before = described(connection)
    with connection.cursor() as cursor:
        cursor.execute(change)
    assert len(compared(described(connection), before)) == 1


@pytest.mark.postgres
@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE accounts_block DROP CONSTRAINT accounts_block_other",
        "ALTER TABLE accounts_block ALTER COLUMN at DROP NOT NULL",
        "ALTER TABLE accounts_block ALTER COLUMN at TYPE timestamp",
        "ALTER TABLE games_event ALTER COLUMN kind TYPE varchar(99)",
    ],
)
def test_a_difference_is_found_on_postgresql(change: str) -> None:
    before = postgresql_described(connection)
    with connection.cursor() as cursor:
        cursor.execute(change)
    assert len(compared(postgresql_described(connection), before)) == 1
