"""A sign of life of each queue: somebody who takes its tasks has written down when."""

from __future__ import annotations

from celery import shared_task
from django.core.cache import cache

from pyramido_site.infrastructure.site_clock import now_ms

KEPT_S = 24 * 3600


@shared_task(name="pyramido_site.tasks.heartbeat")
def heartbeat(queue: str) -> None:
    """Write down that the queue's tasks are taken. A lost cache loses it, and the next one comes soon."""
    cache.set(_key(queue), now_ms(), KEPT_S)


def heartbeats(queues: tuple[str, ...]) -> dict[str, int]:
    """Milliseconds of Unix time of the last one, by queue; a queue nobody has served of late is missing.

    Raises redis.RedisError when the cache is lost.
    """
    found = cache.get_many([_key(queue) for queue in queues])
    return {queue: found[_key(queue)] for queue in queues if _key(queue) in found}


def _key(queue: str) -> str:
    return f"heartbeat:{queue}"
