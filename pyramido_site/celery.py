"""The Celery application: configured by the `CELERY_*` settings, tasks found in each app's `tasks.py`.

All of it goes by the site's clock (pyramido_site/infrastructure/site_clock.py): when something is due, and until when
it is worth doing.

Written against the insides of celery 5.7.0 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from celery import Celery, Task, signals
from celery.beat import PersistentScheduler, Scheduler
from celery.fixups.django import DjangoFixup, DjangoWorkerFixup  # type: ignore[attr-defined]
from celery.worker.consumer import Consumer
from celery.worker.request import Request
from django.db import connection, connections

from pyramido_site import private_files
from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.utc import utc_datetime

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramido_site.settings")

AGAIN_S = 2
LOOK_S = 1
JUMP = timedelta(milliseconds=site_clock.TOLERANCE_MS)


class NoExpiryRequest(Request):
    """A worker's first process, which hands tasks on, has no database to ask for the time: it drops nothing."""

    def maybe_expire(self) -> None:
        pass


class ExpiringTask(Task):
    """A task that is not worth doing any more is not done."""

    Request = "pyramido_site.celery:NoExpiryRequest"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        expires = self.request.expires
        if expires and datetime.fromisoformat(str(expires)) < _now():
            return None
        return self.run(*args, **kwargs)


class ReconnectingConsumer(Consumer):
    """Notices whenever its broker is lost, and asks every other second whether it is back; Celery would ask more and
    more seldom. And it looks every second whether a child has died, whose task is to be done again: the end of a
    child's pipe comes a moment before its death, and Celery looks once then, and again after up to five seconds.
    """

    def register_with_event_loop(self, hub: Any) -> None:
        super().register_with_event_loop(hub)
        hub.call_repeatedly(LOOK_S, self.pool.maintain_pool)

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
        """Who cannot acknowledge has lost the broker. Celery would write that down and go on, with one task less that
        it may take: with none at all, after as many as it does at once, and it would never look at the broker again.
        """
        handle = super().create_task_handler(*args, **kwargs)

        def handle_one(message: Any) -> Any:
            message.ack_log_error = lambda _logger, _errors, *options: message.ack(*options)
            message.reject_log_error = lambda _logger, _errors, *options: message.reject(*options)
            return handle(message)

        return handle_one

    def ensure_connected(self, conn: Any) -> Any:
        often = {"interval_start": AGAIN_S, "interval_step": 0, "interval_max": AGAIN_S}
        conn.ensure_connection = functools.partial(conn.ensure_connection, **often)
        return super().ensure_connected(conn)


class Pooled(DjangoWorkerFixup):
    """Between tasks a connection to the database goes back to its pool. Celery ends the pools of processes that it has
    forked instead: each task would connect anew, and PostgreSQL plan its first queries without having read a catalogue.
    """

    def close_database(self, **_: Any) -> None:
        for one in connections.all(initialized_only=True):
            one.close()


class Fixup(DjangoFixup):
    @functools.cached_property
    def worker_fixup(self) -> Pooled:
        return Pooled(self.app)


def fixup(application: App) -> Fixup:
    found = Fixup(application)
    found.install()
    return found


class App(Celery):
    def now(self) -> datetime:
        return _now()


def _now() -> datetime:
    return utc_datetime(site_clock.clock.now_ms())


def new_app(*, current: bool) -> Celery:
    """An application with all tasks; with `current`, the one that tasks are handed to from anywhere in the process."""
    own = {"pyramido_site.celery:fixup"}
    made = App("pyramido", set_as_current=current, task_cls="pyramido_site.celery:ExpiringTask", fixups=own)  # type: ignore[arg-type]
    made.config_from_object("django.conf:settings", namespace="CELERY")
    made.autodiscover_tasks()
    return made


app = new_app(current=True)


@signals.worker_init.connect
@signals.beat_init.connect
def _keep_to_owner(**_: Any) -> None:
    """What workers and the beat write (mail, files, what was done when) is for nobody else to read."""
    private_files.keep_to_owner()


@signals.task_prerun.connect
def _keep_time(**_: Any) -> None:
    site_clock.keep()


class MonotonicBeat(Scheduler):
    """A beat in memory. When the time has been set, nothing waits until it is what it was before."""

    _last: datetime | None = None

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        self._keep_time()
        now = self.app.now()
        if self._last is None or now < self._last - JUMP:
            for entry in self.schedule.values():
                entry.last_run_at = min(entry.last_run_at or now, now)
            self._heap = None
        self._last = now
        return super().tick(*args, **kwargs)

    def _keep_time(self) -> None:
        """Where a database is shared, the beat has nothing else to ask it."""


class Beat(MonotonicBeat, PersistentScheduler):
    """The beat of the full shape, which remembers what it did when."""

    def _keep_time(self) -> None:
        if site_clock.clock.due():
            site_clock.keep()
            connection.close()
