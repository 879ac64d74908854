"""Rating the results that wait in a pool, and publishing the changes to the viewers of those games."""

from __future__ import annotations

import logging

from games.live.groups import publisher
from games.rated_games.selectors.rating_changes import changes_json
from games.record import frames, selectors
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.services.rate_pool import rate_pool

logger = logging.getLogger(__name__)


def rate(pool_id: int) -> None:
    """Fold the results that wait in a pool. Idempotent, and safe to run concurrently."""
    show_ratings({change.seat.result.game for change in rate_pool(pool_id, now_ms())})


def show_ratings(games: set[str]) -> None:
    """Publish the rating changes to the viewers of these games. A failure is logged and does not affect the ratings."""
    try:
        for game in selectors.games_with_seats().filter(public_id__in=games):
            changes = changes_json(game.public_id)
            publisher.publish(frames.rated_messages(selectors.info_of(game), changes))
    except Exception:
        logger.exception("publishing the ratings of %s games failed", len(games))
