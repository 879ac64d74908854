"""What was asked of the site and what it answered, with times: the material of the checker (checker.py).

Times are nanoseconds of `time.monotonic_ns()`, of the test's own process.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any, Literal

Outcome = Literal["accepted", "refused", "unknown"]


@dataclass(slots=True)
class Request:
    """One action that a seat asked for, with all the tries that its client made with one idempotency key.

    `seq` and `events` are the answer of an accepted one; `seq` of a refused one is what the refusal said (or None),
    `code` its code. `unknown`: the client gave up without an answer, so it may have been done or not.
    """

    game: str
    seat: int
    key: str | None
    expected_seq: int
    action: Any
    began: int
    ended: int | None = None
    outcome: Outcome = "unknown"
    status: int = 0
    code: str = ""
    seq: int | None = None
    events: list[dict[str, Any]] | None = None
    """None also where the answer has none: over a socket."""
    raw: bytes = b""
    """The answer as it came over HTTP."""
    failures: list[str] = field(default_factory=list)
    """What its tries met before the answer: like `503 busy` or `ConnectError`."""


@dataclass(slots=True)
class Read:
    """Somebody asked how far a game has come, and was told `seq`."""

    game: str
    seat: int | None
    began: int
    ended: int
    seq: int


@dataclass(slots=True)
class Seen:
    """What one watcher of a game was shown, by socket or stream: its events in the order of their arrival, each once,
    and `cursor`, the seq up to which it knows everything (some of it, perhaps, from a whole view). `began_at` is the
    cursor with which it began.
    """

    game: str
    seat: int | None
    began_at: int = -1
    cursor: int = -1
    events: list[dict[str, Any]] = field(default_factory=list)
    views: list[int] = field(default_factory=list)
    """The seqs of whole views that it got after the first one."""
    doubles: int = 0
    """Events that came again and were ignored by their seq."""
    gaps: int = 0
    """Frames that did not continue what was known; each made it ask."""


class History:
    """Everything that happened in one world. May be written from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.requests: list[Request] = []
        self.reads: list[Read] = []
        self.seen: list[Seen] = []

    def add(self, entry: Request | Read | Seen) -> None:
        with self._lock:
            if isinstance(entry, Request):
                self.requests.append(entry)
            elif isinstance(entry, Read):
                self.reads.append(entry)
            else:
                self.seen.append(entry)

    def count(self, outcome: Outcome) -> int:
        return sum(request.outcome == outcome for request in self.requests)

    def slowest(self) -> float:
        """Of the answered requests, with all their tries, in seconds."""
        took = [request.ended - request.began for request in self.requests if request.ended is not None]
        return max(took, default=0) / 1e9

    def failures(self) -> dict[str, int]:
        """How often which failure was met by tries of requests."""
        counted: dict[str, int] = {}
        for request in self.requests:
            for failure in request.failures:
                counted[failure] = counted.get(failure, 0) + 1
        return counted
