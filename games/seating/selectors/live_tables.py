"""Live tables: a user sits at one at a time.

Bots are exempt: they decide themselves how many games they play (`games.bots.selectors`).
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
    """Return whether these terms make a live game, as opposed to a slow one."""
    return not agreed.time_control.slow


def live_tables(user_ids: Collection[int]) -> dict[int, tuple[str, str]]:
    """Return public id and status of the live table of each of these users who waits or plays at one. One query."""
    there = Q(game__status=Game.Status.OPEN) | Q(game__status=Game.Status.RUNNING, departure="", ai="")
    seats = Seat.objects.filter(there, user__in=user_ids)
    found = seats.values_list("user_id", "game__public_id", "game__status", "game__terms").order_by("game__status")
    # Running games are ordered last, so that they win over open tables.
    return {user: (table, status) for user, table, status, agreed in found if is_live(terms.of(agreed))}


def check_free(user: User) -> None:
    """Raise Refusal 409 `playing_live` or `waiting_live` if the user is at a live table."""
    table, status = live_tables([user.pk]).get(user.pk, ("", ""))
    if status == Game.Status.RUNNING:
        template = gettext_noop("You are already playing at table “%(table)s”. Finish that game first.")
        raise Refusal(409, "playing_live", template, table=table)
    if table:
        template = gettext_noop("You are already waiting at table “%(table)s”. Leave that table first.")
        raise Refusal(409, "waiting_live", template, table=table)
