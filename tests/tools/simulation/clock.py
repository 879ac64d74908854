"""The simulation's time: an agenda of events, and a clock that stands still between them."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from pathlib import Path

from pyramido_site.infrastructure import site_clock

Happening = Callable[[], object]


class Clock:
    """Milliseconds that only the driver moves. Other processes of the simulation read them from a file, if one is
    set.
    """

    def __init__(self, now_ms: int, path: Path | None) -> None:
        self.now, self._path = now_ms, path
        self.set(now_ms)
        site_clock.use(lambda: self.now)

    def set(self, now_ms: int) -> None:
        """Set the time; it never goes backwards."""
        self.now = max(self.now, now_ms)
        if self._path is not None:
            fresh = self._path.with_suffix(".new")
            fresh.write_text(str(self.now))
            fresh.replace(self._path)  # atomic: readers see the old time or the new one

    def pass_ms(self, ms: int) -> None:
        self.set(self.now + ms)


class Agenda:
    """Events by time; those of the same time happen in the order in which they were added."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Happening]] = []
        self._count = itertools.count()

    def at(self, at_ms: int, happening: Happening) -> None:
        heapq.heappush(self._heap, (at_ms, next(self._count), happening))

    def run(self, clock: Clock, until_ms: int) -> None:
        """Run all events before `until_ms`; time jumps from one event to the next."""
        while self._heap and self._heap[0][0] <= until_ms:
            at_ms, _, happening = heapq.heappop(self._heap)
            clock.set(at_ms)
            happening()
        clock.set(until_ms)
