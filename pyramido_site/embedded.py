"""The embedded shape: the whole site in one process, with Celery's workers and beat as threads.

Written against the internals of celery 5.7.0 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable
from typing import Any

from celery import Celery
from celery.beat import Service
from celery.worker import WorkController, state

from games.computer.services.thinking import analysis_pool, move_pool
from pyramido_site.asgi_server import Server, configuration
from pyramido_site.celery import MonotonicBeat, app, new_app

WORKER_THREADS = {"turns": 2, "ai": 2, "ratings": 1, "mail": 3, "bots": 4, "files": 1, "signals": 1}
"""Threads by queue.

A thread of `ai` waits for a thinking process, one of `bots` for a bot's server; `mail` has one for each channel.
"""

WAKE_S = 0.25
"""Interval (s) at which the beat checks whether to stop."""
STOP_S = 2.0
GRACE_S = 1
"""Time (s) that open requests and sockets have to end."""


def _worker(queue: str, queue_app: Celery) -> Any:
    return WorkController(
        app=queue_app,
        hostname=f"{queue}@localhost",
        queues=[queue],
        pool_cls="threads",
        concurrency=WORKER_THREADS[queue],
        loglevel=logging.WARNING,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )


class Background:
    """A worker for each queue, and the beat, on the in-memory broker of this process.

    A worker stores the queues it consumes in its application, so all but the first have one of their own.
    """

    def __init__(self) -> None:
        app.finalize()
        app.set_current()
        self.workers = [
            _worker(queue, new_app(current=False) if number else app) for number, queue in enumerate(WORKER_THREADS)
        ]
        self.beat = Service(app, max_interval=WAKE_S, scheduler_cls=MonotonicBeat)  # type: ignore[arg-type]
        self.beat_thread = threading.Thread(target=self.beat.start, name="beat", daemon=True)

    def start(self) -> None:
        """Start the threads."""
        for worker in self.workers:
            threading.Thread(target=worker.start, name=worker.hostname, daemon=True).start()
        self.beat_thread.start()

    def stop(self) -> None:
        """Wait for running tasks. Tasks lost with the process are found by the next one's sweep.

        Celery's own loop sleeps for up to four seconds before it notices the stop; it may safely die with the process.
        """
        state.should_stop = 0  # type: ignore[assignment]
        self.beat.stop(wait=False)
        self.beat_thread.join(STOP_S)
        move_pool.stop()
        analysis_pool.stop()
        for worker in self.workers:
            if worker.pool is not None:  # None if stopped before the worker had started
                worker.pool.stop()


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raise OSError if the address is not available."""
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
    config = configuration(timeout_graceful_shutdown=GRACE_S)
    background = Background()
    background.start()
    try:
        Server(config, ready).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # uvicorn has stopped cleanly and passes the signal on
    finally:
        background.stop()
