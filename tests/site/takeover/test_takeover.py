"""A database of before the first release is copied into a new one, and its games go on."""

from __future__ import annotations

import lzma
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests import sampling
from tests.live import ROOT, environment, manage, prepared_var
from tests.servers import ServiceError, postgres_bin

KEY = "takeover-secret-key-of-tests-only"


def dump(vendor: str) -> str:
    """The statements that make a database of commit 694b9e5: running games of every kind and phase, ratings, chat …"""
    return lzma.decompress((Path(__file__).parent / "data" / f"694b9e5.{vendor}.sql.xz").read_bytes()).decode()


@pytest.fixture
def var(tmp_path: Path) -> Path:
    """A new site."""
    shutil.copytree(prepared_var(), tmp_path / "var")
    return tmp_path / "var"


@pytest.fixture
def old(tmp_path: Path) -> str:
    """The address of the old database on SQLite."""
    with sqlite3.connect(tmp_path / "old.sqlite3") as connection:
        connection.executescript(dump("sqlite"))
    return f"sqlite:///{tmp_path / 'old.sqlite3'}"


def goes_on(var: Path, **more: str) -> None:
    """Every game is as its log says; all that run are played to the end, verify, and move ratings."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.site.takeover.play_on"],
        cwd=ROOT, env=environment(var, **more), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert ran.stdout.count("all as their logs say") == 2
    assert int(ran.stdout.splitlines()[-1].removesuffix(" games played to the end")) > 0


@sampling.NEEDED_BY_NO_GAME
def test_an_old_database_is_taken_over_and_its_games_are_played_to_the_end(var: Path, old: str) -> None:
    said = manage(var, "take_over", old, SECRET_KEY=KEY)
    assert "games.Game: 62" in said and "games.Event: 2509" in said and "games.ConditionalMoves: 1" in said
    with sqlite3.connect(var / "db.sqlite3") as connection:
        look_alike = connection.execute("SELECT count(*) FROM accounts_user WHERE look_alike").fetchone()
        unnamed = connection.execute("SELECT count(*) FROM accounts_user WHERE skeleton IS NULL").fetchone()
        rated = connection.execute("SELECT count(*) FROM ratings_rating WHERE opponents > 0").fetchone()
        senior = connection.execute(
            "SELECT g.name FROM accounts_user u JOIN accounts_user_groups ug ON ug.user_id = u.id "
            "JOIN auth_group g ON g.id = ug.group_id WHERE u.display_name = 'Moderator'"
        ).fetchall()
    assert (look_alike, unnamed, rated, senior) == ((1,), (0,), (7,), [("Senior moderators",)])
    goes_on(var, SECRET_KEY=KEY)


@sampling.NEEDED_BY_NO_GAME
def test_so_it_is_on_postgresql(var: Path, private_postgres: str, migrated_postgres: str) -> None:
    psql = [str((postgres_bin() or Path()) / "psql"), "--quiet", "--set=ON_ERROR_STOP=1", private_postgres]
    subprocess.run(psql, input=dump("postgresql"), text=True, check=True, stdout=subprocess.DEVNULL)
    said = manage(var, "take_over", private_postgres, SECRET_KEY=KEY, DATABASE_URL=migrated_postgres)
    assert "games.Seat" in said
    goes_on(var, SECRET_KEY=KEY, DATABASE_URL=migrated_postgres)


@sampling.NEEDED_BY_NO_GAME
def test_what_cannot_be_taken_over_is_said_and_nothing_is_written(var: Path, old: str, tmp_path: Path) -> None:
    with pytest.raises(ServiceError, match="is not one of commit 694b9e5"):
        manage(var, "take_over", f"sqlite:///{prepared_var() / 'db.sqlite3'}")
    with pytest.raises(ServiceError, match="cannot be read"):
        manage(var, "take_over", f"sqlite:///{tmp_path / 'nothing.sqlite3'}")
    manage(var, "take_over", old, SECRET_KEY=KEY)
    with pytest.raises(ServiceError, match="has users already"):
        manage(var, "take_over", old, SECRET_KEY=KEY)
