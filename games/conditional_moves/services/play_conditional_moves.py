"""Play conditional moves when their turn has come."""

from __future__ import annotations

import logging
from contextvars import ContextVar

from django.db import transaction
from django.db.models import Max

from engine import planned_turns
from engine.planned_turns import Turn
from engine.position import Position
from games.conditional_moves import selectors as conditional_moves
from games.conditional_moves.models import ConditionalMoves
from games.conditional_moves.services import tell_owner
from games.live import followups
from games.record import positions
from games.record.models import Event, Game
from games.record.services.submit_action import submit_action
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId

logger = logging.getLogger(__name__)

IN_A_ROW = 8
"""Maximum number of actions played right after the move that preceded them; a task plays the rest."""

_playing: ContextVar[bool] = ContextVar("playing plans", default=False)


def play_conditional_moves(public_id: PublicId, limit: int = IN_A_ROW) -> None:
    """Play the conditional moves that are due, one action after the other, each with a commit of its own.

    Nothing is raised: the move that led here stands, and the sweep tries again. Safe to call at any time and in
    parallel: the idempotency key ensures that each action is played once.
    """
    if _playing.get():
        return  # called by an action that is played below: the loop comes to the next one itself
    token = _playing.set(True)
    try:
        for _ in range(limit):
            if not _next(public_id):
                return
        followups.play_conditional_moves(public_id)
    except Exception:
        logger.exception("the plans of game %s were not played", public_id)
    finally:
        _playing.reset(token)


def _next(public_id: PublicId) -> bool:
    """Play one action or end one plan. Return False if nothing is due."""
    game = Game.objects.filter(public_id=public_id, conditional_seats__gt=0, seq__isnull=False).first()
    if game is None:
        return False
    entry = positions.load_or_none(game)  # before the check below whether the action was played
    if entry is None:
        return False
    position = entry.position
    for plan in ConditionalMoves.objects.filter(game=game, state=ConditionalMoves.State.WAITING).order_by("seat"):
        if position.ended or _moot(plan):
            _end(game, plan, None)
            return True
        if plan.seat in position.to_move and position.paused_ms is None:
            return _act(game, plan, position)
    return False


def _moot(plan: ConditionalMoves) -> bool:
    """Whether the player has acted since, or a planned action was taken back."""
    since = Event.objects.filter(game_id=plan.game_id, seq__gt=plan.seq)
    own = since.filter(seat=plan.seat, kind__in=_OWN)
    begun = own.filter(key__startswith=conditional_moves.key_of(plan)).aggregate(last=Max("seq"))["last"]
    if own.exclude(key__startswith=conditional_moves.key_of(plan)).exists():
        return True
    if begun is None:
        return False
    undone = since.filter(kind="taken_back", seq__gt=begun).values_list("payload__to", flat=True)
    return any(to < begun for to in undone)


_OWN = ("action", "submission", "taken_back", "resigned", "taken_over", "timed_out", "removed")
"""Events by which a player acts in person, or loses the seat."""


def _act(game: Game, plan: ConditionalMoves, position: Position) -> bool:
    """Play the next action, or end the plan if a condition is not met or the action is refused. Return False if the
    game is paused.
    """
    turns = conditional_moves.turns_of(plan)
    place = conditional_moves.place_in(turns, plan.done)
    assert place is not None, "a plan that waits has something to do"
    number, index = place
    key = f"{conditional_moves.key_of(plan)}{plan.done}"
    if Event.objects.filter(game_id=game.pk, seat=plan.seat, key=key).exists():
        return _advance(game, plan, turns)  # a worker played it and died before it could note that
    if index == 0:
        public = position.view(None)
        for condition in turns[number].conditions:
            if not planned_turns.holds(condition, public):
                return _end(game, plan, conditional_moves.condition_failed(condition))
    try:
        submit_action(game.public_id, plan.seat, position.owed_since[plan.seat], turns[number].actions[index], key)
    except Refusal as refusal:
        if refusal.code == "stale":
            return True  # the game has moved on: look again
        if refusal.code == "paused":
            return False  # wait until the game is resumed
        if refusal.status >= 500:
            raise
        if refusal.code != "key_reused":  # another worker played it, on another position
            return _end(game, plan, refusal)
    return _advance(game, plan, turns)


def _advance(game: Game, plan: ConditionalMoves, turns: list[Turn]) -> bool:
    """Note that the next action was played."""
    if conditional_moves.place_in(turns, plan.done + 1) is None:
        return _end(game, plan, None, done=plan.done + 1, state=ConditionalMoves.State.PLAYED)
    if ConditionalMoves.objects.filter(pk=plan.pk, state=ConditionalMoves.State.WAITING, done=plan.done).update(
        done=plan.done + 1
    ):
        plan.done += 1
        plan.game = game
        tell_owner.tell_owner(game.public_id, plan.seat, plan)
    return True


def _end(
    game: Game,
    plan: ConditionalMoves,
    why: Refusal | None,
    done: int | None = None,
    state: ConditionalMoves.State = ConditionalMoves.State.DROPPED,
) -> bool:
    """End the plan, and tell its owner why, unless another worker has already gone on with it."""
    reason = None if why is None else conditional_moves.reason(why)
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        stands = ConditionalMoves.objects.filter(pk=plan.pk, state=ConditionalMoves.State.WAITING, done=plan.done)
        if not stands.update(state=state, done=plan.done if done is None else done, why=reason, told=why is None):
            return True
        Game.objects.filter(pk=game.pk).update(conditional_seats=row.conditional_seats & ~(1 << plan.seat))
        plan.refresh_from_db()
        plan.game = row
        tell_owner.tell_owner(game.public_id, plan.seat, plan)
    if why is not None:
        followups.tell_moves_dropped(plan.pk)
    return True
