"""What was made of a frozen part (of a state: its JSON), kept for the next one who asks about the same part.

States share what an action leaves alone, and most of a view is the same for all seats. What is kept is shared by all
views that show it, so nobody may change a view in place; and whoever compares two views finds most of them identical.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")


@lru_cache(4096)
def listed(row: tuple[int | str | None, ...]) -> list[Any]:
    """A row of numbers or names as JSON, shared in the same way."""
    return list(row)


class IdentityMemo:
    """Memo of what was made from the last `size` frozen parts, keyed by identity. Shared between threads."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._made: dict[tuple[Hashable, ...], tuple[object, Any]] = {}

    def of(self, part: object, *more: Hashable, make: Callable[[], T]) -> T:
        """Return `make()` for a frozen part, made once; `more` is what it reads beside the part."""
        key = (id(part), *more)
        known = self._made.get(key)
        if known is not None and known[0] is part:  # a number may come back, but not while its part is kept
            found: T = known[1]
            return found
        made = make()
        if len(self._made) >= self.size:
            with suppress(KeyError, RuntimeError, StopIteration):  # another thread was faster
                del self._made[next(iter(self._made))]
        self._made[key] = (part, made)
        return made
