"""One guard for all append-only tables: installed and removed as a whole, and lifted only on test databases."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.db import IntegrityError, connection, transaction

from games.management.commands.flush import GUARDS
from pyramido_site.infrastructure.append_only import AppendOnly, Guard, Table, lifted_for_flush, missing

pytestmark = pytest.mark.django_db

DIARY = Guard(
    function="tests_guard_diary",
    purpose="Refuse changes of the diary",
    sentence="the diary's pages stay: {verb} on {table} is refused",
    tables=(
        Table(
            name="tests_diary",
            tag="diary",
            replaces=("id = NEW.id",),
            removable="OLD.day = 0",
            fixed=("id", "day"),
            set_once=("sealed",),
        ),
    ),
)


def run(*statements: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@pytest.fixture
def diary() -> None:
    run(
        "CREATE TABLE tests_diary (id integer PRIMARY KEY, day integer, note text, sealed integer)",
        "INSERT INTO tests_diary VALUES (1, 0, '', NULL), (2, 5, '', NULL)",
        *DIARY.installing(connection),
    )


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.function)
def test_a_guard_is_removed_and_installed_whole(guard: Guard) -> None:
    operation = AppendOnly(guard)
    editor = SimpleNamespace(connection=connection, execute=lambda statement, params: run(statement))
    assert missing(connection, guard) == []
    operation.database_backwards("games", editor, None, None)
    assert missing(connection, guard) == list(guard.triggers(connection))
    operation.database_forwards("games", editor, None, None)
    assert missing(connection, *GUARDS) == []


def test_allowed_changes_succeed_and_all_others_are_refused(diary: None) -> None:
    for refused in (
        "UPDATE tests_diary SET day = 6 WHERE id = 2",
        "UPDATE tests_diary SET id = 3 WHERE id = 2",
        "DELETE FROM tests_diary WHERE id = 2",
    ):
        with pytest.raises(IntegrityError, match=r"(?i)stay: (update|delete) on tests_diary"):
            run(refused)
    run("UPDATE tests_diary SET note = 'x', sealed = 1 WHERE id = 2", "DELETE FROM tests_diary WHERE id = 1")
    with pytest.raises(IntegrityError, match="the diary's pages stay"):
        run("UPDATE tests_diary SET sealed = 2")
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM tests_diary")
        assert cursor.fetchall() == [(2, 5, "x", 1)]


@pytest.mark.sqlite
def test_an_insert_replaces_nothing(diary: None) -> None:
    with pytest.raises(IntegrityError, match="replace on tests_diary is refused"):
        run("REPLACE INTO tests_diary VALUES (2, 5, 'other', NULL)")


def test_it_is_not_lifted_on_a_site_that_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["TEST"], "NAME", "another")
    with pytest.raises(RuntimeError, match="in use"), lifted_for_flush(connection, *GUARDS):
        pass
    assert missing(connection, *GUARDS) == []
