"""The site's clock, the one place that tells the time: this machine's, as long as it can be believed.

A machine's clock may jump, when somebody sets it or a virtual machine is moved, or be wrong for good. Nobody is to lose
a game by that. So three clocks are compared: the machine's, the one it should show by the monotonic clock since it was
last right, and the database's, which all processes of the site share. The machine's is believed as long as it agrees
with one of the others to within two seconds; else the database's is, and between two looks at it the monotonic clock
carries it on. With SQLite there is nothing to look at, and the machine is believed.

Deadlines are enforced only while the clock is `trusted()`.

`PYRAMIDO_CLOCK` names a file with the milliseconds: the processes of a simulation (tests/tools/simulation) read it
together, and `use` does the same within a process. A site that serves people refuses to start with it
(pyramido_site/asgi.py). Neither touches `clock` itself, by which Celery goes and which says what is trusted.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from django.db import Error, connection

logger = logging.getLogger(__name__)

TOLERANCE_MS = 2000

EVERY_MS = 30_000
"""So often the database is asked; while the machine's clock is out of step, every second."""
AGAIN_MS = 1000

HOLD_MS = 120_000
"""Time (ms) after a jump of this machine's clock in which no deadline is enforced."""


def machine_ms() -> int:
    """Unix time in milliseconds, as this machine has it."""
    return time.time_ns() // 1_000_000


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class SiteClock:
    """One for the process, shared by its threads."""

    def __init__(self, machine: Callable[[], int] = machine_ms, monotonic: Callable[[], int] = monotonic_ms) -> None:
        self._machine, self._monotonic = machine, monotonic
        self._offset = machine() - monotonic()
        """What the monotonic clock lacks to the right time."""
        self._looked_ms: int | None = None
        self._believed = True
        self._lock = threading.Lock()
        self._ahead: int | None = None
        """Of `trusted`: what the machine's clock was ahead of the monotonic one at the first look, or after a jump."""
        self._held_until = 0

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        machine, steady = self._machine(), self._monotonic() + self._offset
        return machine if abs(machine - steady) <= TOLERANCE_MS else steady

    def due(self) -> bool:
        """Whether the database should be asked."""
        if self._looked_ms is None:
            return True
        now = self._monotonic()
        in_step = abs(self._machine() - now - self._offset) <= TOLERANCE_MS
        return now - self._looked_ms >= (EVERY_MS if in_step else AGAIN_MS)

    def told(self, database_ms: int | None) -> None:
        """The database's clock shows this now (None: there is none)."""
        machine, monotonic = self._machine(), self._monotonic()
        known = self._looked_ms is not None
        steady = monotonic + self._offset
        believed = (
            database_ms is None
            or abs(machine - database_ms) <= TOLERANCE_MS
            or (known and abs(machine - steady) <= TOLERANCE_MS)  # it is the database's that has jumped
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
        """Return whether deadlines may be enforced: since the first call, or for two minutes at least, the machine's
        clock has kept step with the monotonic one, and the database's clock (None: there is none) shows the same, each
        to within two seconds.
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
    """The milliseconds that a file holds, which is how the processes of a simulation share one clock."""
    return lambda: int(path.read_bytes())


_simulated = os.environ.get("PYRAMIDO_CLOCK")
_source: Callable[[], int] = file_ms(Path(_simulated)) if _simulated else clock.now_ms


def now_ms() -> int:
    """Unix time in milliseconds."""
    return _source()


def use(source: Callable[[], int]) -> None:
    """Read the time from `source` from now on, in this process (`machine_ms` goes back)."""
    global _source  # noqa: PLW0603 (one clock for the process)
    _source = source


def trusted() -> bool:
    """Ask the database for the time, and return whether deadlines may be enforced."""
    return clock.trusted(database_ms())


def keep() -> None:
    """Ask the database for the time if that is due. Call it where the database may be asked, before the time is told
    to anybody; it costs less than a microsecond but once in half a minute.
    """
    if clock.due():
        try:
            clock.told(database_ms())
        except Error:
            logger.debug("the database could not be asked for the time", exc_info=True)


def database_ms() -> int | None:
    """What the database's own clock shows; None for SQLite, which reads this machine's."""
    if connection.vendor != "postgresql":
        return None
    connection.ensure_connection()
    with connection.wrap_database_errors:
        row = connection.connection.execute(  # below what counts queries and remembers them
            "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        ).fetchone()
    return int(row[0])
