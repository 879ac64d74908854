"""Cost of a run: processor time and memory of each service, and PostgreSQL's own statistics."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def family(pid: int) -> Iterator[int]:
    """Return a process and all its descendants."""
    yield pid
    try:
        tasks = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return
    for child in " ".join(tasks).split():
        yield from family(int(child))


def cpu_seconds(pids: Iterable[int]) -> float:
    """Return the processor time (s) used by these processes and their descendants, including those that have ended."""
    total = 0
    for pid in {one for root in pids for one in family(root)}:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended: its parent's figure includes it
        total += sum(map(int, fields[11:15]))
    return total / _TICK


def memory(pids: Iterable[int]) -> int:
    """Return the resident memory (bytes) of these processes and their descendants."""
    total = 0
    for pid in {one for root in pids for one in family(root)}:
        try:
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
        except OSError:
            continue
    return total


class Processors:
    """Processor time of each service of a stack since this meter was created, without the idle usage `rest` (seconds a
    second).
    """

    def __init__(self, services: dict[str, list[int]], rest: dict[str, float]) -> None:
        self._services = services
        self._rest = rest
        self._before = self._now()
        self._begun = time.monotonic()

    def _now(self) -> dict[str, float]:
        return {name: cpu_seconds(pids) for name, pids in self._services.items()}

    def used(self) -> dict[str, float]:
        """Return seconds by service."""
        now, seconds = self._now(), time.monotonic() - self._begun
        return {name: now[name] - self._before[name] - seconds * self._rest.get(name, 0) for name in now}


@dataclass(frozen=True, slots=True)
class Work:
    """PostgreSQL's work in the site's database: milliseconds in statements (including planning, excluding the wait for
    the disk at commit), number of statements, bytes of WAL, full-page images in it (the first change of a page after a
    checkpoint writes the whole page), and the most expensive statements.
    """

    ms: float
    calls: int
    wal_bytes: int
    wal_pages: int
    top: list[dict[str, Any]]


STATEMENTS = """
SELECT s.query, s.calls, s.total_exec_time + s.total_plan_time, s.wal_fpi
FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
WHERE d.datname = current_database() AND s.query NOT LIKE '%pg_stat_statements%' AND s.query NOT LIKE '%pg_current_wal%'
ORDER BY 3 DESC
"""


class Database:
    """PostgreSQL's statistics. The server must have loaded pg_stat_statements."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url, autocommit=True)
        self._connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements SCHEMA bench")
        self._connection.execute("SET search_path = public, bench")
        self._wal = 0

    def begin(self) -> None:
        self._connection.execute("SELECT pg_stat_statements_reset()")
        self._wal = self._written()

    def checkpoint(self) -> None:
        self._connection.execute("CHECKPOINT")

    def rows(self, table: str) -> int:
        return self._number(f"SELECT count(*) FROM {table}")

    def size(self, table: str) -> int:
        """Return the size in bytes, with indexes."""
        return self._number(f"SELECT pg_total_relation_size('{table}')")

    def _written(self) -> int:
        return self._number("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")

    def _number(self, query: str) -> int:
        row = self._connection.execute(query.encode()).fetchone()
        assert row is not None
        return int(row[0])

    def work(self) -> Work:
        """Return the work since `begin`."""
        rows = self._connection.execute(STATEMENTS.encode()).fetchall()
        top = [
            {"statement": " ".join(query.split())[:120], "calls": calls, "ms": round(ms, 1)}
            for query, calls, ms, _ in rows[:8]
        ]
        calls, ms, pages = (sum(row[column] for row in rows) for column in (1, 2, 3))
        return Work(float(ms), int(calls), self._written() - self._wal, int(pages), top)

    def close(self) -> None:
        self._connection.close()
