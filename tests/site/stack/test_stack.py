"""The services of compose.yml are started as plain processes, and behave as operators expect. A backup is made and
restored as docs/operations.md describes, because only a restored dump proves a backup.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
from celery import Celery
from redis import Redis
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from pyramido_site.stack.reaper import Reaper
from pyramido_site.stack.servers import postgres_programs
from pyramido_site.stack.stack import Stack, StackError
from tests.faults.world import Table, World
from tests.repository.tree import ROOT
from tests.servers import wait_until
from tests.site.stack.conftest import move

pytestmark = [pytest.mark.faults, pytest.mark.slow(40)]


def test_a_move_over_rest_is_seen_on_the_socket_also_after_a_worker_was_killed(
    operated: Stack, world: World, site: httpx.Client
) -> None:
    """A gunicorn worker publishes from an event loop of its own, also a worker forked later."""
    (table,) = world.tables(1)
    ends = {one.name: {*one.children()} for one in operated.processes("web")}
    with connect(f"{operated.url.replace('http', 'ws', 1)}/ws/games/{table.id}/") as socket:
        assert json.loads(socket.recv(timeout=20))["type"] == "view"
        for _ in range(2):
            seq = move(site, table)
            frame = {"seq": -1}
            while frame["seq"] < seq:
                frame = json.loads(socket.recv(timeout=20))
                assert frame["type"] == "events", frame
            for pid in [pid for one in operated.processes("web") for pid in one.children()]:
                os.kill(pid, signal.SIGKILL)
            for one in operated.processes("web"):
                wait_until(lambda one=one: bool({*one.children()} - ends[one.name]), 30, one.name)  # type: ignore[misc]
    assert [one.starts for one in operated.processes("web")] == [1, 1]  # their master processes are still the same


def test_sockets_of_one_game_meet_in_one_process_and_move_on_when_it_is_gone(operated: Stack, world: World) -> None:
    (table,) = world.tables(1)
    address = f"{operated.url.replace('http', 'ws', 1)}/ws/games/{table.id}/"
    replicas = operated.processes("sockets")

    def served() -> list[int]:
        """Return the number of connections of each replica; on a busy machine the list may miss one or have it
        twice.
        """
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        local = [int(line.split()[1].split(":")[1], 16) for line in lines if line.split()[3] == "01"]
        return [local.count(one.port or 0) for one in replicas]

    with ExitStack() as opened:
        sockets = [opened.enter_context(connect(address)) for _ in range(6)]
        assert all(json.loads(socket.recv(timeout=20))["type"] == "view" for socket in sockets)
        wait_until(lambda: sorted(served()) == [0, 6], 30, "the proxy's idle connections to end")
        counts = served()
        home = replicas[counts.index(max(counts))]
        home.wanted = False
        home.kill()
        socket = opened.enter_context(connect(address))
        assert json.loads(socket.recv(timeout=20))["type"] == "view"
    operated.start_service("sockets")


def test_after_a_crash_of_every_replica_all_sockets_are_let_in_at_once(operated: Stack, world: World) -> None:
    """However long the first connections stay open: nginx forgets a replica's failure when a connection to it has
    ended.
    """
    (table,) = world.tables(1)
    address = f"{operated.url.replace('http', 'ws', 1)}/ws/games/{table.id}/"
    for one in operated.processes("sockets"):
        one.wanted = False
        one.kill()
    for _ in range(8):
        with pytest.raises(InvalidStatus):
            connect(address)
    operated.start_service("sockets")
    with ExitStack() as opened:
        for _ in range(8):
            socket = opened.enter_context(connect(address))
            assert json.loads(socket.recv(timeout=20))["type"] == "view"


def test_tasks_use_the_connections_that_are_there(operated: Stack) -> None:
    broker = operated.environment["REDIS_URL"]
    sessions = "SELECT sessions FROM pg_stat_database WHERE datname = current_database()"
    swept = "SELECT coalesce(max(at_ms), 0) FROM games_checkpoint"
    with (
        psycopg.connect(operated.database_url, autocommit=True) as connection,
        Celery(broker=broker, set_as_current=False, fixups=[]) as sender,
        Redis.from_url(broker) as queues,
    ):
        before, at = connection.execute(sessions).fetchone(), connection.execute(swept).fetchone()
        for _ in range(60):
            sender.send_task("games.tasks.deadlines", queue="turns")
        wait_until(lambda: not queues.llen("turns"), 30, "the tasks to be done, but for those taken already")
        wait_until(lambda: connection.execute(swept).fetchone() != at, 30, "what they do")
        after = connection.execute(sessions).fetchone()
    assert before is not None
    assert after is not None
    assert after[0] - before[0] < 20


def test_processes_that_die_are_restarted_and_stopped_ones_are_not(operated: Stack, site: httpx.Client) -> None:
    (turns,) = operated.processes("turns")
    starts = turns.starts
    turns.kill()
    wait_until(lambda: turns.alive and turns.starts == starts + 1, 20, "the worker to be started again")
    style = "/static/site/tokens.css"
    shown = site.get(style)
    assert shown.status_code == 200
    operated.stop_service("web")
    assert site.get(style).content == shown.content  # served from the proxy's cache
    answer = site.get("/api/v1/catalogue", headers={"Accept-Language": "fr"})
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "unavailable", "1")
    page = site.get("/", headers={"Accept-Language": "fr"})
    assert page.status_code == 503 and all("ne répond pas" in one.text for one in (answer, page))
    assert not any(one.alive for one in operated.processes("web"))
    operated.start_service("web")
    wait_until(lambda: site.get("/api/v1/catalogue").status_code == 200, 20, "the web processes")


def test_postgresql_is_stopped_at_once_and_its_games_are_there_again(
    operated: Stack, world: World, site: httpx.Client
) -> None:
    (table,) = world.tables(1)
    seq = move(site, table)
    operated.stop_service("postgres", mode="immediate")
    try:
        answer = site.get(f"/api/v1/games/{table.id}/view")
    finally:
        operated.start_service("postgres")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    wait_until(lambda: site.get(f"/api/v1/games/{table.id}/view").status_code == 200, 30, "the site")
    assert site.get(f"/api/v1/games/{table.id}/view").json()["seq"] == seq
    operated.stop_service("redis")
    assert move(site, table) > seq
    operated.start_service("redis")


def test_oversized_bodies_are_refused_in_the_visitor_s_language(site: httpx.Client) -> None:
    for size in (70_000, 1_500_000, 3_000_000):
        answer = site.post("/api/v1/games", content=b"x" * size, headers={"Accept-Language": "it"})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        assert [answer.headers[f"content-{of}"] for of in ("language", "type")] == ["it", "application/problem+json"]
    for size in (1_500_000, 3_000_000):
        page = site.post("/accounts/login/", content=b"x" * size, headers={"Accept-Language": "it"})
        assert page.status_code == 413 and page.headers["content-type"].startswith("text/html")
        assert "La richiesta supera il limite" in page.text


def test_the_operator_s_own_addresses_stop_at_the_proxy(operated: Stack, site: httpx.Client) -> None:
    assert site.get("/metrics").status_code == 404
    assert site.get("/healthz").status_code == 200
    for process in (*operated.processes("web"), *operated.processes("sockets")):
        probe = [sys.executable, "-m", "pyramido_site.stack.probe", str(process.port)]
        assert subprocess.run(probe, cwd=ROOT, check=False).returncode == 0
    assert (
        subprocess.run([sys.executable, "-m", "pyramido_site.stack.probe", "9"], cwd=ROOT, check=False).returncode == 1
    )


def test_the_database_has_the_settings_of_compose(operated: Stack) -> None:
    with psycopg.connect(operated.database_url) as connection:
        names = ("fsync", "synchronous_commit", "full_page_writes", "max_connections", "data_checksums")
        rows = [connection.execute(f"SHOW {name}".encode()).fetchone() for name in names]
        shown = {name: row[0] for name, row in zip(names, rows, strict=True) if row}
    assert shown == {
        "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on", "max_connections": "200",
        "data_checksums": "on",
    }  # fmt: skip


def test_a_folder_has_one_stack(operated: Stack) -> None:
    with pytest.raises(StackError, match=r"runs on .* already"):
        Stack(operated.folder).start()
    done = subprocess.run(
        [sys.executable, "-m", "pyramido_site.stack"],
        cwd=ROOT, env={**os.environ, "STACK_DIR": str(operated.folder)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "already" in done.stderr


@pytest.mark.parametrize(("port", "sentence"), [("x", "PORT is 'x'"), ("taken", "is taken by another program")])
def test_an_unavailable_port_is_reported(folder: Callable[[str], Path], port: str, sentence: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = str(taken.getsockname()[1]) if port == "taken" else port
        done = subprocess.run(
            [sys.executable, "-m", "pyramido_site.stack"],
            cwd=ROOT, env={**os.environ, "STACK_DIR": str(folder("porter")), "PORT": number}, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and sentence in done.stderr


def test_missing_packages_are_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        "pyramido_site.stack.servers.shutil.which", lambda name, **_: None if name == "nginx" else f"/usr/bin/{name}"
    )
    with pytest.raises(StackError, match=r"nginx is missing: apt-get install nginx-light"):
        Stack(tmp_path).start()


def test_no_log_and_no_list_of_processes_has_a_secret(operated: Stack) -> None:
    kept = json.loads((operated.folder / "secrets.json").read_text())
    assert len(kept) == 3 and (operated.folder / "secrets.json").stat().st_mode & 0o077 == 0
    texts = {path.name: path.read_text(errors="replace") for path in (operated.folder / "logs").glob("*.log")}
    assert len(texts) >= 8 and any(texts.values())
    for name in ("web", "sockets", "turns", "postgres", "redis", "proxy"):
        for process in operated.processes(name):
            texts[process.name] = Path(f"/proc/{process.pid}/cmdline").read_text()
    assert not [(name, secret) for name, text in texts.items() for secret, value in kept.items() if value in text]


def test_nothing_outlives_its_owner() -> None:
    """The process that started a stack may be killed without warning."""
    script = """
import subprocess, sys
from pyramido_site.stack.reaper import Reaper
from pyramido_site.stack.servers import postgres_programs
reaper = Reaper()
child = subprocess.Popen(["sleep", "600"], start_new_session=True)
reaper.add(child.pid)
print(child.pid, flush=True)
sys.stdin.read()
"""
    owner = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert owner.stdout is not None
    child = Path(f"/proc/{int(owner.stdout.readline())}/stat")
    assert child.exists()
    owner.kill()
    owner.wait(10)
    wait_until(lambda: not child.exists() or ") Z " in child.read_text(), 10, "the child's end")
    quiet = Reaper()
    quiet.close()


# --- backup and restore -----------------------------------------------------------------------------------------------
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
    """Restore the dump into a new database; yield its URL."""
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
    """And a game that does not follow from its log is named."""
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
        # A candidate for an upgrade does the same: its migrations, then every log.
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
        damage(copy, tables[1])
        with pytest.raises(StackError, match=tables[1].id):
            operated.manage("check_games", DATABASE_URL=copy)


def damage(database: str, table: Table) -> None:
    with psycopg.connect(database) as connection:
        connection.execute("SET session_replication_role = replica")  # past the triggers
        connection.execute(
            "UPDATE games_event SET at_ms = at_ms + 1 FROM games_game g WHERE g.id = game_id AND g.public_id = %s",
            (table.id,),
        )
