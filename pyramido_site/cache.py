"""A cache that may be lost: it holds the counts of limits and nothing else, and a lost limit lets people in."""

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
    """Redis; while it cannot be reached, an empty cache that forgets what it is told."""

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        return _or(True, lambda: bool(super(FailOpenCache, self).add(key, value, *args, **kwargs)))

    def get(self, key: Any, default: Any = None, *args: Any, **kwargs: Any) -> Any:
        return _or(default, lambda: super(FailOpenCache, self).get(key, default, *args, **kwargs))

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        _or(None, lambda: super(FailOpenCache, self).set(key, value, *args, **kwargs))

    def delete(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        return _or(False, lambda: bool(super(FailOpenCache, self).delete(key, *args, **kwargs)))
