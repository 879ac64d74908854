"""A suspension stops the player's clocks, for `CLOCKS_STAND_MS` at most; then the player is taken out of the game.

A provisional suspension takes no player out. Everything here is idempotent.
"""

from __future__ import annotations

import logging
from typing import Final

from django.db.models import Exists, OuterRef

from accounts.models import Sanction, User
from accounts.sanctions import selectors as sanctions
from accounts.sanctions.selectors import Kind
from engine.newtypes import SeatNumber
from games.deadlines.services.vacation import settle_vacations
from games.rated_games.selectors.rating_pool import pace_of
from games.record.models import Game, Seat
from games.record.services.remove_person import remove_person
from games.requests.refusals import Refusal
from games.time import terms
from games.time.clocks import DAY_MS, HOUR_MS
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.models import RatingPool

logger = logging.getLogger(__name__)

CLOCKS_STAND_MS: Final = {RatingPool.Pace.LIVE: HOUR_MS, RatingPool.Pace.CORRESPONDENCE: 7 * DAY_MS}
"""How long (ms) the clocks of a suspended player may stop; shorter at a live table, where the others sit and wait."""


def stop_clocks(sanction: Sanction) -> None:
    """Stop the clocks of a suspended user; take the user out of games where they have stood for as long as they may."""
    Sanction.objects.filter(pk=sanction.pk).update(stops_clocks=True)
    settle_vacations(sanction.user_id)
    _take_out_late(sanction.user)


def restart_clocks(sanction: Sanction) -> None:
    """Restart the clocks that nothing but this suspension, which is over, has stopped."""
    settle_vacations(sanction.user_id)
    Sanction.objects.filter(pk=sanction.pk).update(stops_clocks=False)


def suspensions_due() -> list[PublicId]:
    """Return public ids of the suspensions that have yet to stop a clock or to take a player out of a game."""
    found = dict[PublicId, None]()
    suspensions = sanctions.holding().filter(kind=Kind.SUSPENSION)
    playing = Seat.objects.filter(ai="", departure="", game__status=Game.Status.RUNNING, user=OuterRef("user"))
    for sanction in suspensions.filter(Exists(playing)).select_related("user").order_by("pk"):
        seats = Seat.objects.filter(ai="", departure="", game__status=Game.Status.RUNNING, user=sanction.user)
        rows = seats.values_list("number", "game__table_state__away")
        if any(seat not in (away or ()) for seat, away in rows) or _late_seats(sanction.user):
            found[sanction.public_id] = None
    return list(found)


def _take_out_late(user: User) -> None:
    """Take the user out of the games in which the user's clock has stopped for as long as it may."""
    for public_id, seat in _late_seats(user):
        try:
            remove_person(public_id, seat)
        except Refusal as refusal:  # the game has ended, or the player has left meanwhile
            logger.info("user %s: %s", user.pk, refusal)


def _late_seats(user: User) -> list[tuple[PublicId, SeatNumber]]:
    """Return game and seat where a suspension has stopped the user's clock for as long as it may."""
    confirmed = sanctions.holding().filter(user=user, kind=Kind.SUSPENSION, provisional=False)
    since_ms = min(confirmed.values_list("at_ms", flat=True), default=None)
    if since_ms is None:
        return []
    stood_ms = now_ms() - since_ms
    seats = Seat.objects.filter(user=user, ai="", departure="", game__status=Game.Status.RUNNING).order_by("game_id")
    rows = seats.values_list("game__public_id", "number", "game__terms")
    return [
        (public_id, seat) for public_id, seat, agreed in rows if stood_ms >= CLOCKS_STAND_MS[pace_of(terms.of(agreed))]
    ]
