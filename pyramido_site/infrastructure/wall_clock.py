"""The time, read in one place: the site's clock (pyramido_site/infrastructure/site_clock.py). A simulation puts its own
here.

`PYRAMIDO_CLOCK` names a file with the milliseconds: the processes of a simulation (tests/tools/simulation) read it
together. A site that serves people refuses to start with it (pyramido_site/asgi.py).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from pyramido_site.infrastructure.site_clock import clock, machine_ms


def system_ms() -> int:
    """Unix time in milliseconds, of this machine."""
    return machine_ms()


def file_ms(path: Path) -> Callable[[], int]:
    """The milliseconds that a file holds, which is how the processes of a simulation share one clock."""
    return lambda: int(path.read_bytes())


_simulated = os.environ.get("PYRAMIDO_CLOCK")
_source: Callable[[], int] = file_ms(Path(_simulated)) if _simulated else clock.now_ms


def now_ms() -> int:
    """Unix time in milliseconds."""
    return _source()


def use(source: Callable[[], int]) -> None:
    """Read the time from `source` from now on, in this process (`system_ms` goes back)."""
    global _source  # noqa: PLW0603 (one clock for the process)
    _source = source
