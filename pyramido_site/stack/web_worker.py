"""The worker of `web`: gunicorn's, which leaves the proxy before it stops.

Written against the insides of gunicorn 27.0.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import select
import socket

from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]


class Worker(ThreadWorker):
    """When it is told to stop, it closes its port at once, so that the proxy is refused and asks another replica.

    gunicorn's own keeps the port until its last answer: until then requests would queue there, and be lost with it.
    Connections that are open stay so for two seconds more; the proxy closes those that it does not use before.
    """

    sockets: list[socket.socket]

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                while select.select([listener], [], [], 0)[0]:
                    self.accept(listener)
                listener.close()
            self.sockets = []
