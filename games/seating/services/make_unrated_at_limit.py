"""Making a rated table unrated if two of its users have started too many rated games together lately."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from accounts.models import User
from games.record.models import Game, Invitation, Seat
from games.seating.selectors import live_tables, meetings
from games.time import terms
from pyramido_site.infrastructure.site_clock import now_ms


def make_unrated_at_limit(game: Game) -> bool:
    """Make a rated table unrated for good if two of its users are at the limit of rated games; return whether it did.
    Call it when the table is about to start, or when a user has just sat down or been invited. There is no such limit
    for the ratings of bots.

    Call inside the transaction that locks the row of the table, which has not started.
    """
    if not game.rated:
        return False
    users = rated_people_at(game)
    agreed = terms.of(game.terms)
    if not meetings.at_limit(users, game.game_key, now_ms(), live=live_tables.is_live(agreed)):
        return False
    game.rated, game.unrated_by_limit = False, True
    game.terms = msgspec.structs.replace(agreed, rated=False).to_json()
    game.save(update_fields=["rated", "unrated_by_limit", "terms"])
    return True


def would_be_limited(game: Game, user: User | None) -> bool:
    """Return whether an open rated table would become unrated if the user sat down there. At most four queries."""
    if not game.rated or user is None or user.is_bot or not (others := rated_people_at(game)):
        return False
    live = live_tables.is_live(terms.of(game.terms))
    return bool(meetings.at_limit({*others, user.pk}, game.game_key, now_ms(), live=live))


def rated_people_at(game: Game) -> list[int]:
    """Return row ids of the users who sit at an open table or are invited to it; none if a bot or an AI plays there,
    since such a game moves no rating of people.
    """
    seats = list(Seat.objects.filter(game=game).values_list("user_id", "ai"))
    invited = Invitation.objects.filter(game=game, state=Invitation.State.PENDING).values_list("user_id", flat=True)
    users = {user for user, _ in seats if user} | set(invited)
    with_program = any(ai for _, ai in seats) or User.objects.filter(pk__in=users, is_bot=True).exists()
    return [] if with_program else sorted(users)


def lock_users(user_ids: Collection[int]) -> None:
    """Lock the rows of these users, in order of id, so that of two tables that start at the same time one sees the
    other's game. Call inside the transaction that starts the game, before any of these rows is locked.
    """
    list(User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk").values_list("pk"))
