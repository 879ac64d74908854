"""Follower of the end of a rated game: its result is stored with the end, and rated after it."""

from __future__ import annotations

import functools

from django.db import transaction

from games.live import followups
from games.rated_games.services.record_result import record
from games.record.after_commit import Follower
from games.record.decide import Decided


def with_end(decided: Decided) -> None:
    """Store the result, in the transaction that ends the game."""
    pool_id = record(decided.before.info, decided.step.position)
    if pool_id is not None:
        transaction.on_commit(functools.partial(followups.rate, pool_id))


follower = Follower(with_end=with_end)
