"""The pool of what somebody seeks, made when it is sought for the first time."""

from __future__ import annotations

from typing import Any

from games.matchmaking.models import PairingPool
from games.matchmaking.selectors import meaning
from games.seating.selectors import live_tables
from games.seating.selectors.table_kinds import AnyRules
from games.time.terms import Terms


def pool_of(rules: AnyRules, options: dict[str, Any], agreed: Terms) -> PairingPool:
    """The pool where such seeks wait; it is made when the first of them is."""
    means, fingerprint = meaning(rules, options, agreed)
    defaults = {**means, "live": live_tables.is_live(agreed)}
    return PairingPool.objects.get_or_create(fingerprint=fingerprint, defaults=defaults)[0]
