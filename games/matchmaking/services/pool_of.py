"""The pool that a seek belongs to, created with the first seek for it."""

from __future__ import annotations

from typing import Any

from games.matchmaking.models import PairingPool
from games.matchmaking.selectors.pools import meaning
from games.seating.selectors import live_tables
from games.seating.selectors.table_kinds import AnyRules
from games.time.terms import Terms


def pool_of(rules: AnyRules, options: dict[str, Any], agreed: Terms) -> PairingPool:
    """Return the pool for these options and terms, created if there is none."""
    means, fingerprint = meaning(rules, options, agreed)
    fields = {"game_key": means["game"], "options": means["options"], "terms": means["terms"]}
    defaults = {**fields, "live": live_tables.is_live(agreed)}
    return PairingPool.objects.get_or_create(fingerprint=fingerprint, defaults=defaults)[0]
