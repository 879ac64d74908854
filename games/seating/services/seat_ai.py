"""Seating AIs at a table that has not started, and removing them, by its host."""

from __future__ import annotations

from typing import Literal

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from engine.ai import levels
from engine.core import GameError
from engine.newtypes import SeatNumber
from games.live.lobby import lobby_changed
from games.record.models import Game, Seat
from games.record.tables import seat_is_free
from games.requests.refusals import Refusal
from games.seating.selectors.invitations import not_host, pending_invitations
from games.seating.services.sit_down import locked_table, start_if_full, table_changed
from pyramido_site.infrastructure.public_ids import PublicId


def check_level(game_key: str, level: str, field: str = "ai") -> None:
    """Raise Refusal 422 unless this level is offered and plays this game."""
    try:
        levels.check(level)
    except GameError as error:
        error.field = field
        raise Refusal.of(error) from error
    if not levels.plays(game_key):
        raise Refusal(422, "no_ai", gettext_noop("The computer does not play this game yet."), field=field)


def seat_ai(user: User, public_id: PublicId, level: str, number: SeatNumber | Literal["all"] | None = None) -> Game:
    """Seat an AI on the first free seat, on the one with this number, or on all free seats; the game starts once the
    table is full.

    Raise Refusal if the user is not the host, or if there is no such free seat or level.
    """
    with transaction.atomic():
        game = own_table(user, public_id)
        check_level(game.game_key, level)
        seats = list(Seat.objects.filter(game=game).order_by("number"))
        _check_same_ratings(game, seats, user)
        held = {one.seat for one in pending_invitations(game)}
        free = [seat for seat in seats if seat_is_free(seat) and seat.number not in held]
        if isinstance(number, int):
            free = [free_seat_of(seats, held, number)]
        elif not free:
            raise Refusal(409, "seats_held", gettext_noop("The free seats are reserved for invited players."))
        chosen = free if number == "all" else free[:1]
        for seat in chosen:
            seat.ai = level
            seat.save(update_fields=["ai"])
        if start_if_full(game):
            lobby_changed()
        else:
            table_changed(game)
    return game


def unseat_ai(user: User, public_id: PublicId, number: SeatNumber) -> Game:
    """Free an AI's seat. Raise Refusal if the user is not the host or no AI sits there."""
    with transaction.atomic():
        game = own_table(user, public_id)
        seats = list(Seat.objects.filter(game=game).order_by("number"))
        seat = next((seat for seat in seats if seat.number == number), None)
        if seat is None:
            raise no_such_seat()
        _check_same_ratings(game, seats, user)
        if not seat.ai:
            raise Refusal(409, "no_ai_there", gettext_noop("There is no computer player on this seat."))
        seat.ai = ""
        seat.save(update_fields=["ai"])
        table_changed(game)
    return game


def _check_same_ratings(game: Game, seats: list[Seat], user: User) -> None:
    """Raise Refusal 409 `rated_settled` if other users sit here for a rated game: an AI would change which ratings it
    moves.
    """
    if game.rated and any(seat.user_id not in (None, user.pk) for seat in seats):
        template = gettext_noop(
            "Other players have sat down for a rated game, so you can no longer change the computer’s seats."
        )
        raise Refusal(409, "rated_settled", template)


def own_table(user: User, public_id: PublicId) -> Game:
    """Return the open table, locked. Raise Refusal unless the user is its host."""
    game = locked_table(public_id)
    if game.host_id != user.pk:
        raise not_host()
    return game


def free_seat_of(seats: list[Seat], held: set[SeatNumber], number: SeatNumber) -> Seat:
    """Return the seat with this number. Raise Refusal unless it is free and not held for an invited user."""
    seat = next((seat for seat in seats if seat.number == number), None)
    if seat is None:
        raise no_such_seat()
    if number in held:
        template = gettext_noop("This seat is reserved for an invited player.")
        raise Refusal(409, "seat_held", template, field="seat")
    if not seat_is_free(seat):
        raise Refusal(409, "seat_taken", gettext_noop("This seat is taken."), field="seat")
    return seat


def no_such_seat() -> Refusal:
    """Return Refusal 422 `no_such_seat`."""
    return Refusal(422, "no_such_seat", gettext_noop("There is no such seat."), field="seat")
