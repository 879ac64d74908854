"""The parts of the benchmark work; nothing is timed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.asyncio.server import ServerConnection, serve

from tests import sampling
from tests.live import ROOT, LiveSite, environment, manage
from tests.tools.bench_actions.driver import Game
from tests.tools.bench_stack import bare, measures, paper, report, stored
from tests.tools.bench_stack.driver import Remote
from tests.tools.bench_stack.wire import Frame, Refused, Seat, open_socket

ORDERS = [{**one, "count": 1, "scripts": 1} for one in stored.templates()[:2]]


def made(var: Path, *orders: dict[str, Any], **settings: str) -> list[Game]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.bench_actions.site", "games"],
        env=environment(var, **settings), cwd=ROOT, input=json.dumps(orders), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return [Game(**json.loads(line)) for line in done.stdout.splitlines()]


def count(database: str, query: str) -> int:
    with psycopg.connect(database) as connection:
        return int((connection.execute(query.encode()).fetchone() or (0,))[0])


@pytest.mark.slow(30)
@sampling.NEEDED_BY_NO_GAME
def test_copies_of_games_are_right_games(migrated_postgres: str, tmp_path: Path) -> None:
    settings = {"DATABASE_URL": migrated_postgres, "SECRET_KEY": "x" * 50}
    games = made(tmp_path, *ORDERS, **settings)
    stored.use_templates(migrated_postgres, [game.id for game in games])
    first = stored.grow(migrated_postgres, 5)
    second = stored.grow(migrated_postgres, 12)
    assert (first.games, second.games) == (5 + len(games), 12 + len(games))
    assert second.events == count(migrated_postgres, "SELECT count(*) FROM games_event") > 12 * 50
    checked = manage(tmp_path, "check_games", **settings)
    assert checked == f"{second.games} games checked, all as their logs say.\n"
    players = stored.players_of_running_games(migrated_postgres, 2)
    assert len({game for game, _ in players}) == 2
    assert len(players) == 4
    sizes = stored.sizes(migrated_postgres)["games_event"]
    assert set(sizes) == {"", "games_event_pkey", "games_event_key"}
    assert sizes[""] > 12 * 50 * 100


@pytest.mark.parametrize("way", bare.WAYS)
def test_the_bare_limit_writes_what_it_counts(private_postgres: str, way: str) -> None:
    bare.prepare(private_postgres)
    with bare.pool(private_postgres, connections=4, processes=2) as pool:
        done = pool.run(way, 0.5)
    events = count(private_postgres, "SELECT count(*) FROM bench.event")
    assert events == count(private_postgres, "SELECT sum(seq) FROM bench.game")
    assert events == done.transactions + 4  # each connection makes one transaction before the clock starts
    assert len(done.took) == done.transactions > 0


@pytest.mark.slow(30)
@sampling.NEEDED_BY_NO_GAME
def test_players_play_and_watchers_hear_them(own_site: LiveSite) -> None:
    first, second = made(own_site.var, {**ORDERS[0], "count": 2, "scripts": 1, "played": 0.1})
    assert first.played > 0
    own_site.start()
    players, crowd = Remote(own_site.url), Remote(own_site.url)
    try:
        players.call("open_tables", [first], "websocket")
        players.call("open_tables", [second], "http")
        crowd.call("open_watchers", [(first.id, None), (first.id, first.cookies[0])], True)
        actions = players.call("in_turn", [first.id, second.id], 4, 0.0)
        assert [action.game for action in actions] == 4 * [first.id, second.id]
        actions += players.call("rush", [first.id, second.id], 2, 0.2)
        actions += players.call("stroll", [first.id], 0.01, 0.2)
        seqs = {action.seq for action in actions if action.game == first.id}
        heard: list[Any] = []
        for _ in range(1000):
            heard += crowd.call("take_heard")
            if len(heard) >= 2 * len(seqs):
                break
        assert sorted(frame.seq for frame in heard) == sorted([*seqs, *seqs])
        assert crowd.call("still_open") == 2
        assert len(players.call("get", [f"/games/{first.id}/", "/"], first.cookies[0])) == 2
        with pytest.raises(Refused, match="404"):
            players.call("get", ["/nowhere/"], first.cookies[0])
        players.call("close")
    finally:
        players.close()
        crowd.close()


async def test_a_socket_reads_what_servers_may_send() -> None:
    """Compressed, fragmented and long frames, and a refusal."""
    long = "x" * 100_000
    heard: list[Frame] = []

    async def answer(connection: ServerConnection) -> None:
        await connection.send('{"type": "view", "seq": 0}')
        asked = json.loads(await connection.recv())
        await connection.send([f'{{"type": "events", "seq": 1, "more": "{long}', '"}'])
        await connection.ping()
        await connection.send(json.dumps({"type": "done", "ref": asked["ref"], "seq": 2}))
        assert json.loads(await connection.recv())["idempotency_key"] == "k" * 300
        await connection.send('{"type": "error", "ref": 2}')
        await connection.wait_closed()

    async with serve(answer, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        seat = Seat()
        hear = seat._hear

        def both(frame: Frame, now: int) -> None:
            heard.append(frame)
            hear(frame, now)

        seat.wire = await open_socket(url, "abc", None, both)
        assert await seat.act(0, {}, "k") == 2
        with pytest.raises(Refused, match="error"):
            await seat.act(0, {}, "k" * 300)
        seat.close()
    assert [(frame.type, frame.seq) for frame in heard[:4]] == [
        ("view", 0),
        ("events", 1),
        ("done", 2),
        ("error", None),
    ]


def test_the_table_names_each_limit() -> None:
    lines: list[dict[str, Any]] = [{"figure": "stored", "games": 148, "events": 21246}]
    names = {figure for _, figure, *_ in (*report.ASKED, *report.SHOWN)}
    fields: dict[str, Any] = {field: 0.3 for *_, field, _ in report.ASKED}
    fields |= {field: 1.5 for _, _, more in report.SHOWN for field in more}
    lines += [
        {"figure": name, "stored": 100, **fields, "cpu_ms_each": {"sockets": 2.0, "driver": 1.0}} for name in names
    ]
    text = report.table(lines)
    for limit in ("≥ 0.25, aim 0.5", "≤ 5", "≤ 1.1", "≤ 1.2"):
        assert f"0.3  {limit.rjust(15)}" in text
    assert "together, without the driver, 2.00" in text


def test_times_are_quantiles_in_milliseconds() -> None:
    assert measures.times(number / 1000 for number in range(100)) == {"p50_ms": 50, "p95_ms": 95, "p99_ms": 99}


def test_on_paper_needs_grow_with_games_and_figures() -> None:
    each = {"cpu_ms_each": {"web": 10.0, "sockets": 4.0}, "statements_each": 12.0}
    lines: list[dict[str, Any]] = [
        {"figure": "busy_websocket", "statements_each": 8.0, "cpu_ms_each": {"sockets": 4.0, "postgres": 1.0}},
        {"figure": "bare_transaction", "per_second": 1000.0},
        *({"figure": f"page_{name}", **each} for name in ("game", "front", "view")),
        {"figure": "page_fold", "cpu_ms_each": {"web": 25.0}},
        {
            "figure": "idle_sockets",
            "bytes_each": {"sockets": 50_000},
            "open_cpu_ms_each": {"sockets": 3.0},
            "idle_cpu_us_a_second_each": {"sockets": 100.0},
        },
        {"figure": "scattered", "wal_bytes_each": 20_000},
        {"figure": "told", "a_move": 0.5, "bytes_each": 400},
        {
            "figure": "at_rest",
            "tables": {
                "games_event": {"bytes_each": 1000.0},
                **{name: {"bytes_each": 500.0} for name in ("games_game", "games_seat", "games_gamesecret")},
            },
        },
    ]
    found = paper.needs(paper.Measured(lines), 86_400)
    moves, turns, pages = 30.0, 10.0, 20.0  # 12 and 4 per day and game, at 2.5 times the mean; two pages a turn
    assert (found["moves"], found["pages"], found["online"], found["sockets"]) == (moves, pages, 4320, 8640)
    assert found["cores"]["postgres"] == pytest.approx(moves * 1.0 / 1000 / 0.5)
    work = moves * 4 + pages * (4 + 2 * 3) + turns * 15 + 4320 * 0.1
    assert found["cores"]["sockets"] == pytest.approx(work / 1000 / 0.5)
    assert found["gb_a_year"] == pytest.approx(86_400 * 12 * 365 * (1000 + 1500 / 150) / 1e9)
    assert found["wal_gb_a_day"] == pytest.approx(86_400 * 12 * 20_000 / 1e9)
    assert found["told_gb"] == pytest.approx(86_400 * 12 * 90 * 0.5 * 400 / 1e9)
    assert found["statements"] == pytest.approx(moves * 8 + pages * 12)
    assert found["nginx_workers"] == 3
    rows = paper.table(lines).splitlines()
    assert rows[0] == "| running games | 10,000 | 100,000 | 1,000,000 |"
    assert {row.count("|") for row in rows} == {5}
