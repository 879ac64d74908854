"""gunicorn's worker for `web`, which leaves the proxy before it stops.

Written against the internals of gunicorn 27.0.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import select
import socket

from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]


class Worker(ThreadWorker):
    """A worker that closes its port as soon as it is told to stop, so that the proxy tries another replica.

    gunicorn's own worker keeps the port until its last answer; requests would queue there and be lost. Open connections
    stay for two seconds more; the proxy closes idle ones earlier.
    """

    sockets: list[socket.socket]

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept connections or not; when stopping, accept those that wait, then close the port."""
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                while select.select([listener], [], [], 0)[0]:
                    self.accept(listener)
                listener.close()
            self.sockets = []
