"""A cache for values computed from immutable parts of a state, such as a part's JSON, so that the next view with the
same part reuses them.

States share the parts that an action leaves unchanged, and most of a view is the same for all seats. Cached values are
shared by all views that contain them, so views must never be changed in place; and comparing two views is cheap, as
most of their parts are identical objects.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")


@lru_cache(4096)
def listed(row: tuple[int | str | None, ...]) -> list[Any]:
    """A row of numbers or names as a JSON list, cached and shared."""
    return list(row)


class IdentityMemo:
    """A cache of the values computed from the last `size` frozen parts, keyed by identity. Shared between threads."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._made: dict[tuple[Hashable, ...], tuple[object, Any]] = {}

    def of(self, part: object, *more: Hashable, make: Callable[[], T]) -> T:
        """Return `make()` for a frozen part, from the cache if possible. `more` are the other inputs of `make`."""
        key = (id(part), *more)
        known = self._made.get(key)
        if known is not None and known[0] is part:  # an id can be reused, but not while the memo holds its object
            found: T = known[1]
            return found
        made = make()
        if len(self._made) >= self.size:
            with suppress(KeyError, RuntimeError, StopIteration):  # another thread was faster
                del self._made[next(iter(self._made))]
        self._made[key] = (part, made)
        return made
