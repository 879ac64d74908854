"""The site's clock: this machine's, as long as it can be believed.

A machine's clock may jump, when somebody sets it or a virtual machine is moved, or be wrong for good. Nobody is to lose
a game by that. So three clocks are compared: the machine's, the one it should show by the monotonic clock since it was
last right, and the database's, which all processes of the site share. The machine's is believed as long as it agrees
with one of the others to within two seconds; else the database's is, and between two looks at it the monotonic clock
carries it on. With SQLite there is nothing to look at, and the machine is believed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.db import Error, connection

logger = logging.getLogger(__name__)

TOLERANCE_MS = 2000

EVERY_MS = 30_000
"""So often the database is asked; while the machine's clock is out of step, every second."""
AGAIN_MS = 1000


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


clock = SiteClock()


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
