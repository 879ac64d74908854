"""A circuit breaker: after a failure, a server is not contacted for a while, rather than waited for."""

from __future__ import annotations

import logging
import threading
import time

from pyramido_site.infrastructure import connection_metrics as metrics

logger = logging.getLogger(__name__)


class Breaker:
    """Closed: contact the server. Open: go without it, for `rest_s` after the last failure. Thread-safe."""

    def __init__(self, name: str, rest_s: float = 2.0) -> None:
        self.name = name
        self.rest_s = rest_s
        self._lock = threading.Lock()
        self._open_until = 0.0
        self._failing = False

    def closed(self) -> bool:
        """Whether the server may be contacted now."""
        return time.monotonic() >= self._open_until

    def failed(self, error: BaseException) -> None:
        """Open the breaker. The first of several failures is logged."""
        with self._lock:
            self._open_until = time.monotonic() + self.rest_s
            first, self._failing = not self._failing, True
        if first:
            metrics.LOSSES.labels(self.name).inc()
            metrics.LOST.labels(self.name).set(1)
            logger.warning("%s is lost (%s: %s); going on without it", self.name, type(error).__name__, error)

    def succeeded(self) -> None:
        """Close the breaker, and log that the server is back."""
        if self._failing:
            with self._lock:
                self._failing = False
                self._open_until = 0.0
            metrics.LOST.labels(self.name).set(0)
            logger.warning("%s is back", self.name)
