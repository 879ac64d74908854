"""Store and delete conditional moves."""

from __future__ import annotations

import msgspec
from django.db import transaction
from django.db.models import F

from accounts.models import User
from engine import planned_turns
from engine.core import GameError
from engine.newtypes import SeatNumber
from engine.planned_turns import Turn
from engine.position import place_on_errors
from games.conditional_moves import selectors as conditional_moves
from games.conditional_moves.models import ConditionalMoves
from games.conditional_moves.services import tell_owner
from games.record.models import Game
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms


def store_conditional_moves(user: User, public_id: PublicId, seat: SeatNumber, turns: list[Turn]) -> ConditionalMoves:
    """Store the seat's conditional moves in place of any earlier ones. They wait for the seat's next turn. Raise
    Refusal if they are not possible.
    """
    conditional_moves.waiting(public_id, seat)  # if the log has to be folded, then before anything is locked
    with transaction.atomic():
        Game.objects.select_for_update().get(public_id=public_id)
        game, position = conditional_moves.waiting(public_id, seat)
        seed = conditional_moves.seed_of(public_id, position, seat)
        try:
            with place_on_errors(position):
                planned_turns.check(position.rules, position.view(seat), position.view(None), turns, seed)
        except GameError as error:
            raise Refusal.of(error) from error
        ConditionalMoves.objects.filter(game=game, seat=seat).delete()
        plan = ConditionalMoves.objects.create(
            game=game, seat=seat, user=user, at_ms=now_ms(), seq=position.seq, turns=msgspec.to_builtins(turns)
        )
        Game.objects.filter(pk=game.pk).update(conditional_seats=F("conditional_seats").bitor(1 << seat))
        tell_owner.tell_owner(public_id, seat, plan)
    return plan


def drop_conditional_moves(public_id: PublicId, seat: SeatNumber) -> None:
    """Delete the seat's conditional moves, even if they have ended, without a notification. Idempotent."""
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(public_id=public_id).first()
        if game is not None and ConditionalMoves.objects.filter(game=game, seat=seat).delete()[0]:
            Game.objects.filter(pk=game.pk).update(conditional_seats=game.conditional_seats & ~(1 << seat))
            tell_owner.tell_owner(public_id, seat, None)
