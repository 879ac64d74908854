"""Concurrent callers, each on a database connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

from games.requests.refusals import Refusal

T = TypeVar("T")


def at_once(calls: Sequence[Callable[[], T]]) -> list[T | Refusal]:
    """Start all calls at the same moment; return the result of each, or its refusal."""
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], T]) -> T | Refusal:
        try:
            connection.ensure_connection()
            gate.wait(30)
            return call()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
