"""The time, read in one place. A simulation puts its own clock here."""

from __future__ import annotations

import time
from collections.abc import Callable


def system_ms() -> int:
    """Unix time in milliseconds, of this machine."""
    return time.time_ns() // 1_000_000


_source: Callable[[], int] = system_ms


def now_ms() -> int:
    """Unix time in milliseconds."""
    return _source()


def use(source: Callable[[], int]) -> None:
    """Read the time from `source` from now on, in this process (`system_ms` goes back)."""
    global _source  # noqa: PLW0603 (one clock for the process)
    _source = source
