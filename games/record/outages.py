"""When nobody looked after deadlines: the heartbeat that notices it, and what a process knows of it."""

from __future__ import annotations

import logging

from django.db import transaction

from games.record.models import Checkpoint, Outage
from games.time.clocks import DAY, SECOND

logger = logging.getLogger(__name__)

NAME = "deadlines"
OUTAGE_MS = 120_000
"""A gap of more than this between sweeps is an outage."""

KEPT_MS = 10 * SECOND
SINCE_MS = 100 * DAY
"""No clock runs for longer."""

Span = tuple[int, int]


def beat(at_ms: int) -> None:
    """Note that somebody looks after deadlines now, and an outage if nobody has for too long. A clock that has been set
    back by more than an outage begins anew; one that is a little behind another worker's does nothing.
    """
    with transaction.atomic():
        last, first = Checkpoint.objects.select_for_update().get_or_create(name=NAME, defaults={"at_ms": at_ms})
        if first or last.at_ms - OUTAGE_MS <= at_ms <= last.at_ms:
            return
        if at_ms - last.at_ms > OUTAGE_MS:
            Outage.objects.create(from_ms=last.at_ms, to_ms=at_ms)
            logger.warning("nobody looked after deadlines for %s s", (at_ms - last.at_ms) // SECOND)
        Checkpoint.objects.filter(name=NAME).update(at_ms=at_ms)


def since(after_ms: int) -> list[Span]:
    """The outages that ended after an instant, their beginnings and ends."""
    return list(Outage.objects.filter(to_ms__gt=after_ms).order_by("from_ms").values_list("from_ms", "to_ms"))


def last_sweep_ms() -> int | None:
    return Checkpoint.objects.filter(name=NAME).values_list("at_ms", flat=True).first()


class Known:
    """The outages as this process knows them, read anew after some seconds, so that a move asks for nothing."""

    def __init__(self) -> None:
        self._known: tuple[int, list[Span], int | None] | None = None

    def at(self, now_ms: int) -> list[Span]:
        """Those of late, with one that goes on now."""
        known = self._known
        if known is None or not 0 <= now_ms - known[0] < KEPT_MS:
            known = self._known = (now_ms, since(now_ms - SINCE_MS), last_sweep_ms())
        _, spans, swept_ms = known
        goes_on = swept_ms is not None and now_ms - swept_ms > OUTAGE_MS
        return [*spans, (swept_ms, now_ms)] if goes_on and swept_ms is not None else spans

    def forget(self) -> None:
        self._known = None


known = Known()
