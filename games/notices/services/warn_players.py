"""Warn players over days whose time is running out, once for each deadline."""

from __future__ import annotations

from engine.newtypes import SeatNumber
from games.notices.send_once import remind, time_key
from games.record import positions
from games.record.models import Game
from games.record.tables import people
from games.time import clocks, terms, timing
from games.time.clocks import Unlimited
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

WARN_MS = 12 * clocks.HOUR_MS
"""How long (ms) before a deadline a player is warned at the earliest; not before `LAST_PART` of the time is left."""

LAST_PART = 4
"""A player is warned in the last quarter of the time for a turn."""


def warn_players(public_id: PublicId) -> None:
    """Warn the players whose time is running out, once for each deadline."""
    game = Game.objects.filter(public_id=public_id, status=Game.Status.RUNNING).first()
    if game is None or game.deadline_ms is None:
        return
    entry = positions.load_or_none(game)
    if entry is None:
        Game.objects.filter(pk=game.pk).update(warned_ms=game.deadline_ms)
        return
    position, info = entry.position, entry.info
    control = terms.of(position.terms).time_control
    deadline = timing.deadline_ms(position)
    if deadline is None or position.paused_ms is not None or isinstance(control, Unlimited) or not control.slow:
        Game.objects.filter(pk=game.pk).update(warned_ms=game.deadline_ms)
        return
    users = people(info)
    for number, clock in enumerate(timing.read(position)):
        seat = SeatNumber(number)
        if clock is None or clock.deadline_ms != deadline or clock.since_ms is None or seat not in users:
            continue
        if deadline - now_ms() > (deadline - clock.since_ms) // LAST_PART:
            return  # not yet
        remind("time_running_out", users[seat], time_key(info, seat, clock), clock, info, position.seq)
    Game.objects.filter(pk=game.pk, deadline_ms=deadline).update(warned_ms=deadline)
