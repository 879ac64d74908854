"""AIs think in processes of their own (`python -m engine think`), which are kept between turns, and so do the signals
(`python -m games.fair_play`).

So a thought can be ended at any moment, burns no time of the process that asked, and is the same in both shapes. A
process whose thought was given up is killed and replaced when the next one is asked for.
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
"""How often it is looked whether the answer is still wanted."""

SEED_BYTES = 16


class NoAnswer(Exception):
    """The thought came to nothing."""


class TooSlow(NoAnswer):
    """The time was over; the process was killed."""


class NotWanted(NoAnswer):
    """Nobody waits for the answer any more; the process was killed."""


class Failed(NoAnswer):
    """The player failed, or its process died."""


class _Thinker:
    """One process, for one thought at a time."""

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
        self._lines.put(b"")  # it has died

    def ask(self, request: bytes, deadline: float, wanted: Callable[[], bool]) -> Any:
        """The answer. Raises NoAnswer; then the process is not to be asked again."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(request + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Failed(f"the thinking process is gone: {error}") from error
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, min(POLL_S, deadline - time.monotonic())))
            except queue.Empty:
                if time.monotonic() >= deadline:
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
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


class ThinkingPool:
    """The processes of this one: as many as have ever been asked at once, started when they are needed. `program` is a
    module that thinks, with its arguments.
    """

    def __init__(self, *program: str) -> None:
        self._program = program
        self._idle: list[_Thinker] = []
        self._lock = threading.Lock()
        self._stopped = False

    def stop(self) -> None:
        """No thought goes on: the process is about to end. What it was to decide is found again by the sweep."""
        self._stopped = True

    def think(self, player: str, view: dict[str, Any], seconds: float, wanted: Callable[[], bool]) -> Any:
        """The action (JSON) that the player (`engine.ai.players`) chooses for the seat of the view.

        `wanted` is asked while it thinks. Raises NoAnswer.
        """
        request = {"player": player, "view": view, "seed": os.urandom(SEED_BYTES).hex()}
        return self.ask(request, seconds, wanted)["action"]

    def ask(self, asked: Any, seconds: float, wanted: Callable[[], bool]) -> Any:
        """The program's answer to a request, both JSON. Raises NoAnswer."""
        if self._stopped:
            raise NotWanted
        request = msgspec.json.encode(asked)
        deadline = time.monotonic() + seconds
        with self._lock:
            thinker = self._idle.pop() if self._idle else None
        if thinker is not None and thinker.process.poll() is not None:
            thinker.end()  # it died in idleness
            thinker = None
        thinker = thinker or _Thinker(self._program)
        try:
            answer = thinker.ask(request, deadline, lambda: not self._stopped and wanted())
        except BaseException:
            thinker.end()
            raise
        with self._lock:
            self._idle.append(thinker)
        return answer


move_pool = ThinkingPool("engine", "think")
analysis_pool = ThinkingPool("games.fair_play")
