"""Kinds of tables: which kind a table is, how many people it seats, and for whom it is unlocked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy, gettext_noop

from accounts.models import User
from engine.core import Rules, TableKind
from games.record.projections import LEGEND_KINDS
from games.requests.refusals import Refusal
from games.seating.selectors import titles

AnyRules = Rules[Any, Any]


def kind_of(rules: AnyRules, options: Mapping[str, Any]) -> TableKind | None:
    """Return the kind of table that these checked options make; None if the game offers no such kind."""
    return next((kind for kind in rules.table_kinds() if kind.options == options), None)


def player_seats(rules: AnyRules, options: Mapping[str, Any]) -> int:
    """Return how many seats of a table with these options people or AIs can take: all but the Legend's."""
    return sum(kind not in LEGEND_KINDS for kind in rules.seat_kinds(options))


def lock_of(user: User | None, rules: AnyRules, kind: TableKind) -> TableKind | None:
    """Return the kind of table that the user must win to unlock this one; None if it is unlocked."""
    if kind.needs is None or (user is not None and titles.has_won(user, rules.key, kind.needs)):
        return None
    return kind_of(rules, kind.needs)


def check_open_to(user: User | None, rules: AnyRules, options: Mapping[str, Any]) -> None:
    """Raise Refusal 403 `locked` if the user has not unlocked the kind of table that these options make."""
    kind = kind_of(rules, options)
    needed = None if kind is None else lock_of(user, rules, kind)
    if kind is not None and needed is not None:
        raise Refusal(
            403,
            "locked",
            gettext_noop("Win “%(needed)s” first to play “%(kind)s”."),
            field="options",
            kind=gettext_lazy(kind.name),
            needed=gettext_lazy(needed.name),
        )
