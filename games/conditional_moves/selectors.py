"""Stored conditional moves (docs/formats/conditional-moves.md), and how far they have been played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import F, Q
from django.db.models.expressions import Combinable, CombinedExpression
from django.utils.translation import gettext, gettext_noop

from engine import planned_turns
from engine.core import GameError
from engine.newtypes import SeatNumber
from engine.planned_turns import Condition, Turn
from engine.position import Position, place_on_errors
from games.conditional_moves.models import ConditionalMoves
from games.record import positions
from games.record.models import Game
from games.requests.bodies import read
from games.requests.refusals import Refusal, not_found, not_running, not_seated
from pyramido_site.infrastructure.public_ids import PublicId

JSON = dict[str, Any]

CONDITION_FAILED = "condition_failed"


def turns_of(plan: ConditionalMoves) -> list[Turn]:
    """Return the planned turns."""
    return read(plan.turns, list[Turn])


def place_in(turns: list[Turn], done: int) -> tuple[int, int] | None:
    """Return the turn and the index of the action in it that follow after `done` actions; None after the last one."""
    for number, turn in enumerate(turns):
        if done < len(turn.actions):
            return number, done
        done -= len(turn.actions)
    return None


def key_of(plan: ConditionalMoves) -> str:
    """Return the prefix of the idempotency keys of all its actions."""
    return f"plan.{plan.pk}."


def seed_of(public_id: PublicId, position: Position, seat: SeatNumber) -> str:
    """Return the seed of previews. It stays the same at a position, so that repeated previews agree; it is
    no secret.
    """
    return f"{public_id} {position.seq} {seat}"


def conditional_moves_json(plan: ConditionalMoves | None) -> JSON | None:
    """Return the conditional moves as JSON for their owner."""
    if plan is None:
        return None
    return {
        "game": plan.game.game_key,
        "state": plan.state,
        "turns": plan.turns,
        "done": plan.done,
        "at_ms": plan.at_ms,
        "why": None if plan.why is None else _why(plan.why),
    }


def reason(refusal: Refusal) -> JSON:
    """Return a refusal as it is stored, to be shown later in its reader's language."""
    params = {name: value if isinstance(value, int) else str(value) for name, value in refusal.params.items()}
    return {"code": refusal.code, "template": refusal.template, "params": params}


def _why(stored: JSON) -> JSON:
    template = gettext(stored["template"])
    detail = template % stored["params"] if stored["params"] else template
    at = stored["params"].get("at") if stored["code"] == CONDITION_FAILED else None
    return {"code": stored["code"], "detail": detail, "at": at}


def condition_failed(condition: Condition) -> Refusal:
    """Return the refusal for a condition that was not met."""
    return Refusal(
        422, CONDITION_FAILED, gettext_noop("The table no longer matched a condition of the plan."), at=condition.at
    )


def plan_of(public_id: PublicId, seat: SeatNumber) -> ConditionalMoves | None:
    """Return the latest conditional moves of a seat, whatever their state, or None."""
    of_seat = ConditionalMoves.objects.filter(game__public_id=public_id, seat=seat)
    return of_seat.select_related("game").order_by("-pk").first()


def waiting(public_id: PublicId, seat: SeatNumber) -> tuple[Game, Position]:
    """Return a running game and its position. Raise Refusal if it is not running or an AI has taken the seat over."""
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise not_found(public_id)
    if game.seq is None or game.status != Game.Status.RUNNING:
        raise not_running()
    position = positions.load(game).position
    if position.ai[seat] is not None:
        raise not_seated()
    return game, position


def preview(public_id: PublicId, seat: SeatNumber, turns: list[list[Any]]) -> JSON:
    """Return what the seat would see after these turns of actions, if the first one began now. Raise Refusal."""
    _, position = waiting(public_id, seat)
    try:
        with place_on_errors(position):
            seen = planned_turns.play(position.rules, position.view(seat), turns, seed_of(public_id, position, seat))
    except GameError as error:
        raise Refusal.of(error) from error
    return {"seq": position.seq, "view": seen.view, "unknown": list(seen.unknown), "over": seen.over}


def faults(game: Game, position: Position) -> Iterator[str]:
    """Yield what is wrong with the conditional moves stored for a game, a sentence each."""
    waiting = ConditionalMoves.objects.filter(game=game, state=ConditionalMoves.State.WAITING)
    expected = sum(1 << seat for seat in waiting.values_list("seat", flat=True))
    stored = game.conditional_seats
    if stored != expected:
        yield f"conditional_seats: the table says {stored}, the conditional moves that wait say {expected}"


def games_due(before_ms: int, limit: int) -> list[PublicId]:
    """Return public ids of games with conditional moves that may have waited to be played or ended since before
    `before_ms`.
    """
    planned = Game.objects.filter(conditional_seats__gt=0, last_event_ms__lte=before_ms)
    both = CombinedExpression(F("conditional_seats"), Combinable.BITAND, F("to_move"))
    due = planned.alias(now=both).filter(~Q(status=Game.Status.RUNNING) | Q(now__gt=0))
    return list(due.order_by("last_event_ms").values_list("public_id", flat=True)[:limit])


def dropped_untold(limit: int) -> list[int]:
    """Return ids of dropped conditional moves whose owners have not been notified."""
    return list(ConditionalMoves.objects.filter(told=False).order_by("pk").values_list("pk", flat=True)[:limit])
