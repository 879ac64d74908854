"""Whether this process's clock can be trusted with people's deadlines."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from pyramido_site.infrastructure.site_clock import TOLERANCE_MS

HOLD_SECONDS = 120.0
"""So long nobody times out after the clock has jumped."""


class SteadyClock:
    """Compares the wall clock with the monotonic one and with the database's."""

    def __init__(self, wall: Callable[[], int], monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._lock = threading.Lock()
        self._offset = self._now_offset()
        self._held_until = 0.0

    def _now_offset(self) -> int:
        return self._wall() - int(self._monotonic() * 1000)

    def trusted(self, database_ms: int | None) -> bool:
        """Whether wall and monotonic clock have kept step, but for 2 s, for two minutes at least, and the database's
        clock (None: it has none of its own) shows the same, but for 2 s.
        """
        with self._lock:
            offset = self._now_offset()
            if abs(offset - self._offset) > TOLERANCE_MS:
                self._offset = offset
                self._held_until = self._monotonic() + HOLD_SECONDS
            if self._monotonic() < self._held_until:
                return False
        return database_ms is None or abs(self._wall() - database_ms) <= TOLERANCE_MS
