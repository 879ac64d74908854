"""The embedded shape: one process that serves everything, with Celery's worker and beat as threads of it."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable
from typing import Any

import uvicorn
from celery.beat import Scheduler, Service
from celery.worker import WorkController, state

from pyramido_site.celery import app

WORKER_THREADS = 2
WAKE_SECONDS = 0.25
"""How soon the beat notices that it is to stop."""
STOP_SECONDS = 2.0
GRACE_SECONDS = 1
"""How long open requests and sockets may take to end."""
SOCKET_FRAME_LIMIT = 1024 * 1024
"""Longer frames close the socket; those over the API's own, lower limit get an error frame."""


class Background:
    """Worker and beat on the in-memory broker of this process."""

    def __init__(self) -> None:
        app.finalize()
        app.set_current()
        self.worker: Any = WorkController(
            app=app,
            hostname="embedded@localhost",
            pool_cls="threads",
            concurrency=WORKER_THREADS,
            loglevel=logging.WARNING,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self.beat = Service(app, max_interval=WAKE_SECONDS, scheduler_cls=Scheduler)  # type: ignore[arg-type]
        self.threads = [
            threading.Thread(target=self.worker.start, name="worker", daemon=True),
            threading.Thread(target=self.beat.start, name="beat", daemon=True),
        ]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """Let the running tasks end. What is lost with the process, the sweep of the next one finds.

        Celery's own loop sleeps for up to four seconds before it notices that it is to stop; nothing is lost when
        the process ends under it.
        """
        state.should_stop = 0  # type: ignore[assignment]
        self.beat.stop(wait=False)
        self.threads[1].join(STOP_SECONDS)
        if self.worker.pool is not None:  # it was quick to stop: the worker had not begun
            self.worker.pool.stop()


class Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def listening_socket(host: str, port: int) -> socket.socket:
    """Raises OSError when the address cannot be had."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(512)
    except OSError:
        made.close()
        raise
    return made


def serve(listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM."""
    config = uvicorn.Config(
        "pyramido_site.asgi:application",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=SOCKET_FRAME_LIMIT,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    background = Background()
    background.start()
    try:
        Server(config, ready).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # uvicorn has stopped cleanly and passes the signal on
    finally:
        background.stop()
