"""A table that was to be rated becomes unrated, because two people there have begun too many rated games lately."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from accounts.models import User
from games.record.models import Game, Invitation, Seat
from games.seating.selectors import live_tables, meetings
from games.time import terms
from pyramido_site.infrastructure.site_clock import now_ms


def settle_rating(game: Game) -> bool:
    """Decide whether a table that is about to begin, or at which somebody has just sat down or been invited, is still
    rated; whether it has become unrated now. It stays so. Ratings of bots have no such limit.

    Call it in the transaction that holds the row of the table, which has not begun.
    """
    if not game.rated:
        return False
    users = people_at(game)
    agreed = terms.of(game.terms)
    if not meetings.at_limit(users, game.game_key, now_ms(), live=live_tables.is_live(agreed)):
        return False
    game.rated, game.limited = False, True
    game.terms = msgspec.structs.replace(agreed, rated=False).to_json()
    game.save(update_fields=["rated", "limited", "terms"])
    return True


def would_be_limited(game: Game, user: User | None) -> bool:
    """Whether an open rated table would become unrated if the user sat down there. At most four queries."""
    if not game.rated or user is None or user.is_bot or not (others := people_at(game)):
        return False
    live = live_tables.is_live(terms.of(game.terms))
    return bool(meetings.at_limit({*others, user.pk}, game.game_key, now_ms(), live=live))


def people_at(game: Game) -> list[int]:
    """Row numbers of those who sit at an open table or are invited to it; none where a bot or the computer plays, since
    no rating of people moves there.
    """
    seats = list(Seat.objects.filter(game=game).values_list("user_id", "ai"))
    invited = Invitation.objects.filter(game=game, state=Invitation.State.PENDING).values_list("user_id", flat=True)
    users = {user for user, _ in seats if user} | set(invited)
    with_program = any(ai for _, ai in seats) or User.objects.filter(pk__in=users, is_bot=True).exists()
    return [] if with_program else sorted(users)


def keep_still(user_ids: Collection[int]) -> None:
    """Lock the rows of these people, so that of two tables that begin at once one sees the other's game. Call it in the
    transaction that begins the game, before any of these rows is locked: always in one order.
    """
    list(User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk").values_list("pk"))
