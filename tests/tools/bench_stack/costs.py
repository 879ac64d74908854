"""Single costs at the largest size: a socket, a page, a user's load, a game at rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.tools.bench_actions.driver import Game
from tests.tools.bench_stack import stored
from tests.tools.bench_stack.bench import SERVICES, Bench
from tests.tools.bench_stack.driver import Action, Heard
from tests.tools.bench_stack.measures import Line, ids, ms, order, times

SERVED = ("proxy", "sockets", "web", "redis", "postgres")


def idle_sockets(on: Bench, count: int, seconds: float) -> list[Line]:
    """Measure the memory of `count` sockets of players at stored games, each at another table, opened on freshly
    started processes; then their processor time while the only traffic is what pages request now and then.
    """
    on.stack.stop_service("sockets")
    on.stack.start_service("sockets")
    players = stored.players_of_running_games(on.stack.database_url, count)[: count + 50]
    cookies = on.sessions([user for _, user in players])
    wanted = [(game, cookies[user]) for game, user in players]
    on.crowd.call("open_watchers", wanted[:50], True)  # so that what a process loads once does not count as a socket's
    on.settle()
    before = {name: on.memory(name) for name in ("proxy", "sockets", "redis")}
    meter = on.processors()
    on.crowd.call("open_watchers", wanted[50:], True)
    opened = meter.used()
    on.wait(2)
    more = len(wanted) - 50
    memory = {name: on.memory(name) - before[name] for name in before}
    quiet = on.processors()
    on.wait(seconds)
    used = quiet.used()
    alive = on.crowd.call("still_open")
    on.close_sockets()
    return [
        {
            "figure": "idle_sockets",
            "sockets": more,
            "games": len({game for game, _ in wanted[50:]}),
            "still_open": alive,
            "bytes_each": {name: round(size / more) for name, size in memory.items()},
            "open_cpu_ms_each": {name: ms(opened[name] / more) for name in SERVED},
            "idle_cpu_us_a_second_each": {name: round(1e6 * used[name] / seconds / len(wanted), 1) for name in SERVED},
        }
    ]


def page_orders() -> list[Line]:
    return [order(1, played=0.5)]


def pages(on: Bench, games: Sequence[list[Game]], times_each: int) -> list[Line]:
    """Measure the cost of a page view; `fold`: of the view of a game that no process has cached, so that its log is
    read.
    """
    (game,) = games[0]
    others = dict.fromkeys(one for one, _ in stored.players_of_running_games(on.stack.database_url, times_each))
    lines = []
    for name, paths in (
        ("game", times_each * [f"/games/{game.id}/"]),
        ("front", times_each * ["/"]),
        ("view", times_each * [f"/api/v1/games/{game.id}/view"]),
        ("fold", [f"/api/v1/games/{one}/view" for one in others]),
    ):
        on.players.call("get", 3 * paths[:1], game.cookies[0])
        on.database.begin()
        meter = on.processors()
        took = on.players.call("get", paths, game.cookies[0])
        used = meter.used()
        work = on.database.work()
        lines.append(
            {
                "figure": f"page_{name}",
                **times(took),
                "cpu_ms_each": {service: ms(used[service] / times_each) for service in SERVED},
                "database_ms_each": round(work.ms / times_each, 2),
                "statements_each": round(work.calls / times_each, 1),
            }
        )
    return lines


# --- users ------------------------------------------------------------------------------------------------------------


def user_orders(tables: int) -> list[Line]:
    return [order(tables)]


def users(on: Bench, games: Sequence[list[Game]], levels: Sequence[float], seconds: float) -> list[Line]:
    """Find the load of users that the stack sustains: every table has two players and a watcher, and players think
    before each move. The wanted moves a second rise step by step until the stack falls behind.
    """
    tables = games[0]
    on.players.call("open_tables", tables, "websocket")
    on.crowd.call("open_watchers", [(game.id, None) for game in tables])
    before, moves = on.database.rows("accounts_notification"), 0
    lines = [scattered(on, ids(tables))]
    for level in levels:
        on.settle()
        on.crowd.call("take_heard")
        meter, driver = on.processors(), on.players.call("cpu") + on.crowd.call("cpu")
        actions: list[Action] = on.players.call("stroll", ids(tables), len(tables) / level, seconds)
        driver = on.players.call("cpu") + on.crowd.call("cpu") - driver
        used = meter.used()
        on.wait(0.5)
        heard: list[Heard] = on.crowd.call("take_heard")
        sent = {(action.game, action.seq): action.sent for action in actions}
        delays = [(one.at - sent[one.game, one.seq]) / 1e9 for one in heard if (one.game, one.seq) in sent]
        accepted = len(actions) / seconds
        moves += len(actions)
        lines.append(
            {
                "figure": "users",
                "tables": len(tables),
                "sockets": 3 * len(tables),
                "wanted_per_second": level,
                "accepted_per_second": round(accepted, 1),
                "mover": times(action.took for action in actions),
                "watcher": times(delays),
                "frames_missing": len(actions) - len(delays),
                "cores_used": {
                    name: round(value / seconds, 3) for name, value in used.items() if value / seconds > 0.005
                },
                "driver_cores": round(driver / seconds, 3),
            }
        )
        if accepted < 0.8 * level:
            break
    on.settle()
    told = on.database.rows("accounts_notification") - before
    size = on.database.size("accounts_notification") / max(1, on.database.rows("accounts_notification"))
    lines.append({"figure": "told", "a_move": round(told / max(1, moves), 2), "bytes_each": round(size)})
    on.close_sockets()
    return lines


def scattered(on: Bench, games: Sequence[str]) -> Line:
    """Measure writes for moves far apart, as in play over days: one move in each of many games, right after a
    checkpoint, so that almost no page has been written since.
    """
    on.settle()
    on.database.checkpoint()
    on.database.begin()
    moves = len(on.players.call("in_turn", games, 1, 0.0))
    on.settle()
    work = on.database.work()
    return {
        "figure": "scattered",
        "moves": moves,
        "wal_bytes_each": round(work.wal_bytes / moves),
        "wal_pages_each": round(work.wal_pages / moves, 2),
    }


def at_rest(on: Bench, made: stored.Stored) -> list[Line]:
    """Return the bytes of a stored game, an event and a user, by table and index; and the usage of an idle stack:
    processor time, and the memory of a replica with all its processes (shared pages count for each).
    """
    found: dict[str, dict[str, Any]] = {}
    rows = {"accounts_user": made.users, "games_event": made.events}
    for table, parts in stored.sizes(on.stack.database_url).items():
        count = rows.get(table, made.games)
        found[table] = {
            "rows": count,
            "bytes_each": round(sum(parts.values()) / count, 1),
            "parts": {name or "rows": round(size / count, 1) for name, size in sorted(parts.items())},
        }
    tables = ("games_game", "games_seat", "games_gamesecret", "games_event")
    size = sum(found[table]["bytes_each"] * found[table]["rows"] for table in tables)
    rest = {name: ms(used) for name, used in on.rest.items() if used}
    replicas = {name: len(on.pids(name)) for name in SERVICES}
    return [
        {
            "figure": "at_rest",
            "bytes_a_game": round(size / made.games),
            "cpu_ms_a_second": rest,
            "megabytes_a_replica": {name: round(on.memory(name) / 1e6 / count) for name, count in replicas.items()},
            "tables": found,
        }
    ]
