"""The heartbeat of the sweeps, whose gaps are outages."""

from __future__ import annotations

import logging

from django.db import transaction

from engine.newtypes import UnixMs
from games.deadlines.models import Outage
from games.deadlines.selectors import outages
from games.record.models import Checkpoint
from games.time.clocks import SECOND_MS

logger = logging.getLogger(__name__)


def beat(at_ms: UnixMs) -> None:
    """Record a sweep of the deadlines, and an outage if the last sweep is too long ago.

    A time up to OUTAGE_MS before the last sweep changes nothing: the clock of another worker may be a little ahead. An
    even earlier time means that a clock was set back, and becomes the time of the last sweep.
    """
    with transaction.atomic():
        row = Checkpoint.objects.select_for_update()
        last, first = row.get_or_create(name=outages.CHECKPOINT, defaults={"at_ms": at_ms})
        if first or last.at_ms - outages.OUTAGE_MS <= at_ms <= last.at_ms:
            return
        if at_ms - last.at_ms > outages.OUTAGE_MS:
            Outage.objects.create(from_ms=last.at_ms, to_ms=at_ms)
            logger.warning("deadlines were not swept for %s s", (at_ms - last.at_ms) // SECOND_MS)
        Checkpoint.objects.filter(name=outages.CHECKPOINT).update(at_ms=at_ms)
