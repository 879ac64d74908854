"""A breaker for parts that may be lost: after a failure they are left alone for a while instead of waited for."""

from __future__ import annotations

import logging
import threading
import time

from pyramido_site.infrastructure import connection_metrics as metrics

logger = logging.getLogger(__name__)


class Breaker:
    """Closed: go ahead. Open: do without, for `rest_seconds` after the last failure. Shared between threads."""

    def __init__(self, name: str, rest_seconds: float = 2.0) -> None:
        self.name = name
        self.rest_seconds = rest_seconds
        self._lock = threading.Lock()
        self._open_until = 0.0
        self._failing = False

    def closed(self) -> bool:
        """Whether the part may be tried now."""
        return time.monotonic() >= self._open_until

    def failed(self, error: BaseException) -> None:
        """Open the breaker. The first failure of a row is logged."""
        with self._lock:
            self._open_until = time.monotonic() + self.rest_seconds
            first, self._failing = not self._failing, True
        if first:
            metrics.LOSSES.labels(self.name).inc()
            metrics.LOST.labels(self.name).set(1)
            logger.warning("%s is lost (%s: %s); going on without it", self.name, type(error).__name__, error)

    def succeeded(self) -> None:
        if self._failing:
            with self._lock:
                self._failing = False
                self._open_until = 0.0
            metrics.LOST.labels(self.name).set(0)
            logger.warning("%s is back", self.name)
