"""Kinds of tables that differ only in their number of seats."""

from __future__ import annotations

from engine.core import TableKind, gettext_noop

_TEXTS = {
    2: (gettext_noop("2 players"), gettext_noop("you and one more")),
    3: (gettext_noop("3 players"), gettext_noop("you and two more")),
    4: (gettext_noop("4 players"), gettext_noop("you and three more")),
}


def by_seats(*counts: int) -> tuple[TableKind, ...]:
    """One kind of table for each number of seats, 2 to 4."""
    return tuple(TableKind({"seats": count}, *_TEXTS[count]) for count in counts)
