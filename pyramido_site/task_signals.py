"""Celery's signals become metrics and the origin of log lines; a task carries the id of its request."""

from __future__ import annotations

import functools
import inspect
import time
from contextvars import Token
from typing import Any

from celery import signals
from celery.worker import consumer

from pyramido_site import tasks
from pyramido_site.infrastructure import log_context
from pyramido_site.infrastructure.log_context import Origin
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.metrics import HANDED_MS, TASK_FAILURES, TASK_SECONDS, TASK_WAIT_SECONDS

REQUEST_ID = "request_id"

_running: dict[str, tuple[float, Token[Origin | None]]] = {}
"""By task id: when it began (`perf_counter`), and the token that ends its origin."""


@signals.setup_logging.connect
def _leave_logging(**_: Any) -> None:
    """Keep Celery from configuring logging: the settings have done so, and Celery leaves it to any receiver."""


@signals.before_task_publish.connect
def _hand_over(headers: dict[str, Any], **_: Any) -> None:
    origin = log_context.current()
    headers[REQUEST_ID] = log_context.request_id() if origin is None else origin.request_id
    headers[HANDED_MS] = now_ms()


@signals.task_prerun.connect
def _begin(task_id: str, task: Any, args: Any, **_: Any) -> None:
    of = task.request
    names = _parameters(task)
    game = str(args[0]) if names[:1] == ("public_id",) and args else ""
    origin = Origin(log_context.request_id(of.get(REQUEST_ID)), game=game, task=task.name, task_id=task_id)
    _running[task_id] = (time.perf_counter(), log_context.begin(origin))
    handed_ms = of.get(HANDED_MS)
    if isinstance(handed_ms, int):
        queue = (of.delivery_info or {}).get("routing_key", "")
        TASK_WAIT_SECONDS.labels(queue).observe(max(0, now_ms() - handed_ms) / 1000)


@signals.task_postrun.connect
def _end(task_id: str, task: Any, **_: Any) -> None:
    began, token = _running.pop(task_id, (None, None))
    if began is not None and token is not None:
        TASK_SECONDS.labels(task.name).observe(time.perf_counter() - began)
        log_context.end(token)


@signals.task_failure.connect
def _fail(sender: Any, **_: Any) -> None:
    TASK_FAILURES.labels(sender.name).inc()


@signals.worker_ready.connect
def _alive(sender: consumer.Consumer, **_: Any) -> None:
    """Record the first heartbeat of the worker's queues without waiting for the beat."""
    for queue in sender.app.amqp.queues.consume_from:
        tasks.heartbeat(queue)


@functools.cache
def _parameters(task: Any) -> tuple[str, ...]:
    return tuple(inspect.signature(task.run).parameters)
