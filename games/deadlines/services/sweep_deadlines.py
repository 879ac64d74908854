"""Sweep all deadlines: send the heartbeat that notices outages, then enforce what is due."""

from __future__ import annotations

import logging

from games.deadlines.selectors import due
from games.deadlines.services.enforce_deadline import enforce_deadline
from games.record.outages import beat
from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

LIMIT = 200
"""Maximum number of games in one sweep; the next sweep takes the rest."""


def sweep_deadlines() -> int:
    """Enforce passed deadlines. Return the number of games in which anything was done.

    Does nothing while the machine's clock is not to be trusted (`site_clock.trusted`).
    """
    if not site_clock.trusted():
        logger.warning("the clocks disagree: no deadline is enforced")
        return 0
    beat(now_ms())
    done = 0
    for public_id in due.deadlines_due(now_ms(), LIMIT):
        try:
            done += enforce_deadline(public_id)
        except Exception:
            logger.exception("the deadline of game %s could not be enforced", public_id)
    return done
