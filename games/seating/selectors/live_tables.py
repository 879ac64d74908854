"""Games of one sitting: who is at a live table, and so cannot be at another.

Bots are: how many games they play, they decide themselves (`games.bots.selectors`).
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q
from django.utils.translation import gettext_noop

from accounts.models import User
from games.record.models import Game, Seat
from games.requests.refusals import Refusal
from games.time import terms


def is_live(agreed: terms.Terms) -> bool:
    return not agreed.time_control.slow


def live_tables(user_ids: Collection[int]) -> dict[int, tuple[str, str]]:
    """Of those of these users who wait or play at a live table, whoever else sits there: its public id and its status.
    One query.
    """
    there = Q(game__status=Game.Status.OPEN) | Q(game__status=Game.Status.RUNNING, departure="", ai="")
    seats = Seat.objects.filter(there, user__in=user_ids)
    found = seats.values_list("user_id", "game__public_id", "game__status", "game__terms").order_by("game__status")
    # What runs comes last, and is what is said.
    return {user: (table, status) for user, table, status, agreed in found if is_live(terms.of(agreed))}


def check_free(user: User) -> None:
    """Raises Refusal for who is at a live table."""
    table, status = live_tables([user.pk]).get(user.pk, ("", ""))
    if status == Game.Status.RUNNING:
        template = gettext_noop("You are already playing at table “%(table)s”. Finish that game first.")
        raise Refusal(409, "playing_live", template, table=table)
    if table:
        template = gettext_noop("You are already waiting at table “%(table)s”. Leave that table first.")
        raise Refusal(409, "waiting_live", template, table=table)
