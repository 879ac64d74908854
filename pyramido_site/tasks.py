"""Heartbeats of queues: a task in each queue records when a worker last ran it."""

from __future__ import annotations

from celery import shared_task
from django.core.cache import cache

from pyramido_site.infrastructure.site_clock import now_ms

KEPT_S = 24 * 3600


@shared_task(name="pyramido_site.tasks.heartbeat")
def heartbeat(queue: str) -> None:
    """Record that the queue is served. If the cache is lost, the next heartbeat follows soon."""
    cache.set(_key(queue), now_ms(), KEPT_S)


def heartbeats(queues: tuple[str, ...]) -> dict[str, int]:
    """Return the last heartbeat (Unix ms) by queue; queues not served within a day are missing.

    Raise redis.RedisError if the cache is lost.
    """
    found = cache.get_many([_key(queue) for queue in queues])
    return {queue: found[_key(queue)] for queue in queues if _key(queue) in found}


def _key(queue: str) -> str:
    return f"heartbeat:{queue}"
