"""The terms that a table agrees on in addition to the rules: its time control, and when clocks stop."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from engine import logged_terms
from games.time.clocks import Calendar, Control, Fischer, PerMove, Unlimited

_MINUTE, _HOUR, _DAY = 60, 3600, 86400

# Time controls that are offered; a table may have any other.
LIVE: tuple[Control, ...] = (
    *(PerMove(seconds) for seconds in (3, 5, 10, 15, 30, 60)),
    Fischer(5 * _MINUTE, 5, 10 * _MINUTE),
    Fischer(15 * _MINUTE, 15, 30 * _MINUTE),
)
CORRESPONDENCE: tuple[Control, ...] = (
    *(PerMove(days * _DAY) for days in (1, 2, 3, 5, 7, 14)),
    Fischer(3 * _DAY, 12 * _HOUR, 7 * _DAY),
    Fischer(7 * _DAY, _DAY, 14 * _DAY),
)
PRESETS: tuple[Control, ...] = (*LIVE, *CORRESPONDENCE, Unlimited())
"""All time controls that are offered."""

USUAL = PerMove(3 * _DAY)
"""The default for tables with other players."""


class Terms(logged_terms.Terms, frozen=True):
    """The terms of a table.

    `weekend` is a time zone in which all clocks stop on Saturdays and Sundays, or null. `vacation` says whether a
    player's clock stops during a vacation. A `rated` table must have a time control.
    """

    @property
    def calendar(self) -> Calendar:
        """The calendar by which the table's clocks count."""
        return Calendar(self.weekend)


UNLIMITED = Terms()
"""The terms of a table that agreed on nothing."""


def public_json(table: dict[str, Any]) -> dict[str, Any]:
    """Return the terms with defaults filled in, without `rated`, which is a field of the table itself."""
    return of(table).public_json()


def of(table: dict[str, Any]) -> Terms:
    """Return the terms from the JSON of event 0 or of a game's row."""
    return _of(msgspec.json.encode(table)) if table else UNLIMITED


@lru_cache(1024)
def _of(text: bytes) -> Terms:
    return msgspec.json.decode(text, type=Terms)
