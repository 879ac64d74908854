"""Which tables a user finds in lists."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.users.blocks import kept_apart_from
from games.record.models import Game, Invitation, Seat
from games.record.projections import LEGEND_KINDS
from games.record.selectors import Person, games_with_seats, user_id_of


def open_tables_for(user: Person | None) -> QuerySet[Game]:
    """Return the tables in the lobby as the user sees it: listed, with a free seat that is not held for an invited
    user.
    """
    pending = Invitation.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), state=Invitation.State.PENDING)
    free = Seat.objects.filter(~Exists(pending), game=OuterRef("pk"), user=None, ai="").exclude(kind__in=LEGEND_KINDS)
    games = games_with_seats().filter(Exists(free), status=Game.Status.OPEN)
    return shown_to(games, user)


def shown_to(games: QuerySet[Game], user: Person | None) -> QuerySet[Game]:
    """Leave out tables that the user may not find: private ones, open ones that are not listed, and those of players
    who block the user or whom the user blocks. Tables where the user sits stay.
    """
    user_id = user_id_of(user)
    hidden = Q(private=True) | Q(status=Game.Status.OPEN, listed=False)
    if user_id is None:
        return games.exclude(hidden)
    seats = Seat.objects.filter(game=OuterRef("pk"))
    blocked, blocking = kept_apart_from(user_id)
    apart = seats.filter(Q(user__in=blocked) | Q(user__in=blocking))
    return games.filter((~hidden & ~Exists(apart)) | Exists(seats.filter(user_id=user_id)))
