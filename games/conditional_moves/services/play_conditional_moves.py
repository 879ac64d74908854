"""Turns that players have planned are played when they come."""

from __future__ import annotations

import logging
from contextvars import ContextVar

from django.db import transaction
from django.db.models import Max

from engine import planning
from engine.planning import Turn
from engine.position import Position
from games.conditional_moves import selectors as conditional_moves
from games.conditional_moves.models import ConditionalMoves
from games.conditional_moves.services import tell_owner
from games.live import followups
from games.record import positions
from games.record.models import Event, Game
from games.record.services.submit_action import submit_action
from games.requests.refusals import Refusal

logger = logging.getLogger(__name__)

IN_A_ROW = 8
"""Planned actions that are played right after the action that gave the turn; the rest is left to a task."""

_playing: ContextVar[bool] = ContextVar("playing plans", default=False)


def play_conditional_moves(public_id: str, limit: int = IN_A_ROW) -> None:
    """Play what is planned for now, one action after the other, each with a commit of its own.

    Whatever goes wrong, nothing is raised: what has led here stands, and the sweep comes back to it. Anybody may call
    it at any time; an action that two have begun is played once.
    """
    if _playing.get():
        return  # an action of a plan has given the turn to another plan: the loop below comes to it
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


def _next(public_id: str) -> bool:
    """One action, or the end of a plan; False when nothing is planned for now."""
    game = Game.objects.filter(public_id=public_id, conditional_seats__gt=0, seq__isnull=False).first()
    if game is None:
        return False
    entry = positions.load_or_none(game)  # read before it is looked whether the action has been played
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
    """Whether the player has acted since, or what the plan has done was taken back."""
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
"""Events by which a seat takes the game into its own hands, or loses it."""


def _act(game: Game, plan: ConditionalMoves, position: Position) -> bool:
    turns = conditional_moves.turns_of(plan)
    place = conditional_moves.place_in(turns, plan.done)
    assert place is not None, "a plan that waits has something to do"
    number, index = place
    key = f"{conditional_moves.key_of(plan)}{plan.done}"
    if Event.objects.filter(game_id=game.pk, seat=plan.seat, key=key).exists():
        return _advance(game, plan, turns)  # whoever played it could not say so any more
    if index == 0:
        public = position.view(None)
        for condition in turns[number].conditions:
            if not planning.holds(condition, public):
                return _end(game, plan, conditional_moves.condition_failed(condition))
    try:
        submit_action(game.public_id, plan.seat, position.owed_since[plan.seat], turns[number].actions[index], key)
    except Refusal as refusal:
        if refusal.code == "stale":
            return True  # somebody has acted meanwhile: it is looked at again
        if refusal.code == "paused":
            return False  # until the game goes on
        if refusal.status >= 500:
            raise
        if refusal.code != "key_reused":  # by another worker, on another position
            return _end(game, plan, refusal)
    return _advance(game, plan, turns)


def _advance(game: Game, plan: ConditionalMoves, turns: list[Turn]) -> bool:
    """The next action of the plan has been played."""
    if conditional_moves.place_in(turns, plan.done + 1) is None:
        return _end(game, plan, None, done=plan.done + 1, state=ConditionalMoves.State.PLAYED)
    if ConditionalMoves.objects.filter(pk=plan.pk, state=ConditionalMoves.State.WAITING, done=plan.done).update(
        done=plan.done + 1
    ):
        plan.done += 1
        tell_owner.tell_owner(game.public_id, plan.seat, plan)
    return True


def _end(
    game: Game,
    plan: ConditionalMoves,
    why: Refusal | None,
    done: int | None = None,
    state: ConditionalMoves.State = ConditionalMoves.State.DROPPED,
) -> bool:
    """The plan waits no longer, unless another worker has gone on with it. Its owner is told why."""
    reason = None if why is None else conditional_moves.reason(why)
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        stands = ConditionalMoves.objects.filter(pk=plan.pk, state=ConditionalMoves.State.WAITING, done=plan.done)
        if not stands.update(state=state, done=plan.done if done is None else done, why=reason, told=why is None):
            return True
        Game.objects.filter(pk=game.pk).update(conditional_seats=row.conditional_seats & ~(1 << plan.seat))
        plan.refresh_from_db()
        tell_owner.tell_owner(game.public_id, plan.seat, plan)
    if why is not None:
        followups.tell_moves_dropped(plan.pk)
    return True
