"""The time, read in one place. A simulation puts its own clock here.

`PYRAMIDO_CLOCK` names a file with the milliseconds: the processes of a simulation (tests/simulation) read it together.
A site that serves people refuses to start with it (pyramido_site/asgi.py).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path


def system_ms() -> int:
    """Unix time in milliseconds, of this machine."""
    return time.time_ns() // 1_000_000


def file_ms(path: Path) -> Callable[[], int]:
    """The milliseconds that a file holds, which is how the processes of a simulation share one clock."""
    return lambda: int(path.read_bytes())


_simulated = os.environ.get("PYRAMIDO_CLOCK")
_source: Callable[[], int] = file_ms(Path(_simulated)) if _simulated else system_ms


def now_ms() -> int:
    """Unix time in milliseconds."""
    return _source()


def use(source: Callable[[], int]) -> None:
    """Read the time from `source` from now on, in this process (`system_ms` goes back)."""
    global _source  # noqa: PLW0603 (one clock for the process)
    _source = source
