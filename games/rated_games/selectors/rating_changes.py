"""How a game has changed ratings."""

from __future__ import annotations

from accounts.users.player_json import player_json
from games.record.tables import JSON
from pyramido_site.infrastructure.public_ids import PublicId
from ratings import selectors
from ratings.models import RatingChange


def changes_json(public_id: PublicId) -> list[JSON]:
    """Return the current rating changes by a game, a dictionary for each seat (docs/formats/api.md); empty while it is
    unrated.
    """
    return [_change_json(change) for change in selectors.changes_of_game(public_id)]


def _change_json(change: RatingChange) -> JSON:
    return {
        "seat": change.seat.number,
        "player": None if change.seat.user is None else player_json(change.seat.user),
        "ai": change.seat.ai or None,
        "before": change.before,
        "after": change.after,
        "expected": change.expectation,
        "scored": change.score,
        "k": change.k,
        "games": change.games,
        "provisional": change.is_provisional,
        "cause": change.cause,
        "annulled": change.seat.result.annulled,
        "reason": "" if change.annulment is None else change.annulment.reason,
    }
