"""Throughput of the site: accepted actions a second, end to end, as JSON lines.

Method: a real server process on this machine (the embedded shape: SQLite, everything in one process; with `--full` an
ASGI server on PostgreSQL and Redis, whose commits do not wait for the disk). Another process plays prepared random
games, 1, 20 or 200 at once; each sends its next move as soon as the last one was accepted, over HTTP or with an open
WebSocket for each player. A move is timed from request to response; the first seconds are a warm-up and do not count.
Growth: four-player games played one at a time, the median time of the moves by their place in the log.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests import servers
from tests.live import ROOT, environment, manage
from tests.servers import accepts, free_port, wait_until
from tests.tools.bench_actions.driver import WAYS, Game, Refused, Taken, play

KEY = "forgotten-treasures"
SCRIPTS = 10
WARM_S = 1.0
BIN = 25
GROWTH_GAMES = 6


class Site:
    """The server and its database, in a temporary folder."""

    def __init__(self, var: Path, full: bool) -> None:
        more = {"DATABASE_URL": servers.postgres_url(), "REDIS_URL": servers.redis_url(1)} if full else {}
        self.environment = environment(
            var, SECRET_KEY="x" * 50, DJANGO_SETTINGS_MODULE="tests.tools.bench_actions.settings", **more
        )
        manage(var, "migrate", "-v", "0", SECRET_KEY="x" * 50, **more)
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.log = var / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def _command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "tests.tools.bench_actions.site", *arguments]

    def games(self, *wanted: dict[str, Any]) -> list[Game]:
        done = subprocess.run(
            self._command("games"), env=self.environment, cwd=ROOT, input=json.dumps(wanted), capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(done.stderr)
        return [Game(**json.loads(line)) for line in done.stdout.splitlines()]

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command("serve", str(self.port)),
                env=self.environment, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        wait_until(lambda: accepts(self.port), 60, "the server")

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(20)

    def cpu_seconds(self) -> float:
        """Return the processor time (s) that the server has used so far."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def site(full: bool) -> Iterator[Site]:
    owns = servers.begin_run()
    made: Site | None = None
    try:
        with tempfile.TemporaryDirectory(prefix="pyramido-bench-") as folder:
            made = Site(Path(folder), full)
            try:
                yield made
            finally:
                made.stop()
    finally:
        if owns:
            servers.end_run()


def measured(on: Site, way: str, games: list[Game], at_once: int, seconds: float) -> dict[str, Any]:
    asyncio.run(play(on.url, way, [games.pop()], 1, WARM_S))  # warm-up: the server loads what it needs
    before = on.cpu_seconds()
    taken = asyncio.run(play(on.url, way, games, at_once, WARM_S + seconds))
    cpu = on.cpu_seconds() - before
    first = taken.actions[0].at + WARM_S
    counted = [action for action in taken.actions if action.at >= first]
    times = sorted(action.took for action in counted)
    span = counted[-1].at - first
    return {
        "way": way,
        "games_at_once": at_once,
        "actions": len(counted),
        "actions_a_second": round(len(counted) / span, 1),
        "p50_ms": round(1000 * quantile(times, 0.5), 1),
        "p99_ms": round(1000 * quantile(times, 0.99), 1),
        "server_cpu_ms_each": round(1000 * cpu / len(taken.actions), 2),
    }


def quantile(ordered: Sequence[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def growth(taken: Taken) -> Iterator[dict[str, Any]]:
    """Return the medians by place in the log, and the ratio of the last to the first."""
    bins: dict[int, list[float]] = {}
    for action in taken.actions:
        if action.seq <= 200:
            bins.setdefault((action.seq - 1) // BIN, []).append(action.took)
    medians = {number: 1000 * statistics.median(times) for number, times in sorted(bins.items())}
    for number, median in medians.items():
        events = f"{number * BIN + 1}-{(number + 1) * BIN}"
        yield {"figure": "growth", "events": events, "actions": len(bins[number]), "p50_ms": round(median, 2)}
    yield {"figure": "growth", "last_to_first": round(medians[max(medians)] / medians[min(medians)], 2)}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench_actions", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--full", action="store_true", help="on PostgreSQL and Redis, with an ASGI server only")
    parser.add_argument("--games", default="1,20,200", help="concurrent games (default: 1,20,200; empty: growth only)")
    parser.add_argument("--seconds", type=float, default=10.0, help="duration of each measurement (default: 10)")
    args = parser.parse_args(arguments)
    counts = [int(text) for text in args.games.split(",") if text]
    print(json.dumps({"method": " ".join((__doc__ or "").split("Method: ")[1].split())}), flush=True)
    refused: list[BaseException] = []
    try:
        for line in figures(counts, args.seconds, args.full):
            print(json.dumps({"shape": "full" if args.full else "embedded", **line}), flush=True)
    except* Refused as group:
        refused.extend(group.exceptions)
    for error in refused[:1]:
        print(json.dumps({"figure": "refused", "problem": str(error)}), flush=True)
    return 1 if refused else 0


def figures(counts: Sequence[int], seconds: float, full: bool) -> Iterator[dict[str, Any]]:
    """Return all measurements. Raise a group of Refused."""
    with site(full) as on:
        for at_once in counts:
            for way in WAYS:
                on.stop()
                # Enough games to last for the whole measurement, with some to spare.
                count = 1 + at_once + (round(3 * seconds) if at_once < 100 else 0)
                games = on.games({"game": KEY, "seats": 2, "count": count, "scripts": SCRIPTS})
                on.start()
                yield {"figure": "actions", **measured(on, way, games, at_once, seconds)}
        on.stop()
        games = on.games({"game": KEY, "seats": 4, "count": 1 + GROWTH_GAMES, "scripts": GROWTH_GAMES})
        on.start()
        asyncio.run(play(on.url, "http", [games.pop()], 1, WARM_S))
        yield from growth(asyncio.run(play(on.url, "http", games, 1, None)))


if __name__ == "__main__":
    sys.exit(main())
