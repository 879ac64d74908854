"""Kinds of tables that differ only in the number of seats."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.core import JSON, TableKind, gettext_noop
from engine.wire import read_options

_TEXTS = {
    2: (gettext_noop("2 players"), gettext_noop("you and 1 other")),
    3: (gettext_noop("3 players"), gettext_noop("you and 2 others")),
    4: (gettext_noop("4 players"), gettext_noop("you and 3 others")),
}


def by_seats(*counts: int) -> tuple[TableKind, ...]:
    """One kind of table for each number of seats, 2 to 4."""
    return tuple(TableKind({"seats": count}, *_TEXTS[count]) for count in counts)


class _Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: Literal[2, 3, 4] = 2


def options_by_seats(raw: object) -> JSON:
    """Return the options of a game whose only option is its seats, 2 to 4. Raise Malformed if they are invalid."""
    return {"seats": read_options(raw, _Seats).seats}
