"""The ASGI server of sockets and streams: uvicorn, which ends its streams before it stops.

`python -m pyramido_site.asgi_server --host 0.0.0.0 --port 8000` serves until SIGTERM. The embedded server uses it too.

Written against the internals of uvicorn 0.54.0 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import argparse
import gc
import os
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

SOCKET_FRAME_LIMIT = 2 * 1024 * 1024
"""Longest frame (bytes) before the socket is closed. Frames over the API's own, lower limit get an error frame."""

YOUNG_OBJECTS = 20_000
"""New objects between two runs of Python's garbage collector. The default of 700 runs it several times per move, which
took 7 % of a busy process's time; this takes half a percent.
"""

GRACE_S = 5
"""Time (s) that open requests and sockets have to end."""


class Server(uvicorn.Server):
    """Calls `ready` once it accepts connections."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tune garbage collection: objects that exist now are never collected."""
        await super().startup(sockets)
        gc.freeze()  # objects loaded so far are permanent
        gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all streams, which would never end by themselves, then shut down."""
        from accounts.connections.watch import STOPPING, watch  # only importable once the application has set up Django

        watch.end_all(STOPPING)
        await super().shutdown(sockets)


def configuration(**more: Any) -> uvicorn.Config:
    """Return uvicorn's configuration for the site; `more` is passed to uvicorn.

    The site itself handles proxies' headers.
    """
    return uvicorn.Config(
        "pyramido_site.asgi:application",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_max_size=SOCKET_FRAME_LIMIT,
        ws_per_message_deflate=False,  # frames are small and sent to many, and each copy would be compressed separately
        **more,
    )


def main() -> None:
    """Serve until SIGTERM."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramido_site.settings")
    parser = argparse.ArgumentParser(prog="python -m pyramido_site.asgi_server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    asked = parser.parse_args()
    Server(configuration(host=asked.host, port=asked.port, timeout_graceful_shutdown=GRACE_S)).run()


if __name__ == "__main__":
    main()
