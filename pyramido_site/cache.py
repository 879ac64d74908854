"""A cache that fails open. It holds only the counters of rate limits, so that losing it admits requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from pyramido_site.infrastructure.breaker import Breaker

breaker = Breaker("the cache")

T = TypeVar("T")


def _or(without: T, call: Callable[[], T]) -> T:
    if not breaker.closed():
        return without
    try:
        answer = call()
    except RedisError as error:
        breaker.failed(error)
        return without
    breaker.succeeded()
    return answer


class FailOpenCache(RedisCache):
    """Redis; while it is unreachable, an empty cache that ignores writes."""

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Add a value; True if Redis is unreachable."""
        return _or(True, lambda: bool(super(FailOpenCache, self).add(key, value, *args, **kwargs)))

    def get(self, key: Any, default: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Return the value; the default if Redis is unreachable."""
        return _or(default, lambda: super(FailOpenCache, self).get(key, default, *args, **kwargs))

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        """Store the value, if Redis is reachable."""
        _or(None, lambda: super(FailOpenCache, self).set(key, value, *args, **kwargs))

    def delete(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """Delete the value; False if Redis is unreachable."""
        return _or(False, lambda: bool(super(FailOpenCache, self).delete(key, *args, **kwargs)))
