"""Games that pass filters, as far as a user may find them: one query that uses an index (docs/scale.md)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from engine import registry
from engine.core import GameError
from games.record import selectors
from games.record.models import Game, Seat
from games.record.selectors import Person
from games.requests.refusals import Refusal, not_authenticated
from games.search.selectors.filters import Filters
from games.seating.selectors.open_tables import shown_to
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.public_ids import PublicId

LATEST_ENDED_FIRST = ("-finished_ms", "-id")


def latest_ended_first() -> dict[str, Any]:
    """Return the arguments for `paging.page_of` of a list of finished games: the latest end first."""
    return {"order": LATEST_ENDED_FIRST, "among": Game.objects.filter(status=Game.Status.FINISHED)}


def paging_of(filters: Filters) -> dict[str, Any]:
    """Return the arguments for `paging.page_of`: finished games come by their end, others by their opening."""
    return latest_ended_first() if filters.finished else {}


def found_games(user: Person | None, filters: Filters) -> QuerySet[Game]:
    """Return the games that pass, as `games_with_seats` does, without those that the user may not find.

    Raise Refusal 401 `not_authenticated` for `mine` of a visitor, and 400 for an unknown game or player, and for a
    result without a player.
    """
    games = selectors.games_with_seats().filter(_of_the_game(filters))
    sitting = _sitting(user, filters)
    if filters.result is not None and not sitting:
        template = gettext_noop("A result needs a player: name one, or search your own games.")
        raise Refusal(400, "malformed", template, field="result")
    for number, user_id in enumerate(sitting):
        own = _of_the_seat(filters, user_id) if number == 0 else Q()
        games = games.filter(own, seats__user_id=user_id)
    if not sitting:
        games = games.filter(**_between("best_score", filters.points_from, filters.points_to))
    return games if filters.mine else shown_to(games, user)


def with_status(games: QuerySet[Game], status: str | None) -> QuerySet[Game]:
    """Return the games in this state; all for None. Raise Refusal 400 `malformed` for an unknown state."""
    if status is None:
        return games
    if status not in Game.Status.values:
        template = gettext_noop("Unknown status “%(status)s”.")
        raise Refusal(400, "malformed", template, field="status", status=status[:40])
    return games.filter(status=status)


def _of_the_game(filters: Filters) -> Q:
    """Return the conditions on the game's row."""
    if filters.game is not None:
        try:
            registry.get(filters.game)
        except GameError as error:
            raise Refusal.of(error) from error
    same = {"game_key": filters.game, "status": filters.status}
    conditions = Q(**{name: value for name, value in same.items() if value is not None})
    if filters.finished:
        conditions &= Q(status=Game.Status.FINISHED)
    conditions &= Q(**_between("seq", filters.moves_from, filters.moves_to))
    if filters.ended_from is not None:
        conditions &= Q(finished_ms__gte=_begin_ms(filters.ended_from))
    if filters.ended_until is not None:
        conditions &= Q(finished_ms__lt=_begin_ms(filters.ended_until) + DAY_MS)
    if filters.days_from is not None:
        conditions &= Q(lasted_ms__gte=filters.days_from * DAY_MS)
    if filters.days_to is not None:
        conditions &= Q(lasted_ms__lt=(filters.days_to + 1) * DAY_MS)
    return conditions


def _of_the_seat(filters: Filters, user_id: int) -> Q:
    """Return the conditions on the seat of the player whose result and points count."""
    conditions = Q(**_between("seats__score", filters.points_from, filters.points_to))
    if filters.result == "lost":
        conditions &= Q(seats__rank__gt=1) | Q(seats__ai__gt="")
    elif filters.result is not None:
        shared = Exists(Seat.objects.filter(game=OuterRef("pk"), rank=1).exclude(user=user_id))
        conditions &= Q(seats__rank=1, seats__ai="") & (Q(shared) if filters.result == "drawn" else ~Q(shared))
    return conditions


def _between(name: str, least: int | None, most: int | None) -> dict[str, Any]:
    bounds = {f"{name}__gte": least, f"{name}__lte": most}
    return {lookup: bound for lookup, bound in bounds.items() if bound is not None}


def _begin_ms(day: date) -> int:
    return (day - date(1970, 1, 1)).days * DAY_MS


def _sitting(user: Person | None, filters: Filters) -> list[int]:
    """Return the ids of the users who sit there, first the one whose result and points count."""
    own = selectors.user_id_of(user)
    if filters.mine and own is None:
        raise not_authenticated()
    named = _ids_of(filters.players)
    first = [own] if filters.mine and own is not None else []
    return list(dict.fromkeys([*first, *named]))


def _ids_of(players: Sequence[PublicId]) -> list[int]:
    """Return the users' ids in the same order. Raise Refusal 400 `malformed` for a player who does not exist, or whose
    account was deleted.
    """
    if not players:
        return []
    rows = User.objects.filter(public_id__in=players, deleted_ms=None).values_list("public_id", "pk")
    found: dict[str, int] = dict(rows)
    for one in players:
        if one not in found:
            template = gettext_noop("Player “%(id)s” not found.")
            raise Refusal(400, "malformed", template, field="players", id=one[:20])
    return [found[one] for one in players]
