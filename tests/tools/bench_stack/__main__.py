"""The whole stack under load, compared with the limits of PostgreSQL itself in the same run, as JSON lines and a table.

Method: `docker/compose.yml` as `make stack` starts it (durable commits, all services), on this computer, with the
driver in two processes beside it. Players have open sockets through the proxy, as pages open them; moves are known
beforehand (random two-player games of Forgotten Treasures, three days a move), so the driver computes nothing. A move
is timed from request to response, and for a watcher to its frame. The bare limit is psycopg on the same server: lock,
insert, update, commit, with as many connections as there are busy games, in the number of processes with the highest
throughput. Compared measurements are taken in turns. Everything is repeated with 100, 1,000 and 10,000 stored games,
the last with a million events.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.tools.bench_stack import costs, measures, paper, report, stored
from tests.tools.bench_stack.bench import Bench, bench, use_templates

SIZES = (100, 1000, 10_000)
PARTS = ("rest", "busy", "idle", "growth", "watchers", "pages", "users", "sockets")
ONCE = ("rest", "pages", "users", "sockets")
"""Parts measured at the largest size only."""
LEVELS = (10, 20, 40, 80, 160, 320, 640)


class Plan:
    """Counts and durations of all parts."""

    def __init__(self, short: bool) -> None:
        self.sizes: Sequence[int] = (100,) if short else SIZES
        self.rounds, self.seconds = (2, 1.0) if short else (5, 4.0)
        self.idle_rounds, self.idle_moves = (2, 10) if short else (5, 20)
        self.pairs = 1 if short else 6
        self.watchers, self.watched_moves, self.pause = (200, 5, 0.3) if short else (1000, 30, 0.5)
        self.sockets, self.quiet_s = (200, 6.0) if short else (1000, 20.0)
        self.levels: Sequence[float] = (5, 20) if short else LEVELS
        self.tables, self.level_s = (10, 2.0) if short else (100, 8.0)
        self.looks = 10 if short else 40


def figures(on: Bench, plan: Plan, parts: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Return all measurements."""
    begun = time.monotonic()
    yield {"figure": "computer", "cores": os.cpu_count(), "load_before": os.getloadavg()[0], "bare": on.tried}
    yield {"figure": "templates", "games": use_templates(on)}
    for size in plan.sizes:
        made = stored.grow(on.stack.database_url, size)
        yield {"figure": "stored", **asdict(made)}
        on.learn_rest(plan.quiet_s / 2)
        wanted = [part for part in parts if part not in ONCE or size == plan.sizes[-1]]
        for line in at_one_size(on, plan, wanted, made):
            yield {**line, "stored": size}
    yield {"figure": "run", "seconds": round(time.monotonic() - begun), "load_after": os.getloadavg()[0]}


def at_one_size(on: Bench, plan: Plan, parts: Sequence[str], made: stored.Stored) -> Iterator[dict[str, Any]]:
    """Measure at one size of the database; first each part's games are created, all at once."""
    all_orders: dict[str, list[dict[str, Any]]] = {
        "busy": measures.busy_orders(plan.rounds, plan.seconds),
        "idle": measures.idle_orders(),
        "growth": measures.growth_orders(plan.pairs),
        "watchers": measures.watcher_orders(),
        "pages": costs.page_orders(),
        "users": costs.user_orders(plan.tables),
    }
    orders = {part: all_orders[part] for part in parts if part in all_orders}
    made_games = iter(on.games(*(order for group in orders.values() for order in group)))
    games = {part: [next(made_games) for _ in group] for part, group in orders.items()}
    measure: dict[str, Callable[[], list[dict[str, Any]]]] = {
        "rest": lambda: costs.at_rest(on, made),
        "busy": lambda: measures.busy(on, games["busy"], plan.rounds, plan.seconds),
        "idle": lambda: measures.idle(on, games["idle"], plan.idle_rounds, plan.idle_moves),
        "growth": lambda: measures.growth(on, games["growth"]),
        "watchers": lambda: measures.watchers(on, games["watchers"], plan.watchers, plan.watched_moves, plan.pause),
        "pages": lambda: costs.pages(on, games["pages"], plan.looks),
        "users": lambda: costs.users(on, games["users"], plan.levels, plan.level_s),
        "sockets": lambda: costs.idle_sockets(on, plan.sockets, plan.quiet_s),
    }
    for part in parts:
        yield from measure[part]()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench_stack", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--short", action="store_true", help="one minute, one size: a smoke test of the benchmark")
    parser.add_argument("--sizes", help="stored games, like 100,1000 (default: 100,1000,10000)")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts to run (default: {','.join(PARTS)})")
    args = parser.parse_args(arguments)
    parts = args.only.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    plan = Plan(args.short)
    if args.sizes:
        plan.sizes = [int(text) for text in args.sizes.split(",")]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that processes are stopped and the folder is removed
    print(json.dumps({"method": " ".join((__doc__ or "").split("Method: ")[1].split())}), flush=True)
    lines = []
    folder = Path(tempfile.mkdtemp(prefix="pyramido-bench-"))
    folder.chmod(0o755)  # PostgreSQL's own user needs access to its data in there
    try:
        with bench(folder / "stack") as on:
            for line in figures(on, plan, parts):
                print(json.dumps(line), flush=True)
                lines.append(line)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(report.table(lines))
    if set(parts) == set(PARTS):
        print("\n" + paper.table(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
