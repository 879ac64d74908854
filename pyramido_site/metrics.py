"""`/metrics` for Prometheus: counters, and gauges of what waits (docs/observing.md).

Requires METRICS_TOKEN; without one configured the endpoint answers 404.

Written against the internals of kombu 5.7.0 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotFound
from kombu.transport.memory import Channel as MemoryChannel
from kombu.transport.redis import Channel as RedisChannel
from prometheus_client import CollectorRegistry, Counter, Histogram, Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from accounts.models import UNDONE, Outbox
from accounts.notifications.delivery_channels import CHANNELS
from games.deadlines.selectors.outages import last_sweep_ms
from pyramido_site import tasks
from pyramido_site.infrastructure.counting import REGISTRY, counted
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.operator import is_operator

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

BEHIND = f"{RedisChannel.sep}9"
"""What kombu appends to the name of a queue for its tasks of priority 9, which wait behind the others."""

REQUEST_SECONDS = Histogram(
    "pyramido_request_seconds",
    "Time until a response begins, by status class, for the API and for all other requests.",
    ["of", "status"],
    buckets=_SECONDS,
    registry=REGISTRY,
)
TASK_SECONDS = Histogram("pyramido_task_seconds", "Run time of tasks.", ["task"], buckets=_SECONDS, registry=REGISTRY)
TASK_WAIT_SECONDS = Histogram(
    "pyramido_task_wait_seconds",
    "Time that tasks waited between being queued and starting.",
    ["queue"],
    buckets=(*_SECONDS, 60.0, 300.0),
    registry=REGISTRY,
)
TASK_FAILURES = Counter("pyramido_task_failures", "Tasks that ended with an error.", ["task"], registry=REGISTRY)

HANDED_MS = "handed_ms"
"""Task header: when the task was sent (Unix ms)."""

NEVER_S = -1.0
"""Age of something that has never happened."""


def answered(path: str, status: int, seconds: float) -> None:
    """Count a response and its duration."""
    of = "api" if path.startswith("/api/") else "pages"
    REQUEST_SECONDS.labels(of, f"{status // 100}xx").observe(seconds)


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with all metrics; 404 for callers other than the operator."""
    if not is_operator(request):
        return HttpResponseNotFound()
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    registry = CollectorRegistry()
    registry.register(_Everything())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class _Everything:
    """Collects all metrics, leaving out those of a lost server: the others are needed then most of all."""

    def collect(self) -> Iterator[Metric]:
        yield from counted()
        with contextlib.suppress(RedisError):
            yield from _queues()
        with contextlib.suppress(RedisError):
            yield _heartbeats()
        with contextlib.suppress(DatabaseError):
            yield from _stored()


def _queues() -> Iterator[Metric]:
    waiting = GaugeMetricFamily("pyramido_queue_tasks", "Tasks that wait for a worker.", labels=["queue"])
    oldest = GaugeMetricFamily("pyramido_queue_oldest_seconds", "Time that the next task has waited.", labels=["queue"])
    for queue, (length, message) in (_of_redis() if settings.REDIS_URL else _in_memory()).items():
        waiting.add_metric([queue], length)
        oldest.add_metric([queue], _age_s(message))
    yield waiting
    yield oldest


def _of_redis() -> dict[str, tuple[int, Any]]:
    """Return the number of waiting tasks and the message of the next one, by queue. Raise RedisError if it is lost."""
    limit_s = settings.REDIS_TIMEOUT_S
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=limit_s, socket_connect_timeout=limit_s, retry=Retry(NoBackoff(), 0)
    )
    with client, client.pipeline(transaction=False) as pipeline:
        for queue in settings.QUEUES:
            for name in (queue, queue + BEHIND):
                pipeline.llen(name)
                pipeline.lindex(name, -1)  # tasks are pushed on the left and popped from the right
        found = pipeline.execute()
    made = {}
    for at, queue in enumerate(settings.QUEUES):
        length, message, behind, message_behind = found[4 * at : 4 * at + 4]
        first = message or message_behind
        made[queue] = (length + behind, json.loads(first) if first else None)
    return made


def _in_memory() -> dict[str, tuple[int, Any]]:
    """Return the same for the broker in this process."""
    found = {}
    for queue in settings.QUEUES:
        tasks_waiting = MemoryChannel.queues.get(queue)
        messages = [] if tasks_waiting is None else list(tasks_waiting.queue)
        found[queue] = (len(messages), messages[0] if messages else None)
    return found


def _age_s(message: Any) -> float:
    handed_ms = None if message is None else message["headers"].get(HANDED_MS)
    return 0.0 if handed_ms is None else max(0, now_ms() - handed_ms) / 1000


def _heartbeats() -> Metric:
    made = GaugeMetricFamily(
        "pyramido_queue_heartbeat_seconds",
        "Time since a worker last took a task; -1 if not within a day.",
        labels=["queue"],
    )
    beats = tasks.heartbeats(settings.QUEUES)
    for queue in settings.QUEUES:
        made.add_metric([queue], NEVER_S if queue not in beats else max(0, now_ms() - beats[queue]) / 1000)
    return made


def _stored() -> Iterator[Metric]:
    swept_ms = last_sweep_ms()
    age_s = NEVER_S if swept_ms is None else max(0, now_ms() - swept_ms) / 1000
    yield GaugeMetricFamily("pyramido_sweep_seconds", "Time since the last deadline sweep; -1 if never.", age_s)
    unsent = Outbox.objects.filter(state__in=UNDONE).order_by().values_list("channel").annotate(Count("pk"))
    waiting: dict[str, int] = dict(unsent)
    made = GaugeMetricFamily("pyramido_outbox_messages", "Messages to users that wait to be sent.", labels=["channel"])
    for channel in CHANNELS:
        made.add_metric([channel], waiting.get(channel, 0))
    yield made
