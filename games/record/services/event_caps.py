"""Limits on how often a player may add the same kind of event. A log never shrinks, so the site (not the rules) limits
replaced submissions and requests.

The limits apply to new events only; older logs with more stay valid.
"""

from __future__ import annotations

from django.db.models import Max, QuerySet
from django.utils.translation import gettext_noop

from engine.core import Illegal
from engine.newtypes import SeatNumber
from engine.position import Position, place_on_errors
from games.record.models import Event
from pyramido_site.infrastructure.public_ids import PublicId

REPLACEMENTS = 20
"""How often a secret submission may be replaced."""

REQUESTS = 5
"""How often a player may ask for the same thing in one turn."""


def check_replacement_cap(public_id: PublicId, position: Position, seat: SeatNumber) -> None:
    """Raise Illegal `too_many_replacements` if the seat may not replace its secret submission again. Two queries, and
    none if there is no submission to replace.
    """
    submitted = position.rules.submissions(position.state)
    if submitted is None or submitted[seat] is None:
        return
    sent = _since(public_id, position, ("revealed",)).filter(seat=seat, kind="submission")
    if sent.count() > REPLACEMENTS:  # the first submission is not a replacement
        template = gettext_noop(
            "You have already replaced your submission %(most)s times, the maximum. It is now final."
        )
        with place_on_errors(position):
            raise Illegal("too_many_replacements", template, most=REPLACEMENTS)


def check_request_cap(public_id: PublicId, position: Position, seat: SeatNumber, what: str) -> None:
    """Raise Illegal `too_many_requests` if the seat may not ask for this again in this turn."""
    asked = _since(public_id, position, ("action", "revealed")).filter(seat=seat, kind="asked", payload__what=what)
    if asked.count() >= REQUESTS:
        template = gettext_noop("You have already asked for this %(most)s times this turn, the maximum.")
        with place_on_errors(position):
            raise Illegal("too_many_requests", template, most=REQUESTS)


def _since(public_id: PublicId, position: Position, kinds: tuple[str, ...]) -> QuerySet[Event]:
    """Return the game's events after the last one of these kinds, up to the position: a write succeeds only on that
    position.
    """
    events = Event.objects.filter(game__public_id=public_id, seq__lte=position.seq)
    last = events.filter(kind__in=kinds).aggregate(seq=Max("seq"))["seq"]
    return events if last is None else events.filter(seq__gt=last)
