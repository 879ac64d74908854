"""The bare limit: throughput of psycopg and this PostgreSQL with no application between them.

One transaction locks a row (SELECT … FOR UPDATE), inserts an event of ordinary size, updates the row and commits. Each
connection has a row of its own, as busy games have. The connections are spread over processes, one thread each.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import psycopg

CONNECT_S = 20
PAYLOAD = '{"action": {"kind": "place", "space": [4, 7], "turned": 1}, "clocks": [259200000, 201312345], "more": "%s"}'
PAYLOAD %= "x" * 310
"""The size of an action's event with the clocks of two players: about 420 characters."""

MAKE = """
CREATE SCHEMA IF NOT EXISTS bench;
CREATE TABLE IF NOT EXISTS bench.game (
    id int PRIMARY KEY, seq int NOT NULL, head bytea NOT NULL, moved_ms bigint NOT NULL
);
CREATE TABLE IF NOT EXISTS bench.event (
    game_id int, seq int, seat smallint, payload jsonb NOT NULL, at_ms bigint NOT NULL, hash bytea NOT NULL,
    PRIMARY KEY (game_id, seq)
);
INSERT INTO bench.game SELECT n, 0, ''::bytea, 0 FROM generate_series(0, 999) n ON CONFLICT DO NOTHING;
"""

LOCK = "SELECT seq FROM bench.game WHERE id = %s FOR UPDATE"
INSERT = "INSERT INTO bench.event VALUES (%s, %s, 0, %s, %s, %s)"
UPDATE = "UPDATE bench.game SET seq = %s, head = %s, moved_ms = %s WHERE id = %s"
ONE_STATEMENT = """
WITH locked AS (SELECT id, seq FROM bench.game WHERE id = %(id)s FOR UPDATE), moved AS (
    UPDATE bench.game SET seq = locked.seq + 1, head = %(hash)s, moved_ms = %(at)s FROM locked WHERE game.id = locked.id
    RETURNING game.id, game.seq
)
INSERT INTO bench.event SELECT id, seq, 0, %(payload)s, %(at)s, %(hash)s FROM moved
"""
HASH = bytes(32)


@dataclass(frozen=True, slots=True)
class Bare:
    """The result of one run: number of transactions, time (s), and the duration of each transaction (s)."""

    transactions: int
    seconds: float
    took: list[float]
    cpu_seconds: float
    """Processor time of the client processes, not of PostgreSQL."""

    @property
    def per_second(self) -> float:
        return self.transactions / self.seconds


def prepare(url: str) -> None:
    """Create the two tables, beside the site's own."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(MAKE.encode())


def _transaction(connection: psycopg.Connection[Any], row: int) -> None:
    now = time.time_ns() // 1_000_000
    with connection.transaction():
        found = connection.execute(LOCK, [row]).fetchone()
        assert found is not None
        seq = found[0] + 1
        connection.execute(INSERT, [row, seq, PAYLOAD, now, HASH])
        connection.execute(UPDATE, [seq, HASH, now, row])


def _statement(connection: psycopg.Connection[Any], row: int) -> None:
    values = {"id": row, "payload": PAYLOAD, "at": time.time_ns() // 1_000_000, "hash": HASH}
    connection.execute(ONE_STATEMENT.encode(), values)


WAYS = {"transaction": _transaction, "statement": _statement}
"""The same work as four commands, and as a single statement, as the site writes it."""


def _run(url: str, rows: Sequence[int], way: str, seconds: float, pause: float, gate: Any) -> tuple[list[float], float]:
    """Run one process: all its connections, a thread each. Return the duration of each transaction, and the total
    time.
    """
    once = WAYS[way]
    took: list[list[float]] = [[] for _ in rows]
    spans: list[float] = [0.0] * len(rows)
    ready = threading.Barrier(len(rows) + 1)
    go, failed = threading.Event(), threading.Event()

    def work(place: int, row: int) -> None:
        with psycopg.connect(url, autocommit=True, prepare_threshold=0) as connection:
            once(connection, row)
            ready.wait(CONNECT_S)
            go.wait()
            begun = now = time.monotonic()
            while now - begun < seconds:
                once(connection, row)
                done = time.monotonic()
                took[place].append(done - now)
                if failed.is_set() or (pause and failed.wait(pause)):
                    return
                now = time.monotonic()
            spans[place] = now - begun

    def watched(place: int, row: int) -> None:
        try:
            work(place, row)
        except BaseException:
            failed.set()  # so that no other thread waits for ever
            ready.abort()
            raise

    with ThreadPoolExecutor(len(rows)) as threads:
        working = [threads.submit(watched, *pair) for pair in enumerate(rows)]
        try:
            ready.wait(CONNECT_S)
            gate.wait(CONNECT_S)
        finally:
            go.set()
        for one in working:
            one.result()
    return [one for times in took for one in times], max(spans)


def _serve(url: str, rows: Sequence[int], gate: Any, orders: multiprocessing.connection.Connection) -> None:
    while (order := orders.recv()) is not None:
        before = time.process_time()
        way, seconds, pause = order
        took, span = _run(url, rows, way, seconds, pause, gate)
        orders.send((took, span, time.process_time() - before))


class Pool:
    """Processes that call PostgreSQL on demand and sleep in between. Connections are open only during a run."""

    def __init__(self, url: str, connections: int, processes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._gate = gate = context.Barrier(processes)  # the processes need it for as long as they live
        self._orders = []
        self._processes = []
        for number in range(processes):
            ours, theirs = context.Pipe()
            rows = range(number, connections, processes)
            process = context.Process(target=_serve, args=(url, rows, gate, theirs), daemon=True)
            process.start()
            theirs.close()  # otherwise the death of the process would go unnoticed
            self._orders.append(ours)
            self._processes.append(process)

    def run(self, way: str, seconds: float, pause: float = 0.0) -> Bare:
        """Run for `seconds`; each connection pauses for `pause` seconds after each response. Raise EOFError if a
        process fails.
        """
        for orders in self._orders:
            orders.send((way, seconds, pause))
        answers = [orders.recv() for orders in self._orders]
        took = [one for times, _, _ in answers for one in times]
        return Bare(len(took), max(span for _, span, _ in answers), took, sum(cpu for _, _, cpu in answers))

    def close(self) -> None:
        for orders in self._orders:
            with suppress(OSError):  # the process has died
                orders.send(None)
        for process in self._processes:
            process.join(10)


@contextmanager
def pool(url: str, connections: int, processes: int) -> Iterator[Pool]:
    made = Pool(url, connections, processes)
    try:
        yield made
    finally:
        made.close()


def quickest(url: str, connections: int, seconds: float = 0.5, rounds: int = 3) -> tuple[int, dict[int, float]]:
    """Return the number of processes with the highest throughput, and all results: processes → transactions a
    second.
    """
    found: dict[int, list[float]] = {processes: [] for processes in sorted({1, 2, 4, connections})}
    with ExitStack() as ending:
        pools = {processes: ending.enter_context(pool(url, connections, processes)) for processes in found}
        for _ in range(rounds):
            for processes, made in pools.items():
                found[processes].append(made.run("transaction", seconds).per_second)
    tried = {processes: round(statistics.median(rates), 1) for processes, rates in found.items()}
    return max(tried, key=lambda processes: tried[processes]), tried
