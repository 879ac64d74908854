"""What the end of a game brought one of its players, and what that player can open next with one press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_noop

from accounts.models import User
from engine import registry
from engine.ai.levels import LEVELS
from engine.core import TableKind
from games.record.models import Game, Seat
from games.record.projections import LEGEND_KINDS
from games.requests.refusals import Refusal, not_seated
from games.seating.selectors import table_kinds, titles


@dataclass(frozen=True, slots=True)
class NextTable:
    """A table for one person: its options, and the levels of its computer players in the order of their seats."""

    options: Mapping[str, Any]
    ai: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """What a finished game brought a player, among the player's games of the same kind up to this one, without those
    that the player left.

    `games` counts them, `streak` the wins in a row that end with this game, shared ones included. `points` are this
    game's and `best_before` the most points before it; both are None where there are none. `unlocked` are the kinds
    of tables that this game opened to the player, as the first one won at a kind of table that they need.
    """

    points: int | None
    best_before: int | None
    games: int
    streak: int
    unlocked: tuple[TableKind, ...]


def ended_seats(game: Game, user: User) -> list[Seat]:
    """Return the seats of an ended game, in order. Raise Refusal 403 `not_seated` if the user did not sit there, or 409
    `not_ended`.
    """
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    if all(seat.user_id != user.pk for seat in seats):
        raise not_seated()
    if game.seq is None or game.status not in (Game.Status.FINISHED, Game.Status.ABORTED):
        raise Refusal(409, "not_ended", gettext_noop("This game has not ended yet."), seq=game.seq)
    return seats


def ending(game: Game, user: User) -> Ending:
    """Return what the game, which has ended, brought the user, who sat there (`ended_seats`)."""
    until = Q(game__finished_ms__lt=game.finished_ms) | Q(game__finished_ms=game.finished_ms, game_id__lte=game.pk)
    rows: list[tuple[int, int, int | None, Any]] = list(
        titles.finished(game.game_key, game.options)
        .filter(until, user=user)
        .values_list("game_id", "number", "rank", "game__outcome")
        if game.status == Game.Status.FINISHED
        else ()
    )
    if not rows or rows[0][0] != game.pk:  # aborted, or the user has left it
        return Ending(None, None, len(rows), 0, ())
    points = [outcome["scores"][number] for _game, number, _rank, outcome in rows]
    won = [rank == 1 for _game, _number, rank, _outcome in rows]
    kinds = registry.get(game.game_key).table_kinds()
    opened = tuple(kind for kind in kinds if kind.needs == game.options) if won[0] and not any(won[1:]) else ()
    return Ending(points[0], max(points[1:], default=None), len(rows), len(list(takewhile(bool, won))), opened)


def again(game: Game, seats: Sequence[Seat], user: User) -> NextTable | None:
    """Return the same table once more, or None if other people sat there or it is not offered any more."""
    rules = registry.get(game.game_key)
    ai = tuple(seat.ai for seat in seats if seat.user_id is None and seat.kind not in LEGEND_KINDS)
    alone = {seat.user_id for seat in seats if seat.user_id is not None} == {user.pk}
    kind = table_kinds.kind_of(rules, game.options)
    if not alone or not LEVELS.keys() >= set(ai) or kind is None or table_kinds.lock_of(user, rules, kind):
        return None
    return NextTable(kind.options, ai)


def harder(game: Game, seats: Sequence[Seat], user: User) -> NextTable | None:
    """Return the next harder table: each computer player one level stronger, or without any, the kind that winning
    this one unlocks. None if there is none, or as for `again`.
    """
    same = again(game, seats, user)
    if same is None:
        return None
    if same.ai:
        order = list(LEVELS)
        stronger = tuple(order[min(order.index(level) + 1, len(order) - 1)] for level in same.ai)
        return None if stronger == same.ai else NextTable(same.options, stronger)
    rules = registry.get(game.game_key)
    for kind in rules.table_kinds():
        if kind.needs == same.options and table_kinds.lock_of(user, rules, kind) is None:
            return NextTable(kind.options, ())
    return None
