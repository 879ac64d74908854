"""Compose's `restart: unless-stopped`: restarts processes that have ended by themselves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from pyramido_site.stack.processes import Process

SOONEST_S, LATEST_S = 0.1, 5.0
"""Delay (s) before a restart: initially, and at most for a process that keeps dying."""
LONG_RUN_S = 10.0
"""Time (s) after which a process no longer counts as one that keeps dying."""
WATCH_S = 0.05


class Supervisor:
    """A thread that watches `processes()` and restarts wanted ones by `start`, holding `lock`."""

    def __init__(
        self,
        lock: AbstractContextManager[object],
        processes: Callable[[], list[Process]],
        start: Callable[[Process], None],
    ) -> None:
        self._lock, self._processes, self._start = lock, processes, start
        self._stopping = threading.Event()
        self._waits: dict[str, float] = {}
        self._due: dict[str, float] = {}
        self._thread = threading.Thread(target=self._run, name="supervisor", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.wait(WATCH_S):
            with self._lock:
                for process in self._processes():
                    if process.wanted and not process.alive:
                        self._look_at(process, time.monotonic())

    def _look_at(self, process: Process, now_s: float) -> None:
        """Schedule the restart of a process that has ended, or restart it if that is due."""
        name = process.name
        if name not in self._due:
            if now_s - process.started > LONG_RUN_S:
                self._waits.pop(name, None)
            self._waits[name] = min(self._waits.get(name, SOONEST_S / 2) * 2, LATEST_S)
            self._due[name] = now_s + self._waits[name]
        elif now_s >= self._due[name]:
            del self._due[name]
            self._start(process)
