"""The database keeps the log append-only."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction

from games.management.commands.flush import GUARDS, KEPT, filled_of
from games.models import Event, Game, Purge
from games.people.services.purge_game import purge_game
from games.record.log_guard import LOG, PARTITIONS
from games.record.services.submit_action import submit_action
from pyramido_site.infrastructure.append_only import missing
from tests.games import play

pytestmark = pytest.mark.django_db(transaction=True)


def refused(statement: str, *parameters: Any) -> str:
    with pytest.raises(DatabaseError) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, parameters)
    return str(caught.value)


@pytest.fixture
def game() -> Game:
    return play.table()[0]


@pytest.mark.parametrize(
    "change",
    ["at_ms = at_ms + 1", "payload = '{}'", "kind = 'action'", "seq = seq + 100", "key = 'x'", "seat = 1"],
)
def test_an_event_is_never_changed(game: Game, change: str) -> None:
    before = list(Event.objects.values_list())
    assert "append-only" in refused(f"UPDATE games_event SET {change} WHERE game_id = %s", game.pk)
    assert list(Event.objects.values_list()) == before


@pytest.mark.parametrize("statement", ["DELETE FROM games_event WHERE game_id = %s", "DELETE FROM games_event"])
def test_an_event_is_never_removed(game: Game, statement: str) -> None:
    before = list(Event.objects.values_list())
    assert "append-only" in refused(statement, *([game.pk] if "%s" in statement else []))
    assert list(Event.objects.values_list()) == before


def test_the_orm_is_refused_too(game: Game) -> None:
    with pytest.raises(DatabaseError):
        Event.objects.filter(game_id=game.pk).update(at_ms=0)
    with pytest.raises(DatabaseError):
        Event.objects.filter(game_id=game.pk).delete()


def test_a_game_with_a_log_cannot_be_deleted_around_the_service(game: Game) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Game.objects.filter(pk=game.pk).delete()
    assert Event.objects.filter(game_id=game.pk).exists()


COLUMNS = "game_id, seq, seat, kind, payload, at_ms, hash, key, digest, written"


@pytest.mark.sqlite
@pytest.mark.parametrize("verb", ["REPLACE", "INSERT OR REPLACE"])
@pytest.mark.parametrize(
    ("columns", "values"),
    [
        (COLUMNS, "game_id, seq, seat, kind, '{}', at_ms + 1, hash, key, digest, written"),
        (COLUMNS, "game_id, seq + 100, seat, kind, payload, at_ms, hash, key, digest, written"),
        (f"rowid, {COLUMNS}", "rowid, game_id, seq + 100, seat, kind, payload, at_ms, hash, 'other', digest, written"),
    ],
    ids=["seq", "key", "row"],
)
def test_an_event_is_never_replaced(game: Game, verb: str, columns: str, values: str) -> None:
    at = play.position(game)
    seat = at.to_move[0]
    submit_action(game.public_id, seat, at.seq, play.random_action(at, seat, Random(1)), "a key")
    before = list(Event.objects.values_list())
    chosen = "FROM games_event WHERE key = 'a key'"
    assert "append-only" in refused(f"{verb} INTO games_event ({columns}) SELECT {values} {chosen}")
    assert list(Event.objects.values_list()) == before


def test_an_event_that_is_there_is_refused_as_a_constraint_would(game: Game) -> None:
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO games_event ({COLUMNS}) SELECT {COLUMNS} FROM games_event")


@pytest.mark.sqlite
def test_the_record_of_a_purge_is_never_replaced(game: Game) -> None:
    purge_game(game.public_id, "abandoned")
    columns = "game_id, public_id, reason, events, head_hash, at"
    other = columns.replace("reason, events", "'other', 0")
    refused(f"REPLACE INTO games_purge ({columns}) SELECT {other} FROM games_purge")
    assert Purge.objects.get().reason == "abandoned"


@pytest.mark.postgres
def test_truncate_is_refused(game: Game) -> None:
    part = next(n for n in range(PARTITIONS) if _rows(f"games_event_{n}"))
    assert "append-only" in refused("TRUNCATE games_event")
    assert "append-only" in refused(f"TRUNCATE games_event_{part}")
    assert "append-only" in refused("TRUNCATE games_game CASCADE")
    assert "append-only" in refused(f"DELETE FROM games_event_{part}")
    assert _rows("games_event") == 1


@pytest.mark.postgres
def test_the_log_is_partitioned_by_game(game: Game) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_inherits WHERE inhparent = 'games_event'::regclass")
        assert cursor.fetchone() == (PARTITIONS,)
        cursor.execute("SELECT partstrat FROM pg_partitioned_table WHERE partrelid = 'games_event'::regclass")
        assert cursor.fetchone() == ("h",)


def _rows(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        row = cursor.fetchone()
        assert row is not None
        return int(row[0])


def test_a_purge_removes_one_whole_game_and_leaves_its_record(game: Game) -> None:
    other, _ = play.table()
    row = play.fresh(game)
    assert row.head_hash is not None
    record = purge_game(game.public_id, "abandoned")
    assert not Game.objects.filter(pk=game.pk).exists()
    assert not Event.objects.filter(game_id=game.pk).exists()
    assert Event.objects.filter(game_id=other.pk).count() == 1
    kept = Purge.objects.get(pk=record.pk)
    assert (kept.public_id, kept.reason, kept.events, bytes(kept.head_hash or b"")) == (
        game.public_id, "abandoned", 1, bytes(row.head_hash),
    )  # fmt: skip


def test_the_record_of_a_purge_stays(game: Game) -> None:
    purge_game(game.public_id, "abandoned")
    refused("UPDATE games_purge SET reason = 'other'")
    refused("DELETE FROM games_purge")
    assert Purge.objects.get().reason == "abandoned"


def test_missing_parts_of_the_guard_are_named() -> None:
    assert missing(connection, LOG) == []
    on = " ON games_event" if connection.vendor == "postgresql" else ""
    name = "games_event_append_only" if on else "games_event_no_update"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{on}")
        assert missing(connection, LOG) == [name]
        with pytest.raises(CommandError):
            call_command("check_games")
        transaction.set_rollback(True)
    assert missing(connection, LOG) == []


def test_between_two_tests_every_table_is_emptied_and_the_guard_stands(game: Game) -> None:
    purge_game(game.public_id, "abandoned")
    play.table()
    assert {"games_event", "games_purge", "accounts_user"} <= {*filled_tables()}
    call_command("flush", interactive=False, verbosity=0)
    assert {*filled_tables()} == KEPT
    assert missing(connection, *GUARDS) == []
    play.table()
    refused("UPDATE games_event SET at_ms = 0")


def filled_tables() -> list[str]:
    return filled_of(connection, connection.introspection.table_names())


def test_flush_is_for_the_databases_of_tests(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["TEST"], "NAME", "another")
    with pytest.raises(CommandError, match="append-only"):
        call_command("flush", interactive=False)
    assert Event.objects.filter(game_id=game.pk).exists()
