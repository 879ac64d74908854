"""The ASGI server of sockets and streams: uvicorn, which ends its streams before it stops.

`python -m pyramido_site.asgi_server --host 0.0.0.0 --port 8000` serves until SIGTERM. The embedded server is one, too.

Written against the insides of uvicorn 0.54.0 (tests/site/infrastructure/test_overrides.py).
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
"""Longer frames close the socket; those over the API's own, lower limit get an error frame."""

YOUNG_OBJECTS = 20_000
"""So many new objects before Python looks for garbage among them. With its own 700 it looks several times a move, which
took 7 % of a busy process's time, and takes half a percent.
"""

GRACE_S = 5
"""How long open requests and sockets may take to end."""


class Server(uvicorn.Server):
    """Says when it is ready, if anybody wants to know."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # what is there now stays
        gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Streams have no end of their own, and would be waited for."""
        from accounts.realtime.watch import STOPPING, watch  # once Django is set up, which the application does

        watch.end_all(STOPPING)
        await super().shutdown(sockets)


def configuration(**more: Any) -> uvicorn.Config:
    """For the site's application; `more` is uvicorn's. Addresses behind proxies are the site's business."""
    return uvicorn.Config(
        "pyramido_site.asgi:application",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_max_size=SOCKET_FRAME_LIMIT,
        ws_per_message_deflate=False,  # a frame is small, goes to many, and each would press it for itself
        **more,
    )


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramido_site.settings")
    parser = argparse.ArgumentParser(prog="python -m pyramido_site.asgi_server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    asked = parser.parse_args()
    Server(configuration(host=asked.host, port=asked.port, timeout_graceful_shutdown=GRACE_S)).run()


if __name__ == "__main__":
    main()
