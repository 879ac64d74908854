"""The whole stack under load, beside what PostgreSQL itself can do in the same run, as JSON lines and a table.

Method: `docker/compose.yml` as `make stack` starts it (durable commits, all services), on this computer, with the
driver in two processes beside it. Players have open sockets, through the proxy, as pages open them; moves are known
beforehand (random games of Forgotten Treasures for two, three days a move), so the driver thinks about nothing. A
move counts from its sending to its answer, and for a watcher to its frame. The bare limit is psycopg on the same
server: lock, insert, update, commit, with as many connections as there are busy games, in as many processes as do
most. What is compared is measured in turns. All of it with 100, 1,000 and 10,000 stored games, the last with a
million events.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.bench_stack import costs, measures, report, stored
from tests.bench_stack.bench import Bench, bench, use_templates

SIZES = (100, 1000, 10_000)
LEVELS = (10, 20, 40, 80, 160, 320, 640)


class Plan:
    """How much of everything."""

    def __init__(self, short: bool) -> None:
        self.sizes: Sequence[int] = (100,) if short else SIZES
        self.rounds, self.seconds = (2, 1.0) if short else (5, 4.0)
        self.idle_rounds, self.idle_moves = (2, 10) if short else (5, 20)
        self.pairs = 1 if short else 6
        self.watchers, self.watched_moves, self.pause = (50, 5, 0.1) if short else (1000, 30, 0.5)
        self.sockets, self.quiet_seconds = (50, 3.0) if short else (1000, 20.0)
        self.levels: Sequence[float] = (5, 20) if short else LEVELS
        self.tables, self.level_seconds = (10, 2.0) if short else (100, 8.0)
        self.looks = 3 if short else 40


def figures(on: Bench, plan: Plan) -> Iterator[dict[str, Any]]:
    """Everything that is measured."""
    begun = time.monotonic()
    yield {"figure": "computer", "cores": os.cpu_count(), "load_before": os.getloadavg()[0], "bare": on.tried}
    yield {"figure": "templates", "games": use_templates(on)}
    for size in plan.sizes:
        made = stored.grow(on.stack.database_url, size)
        yield {"figure": "stored", **asdict(made)}
        last = size == plan.sizes[-1]
        orders = {
            "busy": measures.busy_orders(plan.rounds, plan.seconds),
            "idle": measures.idle_orders(),
            "growth": measures.growth_orders(plan.pairs),
            "watchers": measures.watcher_orders(),
            "users": costs.user_orders(plan.tables) if last else [],
        }
        made_games = iter(on.games(*(order for group in orders.values() for order in group)))
        games = {name: [next(made_games) for _ in group] for name, group in orders.items()}
        on.learn_rest(plan.quiet_seconds / 2)
        rest = {name: measures.ms(used) for name, used in on.rest.items() if used}
        lines = [{"figure": "rest", "cpu_ms_a_second": rest}]
        lines += measures.busy(on, games["busy"], plan.rounds, plan.seconds)
        lines += measures.idle(on, games["idle"], plan.idle_rounds, plan.idle_moves)
        lines += measures.growth(on, games["growth"])
        lines += measures.watchers(on, games["watchers"], plan.watchers, plan.watched_moves, plan.pause)
        if last:
            lines += costs.at_rest(on, made)
            lines += costs.pages(on, games["idle"][0][0], plan.looks)
            lines += costs.users(on, games["users"], plan.levels, plan.level_seconds)
            lines += costs.idle_sockets(on, plan.sockets, plan.quiet_seconds)
        yield from ({**line, "stored": size} for line in lines)
    yield {"figure": "run", "seconds": round(time.monotonic() - begun), "load_after": os.getloadavg()[0]}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench_stack", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--short", action="store_true", help="a minute, one size: whether it works, not what it finds")
    parser.add_argument("--sizes", help="stored games, like 100,1000 (default: 100,1000,10000)")
    args = parser.parse_args(arguments)
    plan = Plan(args.short)
    if args.sizes:
        plan.sizes = [int(text) for text in args.sizes.split(",")]
    print(json.dumps({"method": " ".join((__doc__ or "").split("Method: ")[1].split())}), flush=True)
    lines = []
    folder = Path(tempfile.mkdtemp(prefix="pyramido-bench-"))
    folder.chmod(0o755)  # PostgreSQL's own user must be able to reach its data inside
    try:
        with bench(folder / "stack") as on:
            for line in figures(on, plan):
                print(json.dumps(line), flush=True)
                lines.append(line)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(report.table(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
