"""Processes in which AIs think (`python -m engine think`) and fair play looks for flags (`python -m games.fair_play`).

They are kept between turns. A thought can be stopped at any time, uses no CPU time of the calling process, and works
the same in both shapes of the site. A process that is stopped is killed, and replaced when the next one is needed.
"""

from __future__ import annotations

import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from django.conf import settings

logger = logging.getLogger(__name__)

POLL_S = 0.25
"""Seconds between checks whether the result is still wanted."""

SEED_BYTES = 16


class NoAnswer(Exception):
    """The process returned no result."""


class TooSlow(NoAnswer):
    """The time was up; the process was killed."""


class NotWanted(NoAnswer):
    """The result was no longer wanted; the process was killed."""


class Failed(NoAnswer):
    """The player failed, or its process died."""


class _Thinker:
    """A process with one request at a time."""

    def __init__(self, program: Sequence[str]) -> None:
        self.process = subprocess.Popen(  # noqa: S603 (a program of this repository)
            [sys.executable, "-m", *program],
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, name="thinker", daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(b"")  # the process has ended

    def ask(self, request: bytes, deadline_s: float, wanted: Callable[[], bool]) -> Any:
        """Return the result. Raise NoAnswer; the process cannot be used again then."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(request + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Failed(f"the thinking process is gone: {error}") from error
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, min(POLL_S, deadline_s - time.monotonic())))
            except queue.Empty:
                if time.monotonic() >= deadline_s:
                    raise TooSlow from None
                if not wanted():
                    raise NotWanted from None
                continue
            if not line:
                raise Failed(f"the thinking process ended with status {self.process.wait()}")
            answer = msgspec.json.decode(line)
            if "error" in answer:
                raise Failed(answer["error"])
            return answer

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


class ThinkingPool:
    """Processes of one program, a module with its arguments. They are started on demand, and there are as many as were
    ever needed at once.
    """

    def __init__(self, *program: str) -> None:
        self._program = program
        self._idle: list[_Thinker] = []
        self._lock = threading.Lock()
        self._stopped = False

    def stop(self) -> None:
        """Refuse all requests, since this process is about to end. The sweep finds the lost work again."""
        self._stopped = True

    def think(self, player: str, view: dict[str, Any], timeout_s: float, wanted: Callable[[], bool]) -> Any:
        """Return the action (JSON) that the player (`engine.ai.players`) chooses for the seat of the view.

        `wanted` is called from time to time; if it returns False, thinking stops. Raise NoAnswer.
        """
        request = {"player": player, "view": view, "seed": os.urandom(SEED_BYTES).hex()}
        return self.ask(request, timeout_s, wanted)["action"]

    def ask(self, asked: Any, timeout_s: float, wanted: Callable[[], bool]) -> Any:
        """Return the program's result for a request, both JSON. Raise NoAnswer."""
        if self._stopped:
            raise NotWanted
        request = msgspec.json.encode(asked)
        deadline_s = time.monotonic() + timeout_s
        with self._lock:
            thinker = self._idle.pop() if self._idle else None
        if thinker is not None and thinker.process.poll() is not None:
            thinker.end()  # it died while idle
            thinker = None
        thinker = thinker or _Thinker(self._program)
        try:
            answer = thinker.ask(request, deadline_s, lambda: not self._stopped and wanted())
        except BaseException:
            thinker.end()
            raise
        with self._lock:
            self._idle.append(thinker)
        return answer


move_pool = ThinkingPool("engine", "think")
analysis_pool = ThinkingPool("games.fair_play")
