"""The stack with everything that a measurement needs: players, watchers, the bare limit, meters, games to play."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from pyramido_site.stack.stack import Stack
from tests.faults.scale import UNLIMITED
from tests.live import ROOT
from tests.servers import wait_until
from tests.tools.bench_actions.driver import Game
from tests.tools.bench_stack import bare, stored
from tests.tools.bench_stack.driver import Remote
from tests.tools.bench_stack.meters import Database, Processors, memory

BUSY = 20
"""Number of games, and of connections of the bare limit."""
SETTLE_S = 20
KEY = "forgotten-treasures"
SERVICES = (
    "proxy", "web", "sockets", "turns", "ai", "ratings", "mail", "bots", "files", "signals", "beat", "redis",
    "postgres",
)  # fmt: skip


@dataclass
class Bench:
    stack: Stack
    players: Remote
    crowd: Remote
    pool: bare.Pool
    alone: bare.Pool
    database: Database
    tried: dict[int, float]
    """Number of processes for the bare limit → transactions a second."""
    rest: dict[str, float] = field(default_factory=dict)
    """Processor seconds a second of each service while the stack is idle."""

    # --- games --------------------------------------------------------------------------------------------------------
    def games(self, *wanted: dict[str, Any]) -> list[list[Game]]:
        """Create new games in the stack's database, a list for each of `wanted` (tests.tools.bench_actions.site); their
        earlier moves are published to no client.
        """
        made = [Game(**json.loads(line)) for line in self._site("games", list(wanted))]
        with psycopg.connect(self.stack.database_url, autocommit=True) as connection:
            connection.execute("UPDATE games_game SET told_seq = seq WHERE told_seq < seq")
        groups, place = [], 0
        for kind in wanted:
            groups.append(made[place : place + kind["count"]])
            place += kind["count"]
        return groups

    def sessions(self, users: Sequence[int]) -> dict[int, str]:
        """Return a session cookie for each of these users (primary keys)."""
        return dict(map(json.loads, self._site("sessions", sorted(set(users)))))

    def _site(self, command: str, wanted: object) -> list[str]:
        # Without Redis, so that no worker follows up on these moves.
        environment = {name: value for name, value in self.stack.environment.items() if name != "REDIS_URL"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.tools.bench_actions.site", command],
            env=environment, cwd=ROOT, input=json.dumps(wanted), capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(done.stderr)
        return done.stdout.splitlines()

    # --- meters -------------------------------------------------------------------------------------------------------
    def processors(self) -> Processors:
        """Return a meter that starts now and counts usage beyond `rest`."""
        return Processors({name: self.pids(name) for name in SERVICES}, self.rest)

    def learn_rest(self, seconds: float) -> None:
        """Measure the idle stack's own usage (beat, sweeps)."""
        self.settle()
        self.rest = {}
        meter = self.processors()
        self.wait(seconds)
        self.rest = {name: used / seconds for name, used in meter.used().items()}

    def pids(self, service: str) -> list[int]:
        return [process.pid for process in self.stack.processes(service)]

    def memory(self, service: str) -> int:
        """Return the resident memory in bytes."""
        return memory(self.pids(service))

    def settle(self) -> None:
        """Wait until all notifications are sent, so that the next measurement has the stack for itself."""
        query = "SELECT NOT EXISTS (SELECT 1 FROM games_game WHERE told_seq < seq)"
        with psycopg.connect(self.stack.database_url, autocommit=True) as connection, suppress(TimeoutError):
            wait_until(lambda: connection.execute(query).fetchone() == (True,), SETTLE_S, "players to be told")

    def wait(self, seconds: float) -> None:
        """Wait while a meter runs; sockets are still read."""
        self.crowd.call("pause", seconds)

    def close_sockets(self) -> None:
        self.players.call("close")
        self.crowd.call("close")


@contextmanager
def bench(folder: Path) -> Iterator[Bench]:
    """Start the whole stack in a new folder with everything that measures it; all processes end with the context."""
    environment = {"DJANGO_SETTINGS_MODULE": "tests.tools.bench_actions.settings", "TERMS_VERSION": "0", **UNLIMITED}
    stack = Stack(folder, environment=environment)
    with ExitStack() as ending:
        ending.callback(stack.stop)
        stack.start()
        count_statements(stack)
        bare.prepare(stack.database_url)
        processes, tried = bare.quickest(stack.database_url, BUSY)
        pool = ending.enter_context(bare.pool(stack.database_url, BUSY, processes))
        alone = ending.enter_context(bare.pool(stack.database_url, 1, 1))
        database = Database(stack.database_url)
        ending.callback(database.close)
        players, crowd = Remote(stack.url), Remote(stack.url)
        ending.callback(players.close)
        ending.callback(crowd.close)
        yield Bench(stack, players, crowd, pool, alone, database, tried)


def count_statements(stack: Stack) -> None:
    """Have PostgreSQL count statements and their time, which needs a restart."""
    with psycopg.connect(stack.database_url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")
    stack.stop_service("postgres")
    stack.start_service("postgres")
    with psycopg.connect(stack.database_url, autocommit=True) as connection:
        # the setting exists only once the extension is loaded
        connection.execute("ALTER SYSTEM SET pg_stat_statements.track_planning = on")
        connection.execute("SELECT pg_reload_conf()")


def use_templates(on: Bench) -> int:
    """Play the template games, of which the stored games are copies; return how many there are."""
    played = [game for group in on.games(*stored.templates()) for game in group]
    stored.use_templates(on.stack.database_url, [game.id for game in played])
    return len(played)
