"""The time, read in one place."""

from __future__ import annotations

import time


def now_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000
