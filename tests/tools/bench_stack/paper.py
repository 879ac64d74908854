"""Extrapolate the measurements to many games: `python -m tests.tools.bench_stack.paper FIGURES` reads the lines of
`make bench-stack` and prints the second table of docs/scale.md.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Line = dict[str, Any]

SIZES = (10_000, 100_000, 1_000_000)

# Assumptions, not measurements.
TURNS_A_DAY = 4
"""In a running game, by all its players together."""
ACTIONS_A_TURN = 3
EVENTS_A_GAME = 150
SEATS = 2.5
GAMES_A_PERSON = 5
ONLINE = 0.1
"""Share of all players online in the busiest hour."""
SOCKETS_A_PERSON = 2
"""A game page has one for the game and one for the account."""
PAGES_A_TURN = 2
KEPT_DAYS = 90
"""Retention of notifications in days (docs/notifications.md)."""
PEAK = 2.5
"""Load of the busiest hour, relative to the daily mean."""
BUSY = 0.5
"""Share of a processor in use in the busiest hour."""
SOCKETS_OF_NGINX = 4096
"""A worker of nginx has 8,192 connections, and a socket takes two (docker/nginx.conf.template)."""

DAY_S = 86_400
YEAR = 365


class Measured:
    """The lines by figure; of several sizes the last one."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._by_figure = {line["figure"]: line for line in lines if "figure" in line}

    def __getitem__(self, figure: str) -> Line:
        """Raise KeyError if the figure was not measured."""
        return self._by_figure[figure]

    def cpu(self, service: str) -> dict[str, float]:
        """Return a service's processor time: milliseconds for each move, page view, folded log and opened socket, and
        milliseconds a second for each open game socket.
        """
        pages = [self[name]["cpu_ms_each"].get(service, 0) for name in ("page_game", "page_front")]
        fold = self["page_fold"]["cpu_ms_each"].get("web", 0) - self["page_view"]["cpu_ms_each"].get("web", 0)
        found = {
            "move": self["busy_websocket"]["cpu_ms_each"].get(service, 0),
            "page": sum(pages) / len(pages),
            "fold": fold if service in ("web", "sockets") else 0,
            "open": self["idle_sockets"]["open_cpu_ms_each"].get(service, 0),
            "socket": self["idle_sockets"]["idle_cpu_us_a_second_each"].get(service, 0) / 1000,
        }
        # a difference close to zero can come out negative
        return {name: max(0, value) for name, value in found.items()}


def needs(measured: Measured, games: int) -> dict[str, Any]:
    """Return what `games` running games need in the busiest hour."""
    turns = games * TURNS_A_DAY / DAY_S * PEAK
    moves, pages = turns * ACTIONS_A_TURN, turns * PAGES_A_TURN
    online = games * SEATS / GAMES_A_PERSON * ONLINE
    sockets = online * SOCKETS_A_PERSON
    cores = {}
    for service in ("proxy", "web", "sockets", "turns", "mail", "redis", "postgres"):
        each = measured.cpu(service)
        work = moves * each["move"] + pages * (each["page"] + SOCKETS_A_PERSON * each["open"])
        work += turns * each["fold"] + online * each["socket"]  # the account's socket sends no requests
        cores[service] = work / 1000 / BUSY
    tables = measured["at_rest"]["tables"]
    event = tables["games_event"]["bytes_each"]
    game = sum(tables[name]["bytes_each"] for name in ("games_game", "games_seat", "games_gamesecret"))
    events_a_year = games * TURNS_A_DAY * ACTIONS_A_TURN * YEAR
    wal, told = measured["scattered"]["wal_bytes_each"], measured["told"]
    processes = math.ceil(max(cores["sockets"], 1))
    return {
        "games": games,
        "moves": moves,
        "pages": pages,
        "online": online,
        "sockets": sockets,
        "cores": cores,
        "socket_gb": sockets * measured["idle_sockets"]["bytes_each"]["sockets"] / 1e9,
        "socket_processes": processes,
        "nginx_workers": math.ceil(sockets / SOCKETS_OF_NGINX),
        "statements": moves * measured["busy_websocket"]["statements_each"]
        + pages * (measured["page_game"]["statements_each"] + measured["page_front"]["statements_each"]) / 2,
        "told_gb": moves / PEAK * DAY_S * KEPT_DAYS * told["a_move"] * told["bytes_each"] / 1e9,
        "wal_mb_a_second": moves * wal / 1e6,
        "wal_gb_a_day": moves / PEAK * wal * DAY_S / 1e9,
        "gb_a_year": (events_a_year * event + events_a_year / EVENTS_A_GAME * game) / 1e9,
        "of_bare": moves / measured["bare_transaction"]["per_second"],
    }


def table(lines: Sequence[Line]) -> str:
    """Return the table in Markdown. Raise KeyError if a figure is missing."""
    measured = Measured(lines)
    columns = [needs(measured, games) for games in SIZES]
    rows = [
        ("running games", [f"{one['games']:,}" for one in columns]),
        ("moves a second, busiest hour", [_short(one["moves"]) for one in columns]),
        ("pages a second", [_short(one["pages"]) for one in columns]),
        ("people online; sockets", [f"{one['online']:,.0f}; {one['sockets']:,.0f}" for one in columns]),
        *(
            (f"processors: {service}", [_short(one["cores"][service]) for one in columns])
            for service in columns[0]["cores"]
        ),
        ("processors together", [_short(sum(one["cores"].values())) for one in columns]),
        ("processes for sockets", [f"{one['socket_processes']:,}" for one in columns]),
        ("memory of sockets, GB", [_short(one["socket_gb"]) for one in columns]),
        ("workers of nginx", [f"{one['nginx_workers']:,}" for one in columns]),
        ("PostgreSQL: statements a second", [_short(one["statements"]) for one in columns]),
        ("moves to the bare limit of the computer that was measured", [_short(one["of_bare"]) for one in columns]),
        (
            "WAL, MB a second; GB a day",
            [f"{_short(one['wal_mb_a_second'])}; {_short(one['wal_gb_a_day'])}" for one in columns],
        ),
        ("games, GB a year", [_short(one["gb_a_year"]) for one in columns]),
        ("notifications, GB", [_short(one["told_gb"]) for one in columns]),
    ]
    head, *body = [" | ".join([what, *values]) for what, values in rows]
    return "\n".join([f"| {head} |", "| --- |" + " --- |" * len(SIZES), *(f"| {row} |" for row in body)])


def _short(number: float) -> str:
    """Format with two significant digits: the estimate is no more precise."""
    if number == 0:
        return "0"
    digits = 1 - math.floor(math.log10(abs(number)))
    return f"{round(number, digits):,.{max(digits, 0)}f}"


def read(path: Path) -> list[Line]:
    """Return the JSON lines of a file; other lines, such as the table at the end, are skipped."""
    return [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")]


if __name__ == "__main__":
    print(table([line for name in sys.argv[1:] for line in read(Path(name))]))
