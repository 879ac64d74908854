"""Looking after all deadlines: a heartbeat that notices outages, then whatever is due."""

from __future__ import annotations

import logging
import threading

from django.db import transaction

from accounts.wall_clock import system_ms
from games import selectors
from games.models import Outage, Sweep
from games.services.enforce_deadline import enforce_deadline
from games.steady import SteadyClock, database_ms
from games.wall_clock import now_ms

logger = logging.getLogger(__name__)

NAME = "deadlines"
OUTAGE_MS = 120_000
"""A gap of more than this between sweeps is an outage."""

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
    for public_id in selectors.deadlines_due(now_ms(), LIMIT):
        try:
            done += enforce_deadline(public_id)
        except Exception:
            logger.exception("the deadline of game %s could not be enforced", public_id)
    return done


def beat(at_ms: int) -> None:
    """Note that somebody looks after deadlines now, and an outage if nobody has for too long. A clock that has been set
    back by more than an outage begins anew; one that is a little behind another worker's does nothing.
    """
    with transaction.atomic():
        last, first = Sweep.objects.select_for_update().get_or_create(name=NAME, defaults={"at_ms": at_ms})
        if first or last.at_ms - OUTAGE_MS <= at_ms <= last.at_ms:
            return
        if at_ms - last.at_ms > OUTAGE_MS:
            Outage.objects.create(from_ms=last.at_ms, to_ms=at_ms)
            logger.warning("nobody looked after deadlines for %s s", (at_ms - last.at_ms) // 1000)
        Sweep.objects.filter(name=NAME).update(at_ms=at_ms)
