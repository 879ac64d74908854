"""Requests to the site and its responses, with times: the input of the checker (checker.py).

Times are nanoseconds of `time.monotonic_ns()` in the test's own process.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any, Literal

Outcome = Literal["accepted", "refused", "unknown"]


@dataclass(slots=True)
class Request:
    """One action of a seat, with all tries that its client made with one idempotency key.

    For an accepted action, `seq` and `events` are the response's; for a refused one, `seq` is the seq in the refusal
    (or None) and `code` its code. `unknown`: the client gave up without a response, so the action may or may not be in
    the log.
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
    """None also if the response has none: over a socket."""
    raw: bytes = b""
    """The body of the HTTP response."""
    failures: list[str] = field(default_factory=list)
    """The failures of its tries before the response, like `503 busy` or `ConnectError`."""


@dataclass(slots=True)
class Read:
    """A read that reported the game's seq."""

    game: str
    seat: int | None
    began: int
    ended: int
    seq: int


@dataclass(slots=True)
class Seen:
    """What one watcher of a game was shown, by socket or stream.

    Its events in order of arrival, each once, and `cursor`, the seq up to which it knows everything (part of it,
    perhaps, from a whole view). `began_at` is the cursor at the start.
    """

    game: str
    seat: int | None
    began_at: int = -1
    cursor: int = -1
    events: list[dict[str, Any]] = field(default_factory=list)
    views: list[int] = field(default_factory=list)
    """The seqs of whole views received after the first one."""
    doubles: int = 0
    """Events received again and ignored by their seq."""
    gaps: int = 0
    """Frames that did not continue the known events; each was followed by a sync request."""


class History:
    """Everything that happened in one world. Several threads may write to it."""

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
        """Return the longest time of an answered request, including all its tries, in seconds."""
        took = [request.ended - request.began for request in self.requests if request.ended is not None]
        return max(took, default=0) / 1e9

    def failures(self) -> dict[str, int]:
        """Return how often each failure occurred."""
        counted: dict[str, int] = {}
        for request in self.requests:
            for failure in request.failures:
                counted[failure] = counted.get(failure, 0) + 1
        return counted
