"""Kinds of tables: which one a table is, how many people sit at it, and to whom it opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy, gettext_noop

from accounts.models import User
from engine.core import Rules, TableKind
from games.record.projections import AUTOMATIC_KINDS
from games.requests.refusals import Refusal
from games.seating.selectors import titles as seating

AnyRules = Rules[Any, Any]


def kind_of(rules: AnyRules, options: Mapping[str, Any]) -> TableKind | None:
    """The kind of table that these checked options make; None if the game offers none like that."""
    return next((kind for kind in rules.table_kinds() if kind.options == options), None)


def persons(rules: AnyRules, options: Mapping[str, Any]) -> int:
    """How many people sit at such a table."""
    return sum(kind not in AUTOMATIC_KINDS for kind in rules.seat_kinds(options))


def lock_of(user: User | None, rules: AnyRules, kind: TableKind) -> TableKind | None:
    """The kind of table that this person must win before this one opens to them; None if it is open."""
    if kind.needs is None or (user is not None and seating.has_won(user, rules.key, kind.needs)):
        return None
    return kind_of(rules, kind.needs)


def check_open_to(user: User | None, rules: AnyRules, options: Mapping[str, Any]) -> None:
    """Raises Refusal `locked`."""
    kind = kind_of(rules, options)
    needed = None if kind is None else lock_of(user, rules, kind)
    if kind is not None and needed is not None:
        raise Refusal(
            403,
            "locked",
            gettext_noop("“%(kind)s” opens to those who have won “%(needed)s”."),
            field="options",
            kind=gettext_lazy(kind.name),
            needed=gettext_lazy(needed.name),
        )
