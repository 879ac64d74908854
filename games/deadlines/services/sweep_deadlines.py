"""Looking after all deadlines: a heartbeat that notices outages, then whatever is due."""

from __future__ import annotations

import logging
import threading

from games.deadlines import selectors as deadlines
from games.deadlines.services.enforce_deadline import enforce_deadline
from games.record.outages import beat
from pyramido_site.infrastructure.site_clock import database_ms
from pyramido_site.infrastructure.steady import SteadyClock
from pyramido_site.infrastructure.wall_clock import now_ms, system_ms

logger = logging.getLogger(__name__)

LIMIT = 200
"""Games that one sweep looks at; the rest is the next one's."""

_clock: SteadyClock | None = None
_making = threading.Lock()


def _steady() -> SteadyClock:
    global _clock  # noqa: PLW0603 (one for the process, from the first sweep on)
    with _making:
        if _clock is None:
            _clock = SteadyClock(system_ms)
        return _clock


def sweep_deadlines() -> int:
    """Enforce what is due; gives how many games something was done in. Nothing is, while the clocks disagree."""
    if not _steady().trusted(database_ms()):
        logger.warning("the clocks disagree: no deadline is enforced")
        return 0
    beat(now_ms())
    done = 0
    for public_id in deadlines.deadlines_due(now_ms(), LIMIT):
        try:
            done += enforce_deadline(public_id)
        except Exception:
            logger.exception("the deadline of game %s could not be enforced", public_id)
    return done
