"""What a table agrees on beside the rules: its time control, and what time stands still for."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from engine import terms
from games.time.clocks import Calendar, Control, Fischer, PerMove, Unlimited

_MINUTE, _HOUR, _DAY = 60, 3600, 86400

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
"""The time controls that are offered; a table may have any other."""

USUAL = PerMove(3 * _DAY)
"""For tables with other people."""


class Terms(terms.Terms, frozen=True):
    """`weekend` is the time zone in whose Saturdays and Sundays all clocks stand, or None; `vacation` says whether they
    stand while their player is on vacation. A `rated` table must have a time control.
    """

    @property
    def calendar(self) -> Calendar:
        return Calendar(self.weekend)


UNLIMITED = Terms()
"""Of a table that agrees on nothing."""


def public_json(table: dict[str, Any]) -> dict[str, Any]:
    """With defaults filled in, but for `rated`, which a table says itself."""
    return of(table).public_json()


def of(table: dict[str, Any]) -> Terms:
    """The terms as event 0 or a row has them."""
    return _of(msgspec.json.encode(table)) if table else UNLIMITED


@lru_cache(1024)
def _of(text: bytes) -> Terms:
    return msgspec.json.decode(text, type=Terms)
