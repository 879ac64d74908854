"""The site's clock, by which everything runs that is played, rated or decided: this machine's, while it is credible.

Only these read the machine's clock directly: sessions, which Django compares with `timezone.now()`, rate limits, the
ages of files, and times that are only shown or sorted by (`date_joined`, `opened_at`).

A machine's clock may jump, when it is set or a virtual machine is moved, or be wrong for good; no player must lose a
game by that. So three clocks are compared: the machine's, the monotonic clock since the machine's was last right, and
the database's, which all processes of the site share. The machine's is used while it agrees with one of the others
within two seconds; otherwise the database's is, continued between two queries by the monotonic clock. With SQLite there
is nothing to compare with, and the machine's clock is used.

Deadlines are enforced only while the clock is `trusted()`.

`PYRAMIDO_CLOCK` names a file with the time (Unix ms), shared by the processes of a simulation (tests/tools/simulation);
`use` does the same within a process. A production site refuses to start with it (pyramido_site/asgi.py). Neither
affects `clock` itself, which Celery uses and which decides what is trusted.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from django.db import Error, connection

from engine.newtypes import UnixMs

logger = logging.getLogger(__name__)

TOLERANCE_MS = 2000

EVERY_MS = 30_000
"""Interval (ms) between queries of the database's clock; AGAIN_MS while the machine's clock is out of step."""
AGAIN_MS = 1000

HOLD_MS = 120_000
"""Time (ms) after a jump of this machine's clock in which no deadline is enforced."""


def machine_ms() -> int:
    """Return the machine's Unix time (ms)."""
    return time.time_ns() // 1_000_000


def monotonic_ms() -> int:
    """Return the monotonic clock (ms)."""
    return time.monotonic_ns() // 1_000_000


class SiteClock:
    """The clock of a process, shared by its threads."""

    def __init__(self, machine: Callable[[], int] = machine_ms, monotonic: Callable[[], int] = monotonic_ms) -> None:
        self._machine, self._monotonic = machine, monotonic
        self._offset = machine() - monotonic()
        """Difference between the right time and the monotonic clock (ms)."""
        self._looked_ms: int | None = None
        self._believed = True
        self._lock = threading.Lock()
        self._ahead: int | None = None
        """For `trusted`: the lead of the machine's clock over the monotonic
        one (ms), at the first call or after a jump.
        """
        self._held_until = 0

    def now_ms(self) -> UnixMs:
        """Return the Unix time (ms)."""
        machine, steady = self._machine(), self._monotonic() + self._offset
        return UnixMs(machine if abs(machine - steady) <= TOLERANCE_MS else steady)

    def due(self) -> bool:
        """Whether the database's clock should be read again."""
        if self._looked_ms is None:
            return True
        now = self._monotonic()
        in_step = abs(self._machine() - now - self._offset) <= TOLERANCE_MS
        return now - self._looked_ms >= (EVERY_MS if in_step else AGAIN_MS)

    def told(self, database_ms: int | None) -> None:
        """Take in the database's clock as of now (Unix ms; None: there is none)."""
        machine, monotonic = self._machine(), self._monotonic()
        known = self._looked_ms is not None
        steady = monotonic + self._offset
        believed = (
            database_ms is None
            or abs(machine - database_ms) <= TOLERANCE_MS
            or (known and abs(machine - steady) <= TOLERANCE_MS)  # the database's clock has jumped
        )
        now = machine if believed or database_ms is None else database_ms
        self._offset, self._looked_ms = now - monotonic, monotonic
        if believed != self._believed:
            self._believed = believed
            logger.warning(
                "this machine's clock can be believed again" if believed else
                "this machine's clock is %s s off the database's and is not believed",
                *([] if believed else [(machine - now) // 1000]),
            )  # fmt: skip

    def trusted(self, database_ms: int | None) -> bool:
        """Return whether deadlines may be enforced.

        That is so if the machine's clock has kept step with the monotonic one, since the first call or for at least two
        minutes, and the database's clock (None: there is none) shows the same time, each within two seconds.
        """
        machine, monotonic = self._machine(), self._monotonic()
        with self._lock:
            ahead = machine - monotonic
            if self._ahead is None:
                self._ahead = ahead
            elif abs(ahead - self._ahead) > TOLERANCE_MS:
                self._ahead = ahead
                self._held_until = monotonic + HOLD_MS
            held = self._held_until > monotonic
        return not held and (database_ms is None or abs(machine - database_ms) <= TOLERANCE_MS)


clock = SiteClock()


def file_ms(path: Path) -> Callable[[], int]:
    """Return a clock that reads the time (ms) from a file, which the processes of a simulation share."""
    return lambda: int(path.read_bytes())


_simulated = os.environ.get("PYRAMIDO_CLOCK")
_source: Callable[[], int] = file_ms(Path(_simulated)) if _simulated else clock.now_ms


def now_ms() -> UnixMs:
    """Return the Unix time (ms)."""
    return UnixMs(_source())


def use(source: Callable[[], int]) -> None:
    """Read the time from `source` from now on, in this process (`use(machine_ms)` goes back)."""
    global _source  # noqa: PLW0603 (one clock for the process)
    _source = source


def trusted() -> bool:
    """Return whether deadlines may be enforced, by a query of the database's clock."""
    return clock.trusted(database_ms())


def refresh_if_due() -> None:
    """Read the database's clock if that is due. Call it where a query is allowed, before the time is used; it takes
    less than a microsecond except for once in half a minute.
    """
    if clock.due():
        try:
            clock.told(database_ms())
        except Error:
            logger.debug("the database could not be asked for the time", exc_info=True)


def database_ms() -> int | None:
    """Return the database's clock (Unix ms), or None for SQLite, which reads this machine's."""
    if connection.vendor != "postgresql":
        return None
    connection.ensure_connection()
    with connection.wrap_database_errors:
        row = connection.connection.execute(  # below the layer that counts and logs queries
            "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        ).fetchone()
    return int(row[0])
