"""Backup and restore, as docs/operations.md says them: a dump that was not restored is none."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest

from docker.servers import postgres_programs
from docker.stack import Stack, StackError
from tests.docker.conftest import move
from tests.faults.world import Table, World
from tests.services import wait_until

pytestmark = [pytest.mark.faults, pytest.mark.slow(30)]

HEADS = """
    SELECT public_id, e.seq, encode(e.hash, 'hex'), status FROM games_game g
    JOIN games_event e ON e.game_id = g.id AND e.seq = g.seq ORDER BY public_id
"""
COUNTED = ("games_game", "games_seat", "accounts_user", "django_session")


def run(program: str, *arguments: str) -> None:
    subprocess.run([str(postgres_programs() / program), *arguments], check=True, capture_output=True)


def rows(url: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query.encode()).fetchall()


@contextmanager
def restored(stack: Stack, dump: Path) -> Iterator[str]:
    """The address of a new database with what the dump holds."""
    copy = stack.database_url.rpartition("/")[0] + "/rehearsal"
    admin = stack.database_url.rpartition("/")[0] + "/postgres"
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute("CREATE DATABASE rehearsal")
    try:
        run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={copy}", str(dump))
        yield copy
    finally:
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute("DROP DATABASE rehearsal WITH (FORCE)")


def test_a_backup_made_under_load_is_restored_and_every_game_in_it_follows_from_its_log(
    operated: Stack, world: World, site: httpx.Client, tmp_path: Path
) -> None:
    tables = [*world.tables(2), *world.tables(2, "pyramido"), *world.tables(2, "silver-gold-pyramids")]
    for table in tables:
        for _ in range(4):
            move(site, table)
    going = threading.Event()
    played: list[str] = []

    def play(table: Table) -> None:
        while not going.is_set() and table.done < len(table.moves):
            move(site, table)
            played.append(table.id)

    mover = threading.Thread(target=play, args=(tables[0],))
    before = {row[0]: int(str(row[1])) for row in rows(operated.database_url, HEADS)}
    mover.start()
    try:
        dump = tmp_path / "pyramido.dump"
        wait_until(lambda: bool(played), 20, "moves")
        run("pg_dump", "--format=custom", f"--file={dump}", operated.database_url)
    finally:
        going.set()
        mover.join()
    assert played
    with restored(operated, dump) as copy:
        # The candidate of an upgrade does the same: its migrations, then every log.
        operated.manage("migrate", "--no-input", DATABASE_URL=copy)
        said = operated.manage("check_games", DATABASE_URL=copy)
        assert said.startswith(f"{len(before)} games checked, all as their logs say.")
        kept = {row[0]: row for row in rows(copy, HEADS)}
        now = {row[0]: row for row in rows(operated.database_url, HEADS)}
        assert {*kept} == {*before} == {*now}
        assert {name for name, row in kept.items() if row != now[name]} <= {tables[0].id}
        at = kept[tables[0].id][1]
        assert at in range(before[tables[0].id], tables[0].seq + 1)
        query = "SELECT encode(e.hash, 'hex') FROM games_event e JOIN games_game g ON g.id = e.game_id"
        query += f" WHERE g.public_id = '{tables[0].id}' AND e.seq = {at}"
        assert rows(copy, query) == rows(operated.database_url, query) == [(kept[tables[0].id][2],)]
        for name in COUNTED:
            count = f"SELECT count(*) FROM {name}"
            assert rows(copy, count) == rows(operated.database_url, count)
        with psycopg.connect(copy) as connection, pytest.raises(psycopg.errors.IntegrityConstraintViolation):
            connection.execute("UPDATE games_event SET seq = seq + 1000")  # the log's guard was restored, too


def test_a_damaged_copy_is_found(operated: Stack, world: World, site: httpx.Client, tmp_path: Path) -> None:
    (table,) = world.tables(1)
    move(site, table)
    dump = tmp_path / "pyramido.dump"
    run("pg_dump", "--format=custom", f"--file={dump}", operated.database_url)
    with restored(operated, dump) as copy:
        with psycopg.connect(copy) as connection:
            connection.execute("SET session_replication_role = replica")  # past the triggers
            connection.execute(
                "UPDATE games_event SET at_ms = at_ms + 1 FROM games_game g WHERE g.id = game_id AND g.public_id = %s",
                (table.id,),
            )
        with pytest.raises(StackError, match=table.id):
            operated.manage("check_games", DATABASE_URL=copy)
