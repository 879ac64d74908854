"""The Celery application: configured by the `CELERY_*` settings, with tasks from each app's `tasks.py`.

It uses the site's clock (pyramido_site/infrastructure/site_clock.py) for due times and expiry.

Written against the internals of celery 5.7.0 and kombu 5.7.0 (tests/site/infrastructure/test_overrides.py).
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
EARLY_S = 0.01
"""How long (s) before a task is due Celery's beat wakes up."""
JUMP = timedelta(milliseconds=site_clock.TOLERANCE_MS)


class NoExpiryRequest(Request):
    """A request in a worker's main process, which has no database to read
    the time from: it never drops an expired task.
    """

    def maybe_expire(self) -> None:
        """Do nothing."""


class ExpiringTask(Task):
    """A task that skips its work once it has expired."""

    Request = "pyramido_site.celery:NoExpiryRequest"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        expires = self.request.expires
        if expires and datetime.fromisoformat(str(expires)) < _now():
            return None
        return self.run(*args, **kwargs)


class ReconnectingConsumer(Consumer):
    """A consumer that retries a lost broker every two seconds, where Celery would back off.

    It also checks every second for dead children, whose tasks are to be redone: Celery checks when a child's pipe
    closes, which is a moment before its death, and then only after up to five seconds.
    """

    def register_with_event_loop(self, hub: Any) -> None:
        """Check the pool of children every second."""
        super().register_with_event_loop(hub)
        hub.call_repeatedly(LOOK_S, self.pool.maintain_pool)

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
        """Return a handler that treats a failed acknowledgement as a lost broker.

        Celery would log it and go on with one task slot less each time; with no slot left it would never contact the
        broker again.
        """
        handle = super().create_task_handler(*args, **kwargs)

        def handle_one(message: Any) -> Any:
            message.ack_log_error = lambda _logger, _errors, *options: message.ack(*options)
            message.reject_log_error = lambda _logger, _errors, *options: message.reject(*options)
            return handle(message)

        return handle_one

    def ensure_connected(self, conn: Any) -> Any:
        """Connect to the broker, retrying every AGAIN_S seconds."""
        often = {"interval_start": AGAIN_S, "interval_step": 0, "interval_max": AGAIN_S}
        conn.ensure_connection = functools.partial(conn.ensure_connection, **often)
        return super().ensure_connected(conn)


class Pooled(DjangoWorkerFixup):
    """A fixup that returns database connections to their pool between tasks.

    Celery closes the pools of forked processes instead: each task would connect anew, and PostgreSQL would plan its
    first queries with cold catalogue caches.
    """

    _is_set_up = False

    def validate_models(self) -> None:
        """Set up Django, once a process: the embedded shape has a worker for each queue.

        What Celery would have checked, `manage.py` has checked before; here it would load every page of the site.
        """
        if not Pooled._is_set_up:
            Pooled._is_set_up = True
            self.django_setup()

    def close_database(self, **_: Any) -> None:
        """Return the connections to their pools."""
        for one in connections.all(initialized_only=True):
            one.close()


class Fixup(DjangoFixup):
    """Celery's fixup for Django, with pooled connections in workers."""

    @functools.cached_property
    def worker_fixup(self) -> Pooled:
        """The fixup of workers."""
        return Pooled(self.app)


def fixup(application: App) -> Fixup:
    """Install and return the fixup."""
    found = Fixup(application)
    found.install()
    return found


class App(Celery):
    """A Celery application on the site's clock."""

    def now(self) -> datetime:
        """Return the site's time."""
        return _now()


def _now() -> datetime:
    return utc_datetime(site_clock.clock.now_ms())


def new_app(*, current: bool) -> Celery:
    """Return an application with all tasks. With `current`, it is the one to which the process sends tasks."""
    own = {"pyramido_site.celery:fixup"}
    task_class = "pyramido_site.celery:ExpiringTask"
    made = App("pyramido", set_as_current=current, task_cls=task_class, fixups=own)  # type: ignore[arg-type]
    made.config_from_object("django.conf:settings", namespace="CELERY")
    made.autodiscover_tasks()
    return made


app = new_app(current=True)


@signals.worker_init.connect
@signals.beat_init.connect
def _keep_to_owner(**_: Any) -> None:
    """Let only the owner read what workers and the beat write (mail, files, the beat's schedule)."""
    private_files.keep_to_owner()


@signals.task_prerun.connect
def _keep_time(**_: Any) -> None:
    site_clock.refresh_if_due()


class MonotonicBeat(Scheduler):
    """A beat in memory that tolerates clock changes: after a jump back, no task waits until the old time is reached."""

    _last: datetime | None = None

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        """Run the due tasks; return the time (s) to sleep.

        After a jump back of the clock, count last runs from now. Celery wakes up a little early, and would then look
        again and again without sleeping until the task is due.
        """
        self._keep_time()
        now = self.app.now()
        if self._last is None or now < self._last - JUMP:
            for entry in self.schedule.values():
                entry.last_run_at = min(entry.last_run_at or now, now)
            self._heap = None
        self._last = now
        wait_s = super().tick(*args, **kwargs)
        return EARLY_S if wait_s < 0 else wait_s

    def _keep_time(self) -> None:
        """Do nothing: without a shared database the beat has no time to read from it."""


class Beat(MonotonicBeat, PersistentScheduler):
    """The beat of the full shape, which stores its last runs."""

    def _keep_time(self) -> None:
        if site_clock.clock.due():
            site_clock.refresh_if_due()
            connection.close()
