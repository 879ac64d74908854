"""Add moves to a study: the owner's, and what follows without a choice."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from engine import canonical
from engine.core import GameError
from engine.newtypes import SeatNumber
from engine.position import Position
from games.requests.refusals import Refusal
from games.study import private_board, selectors
from games.study.models import Study, StudyMove
from games.study.tree import MOST_MOVES, Move, MoveNumber, Tree
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

Choose = Callable[[Position], tuple[SeatNumber, object] | None]
"""Return the seat and the action (JSON) to add after a position, or None."""


def play_move(user: User, public_id: PublicId, parent: MoveNumber, seat: SeatNumber, action: object) -> MoveNumber:
    """Let a seat act after move `parent`. Return the number of the move: of the one that is there already, if it is the
    same.

    Raise Refusal 404 `no_such_study` or `no_such_move`, 400 or 422 if the rules do not allow the action, 409
    `too_many_moves`.
    """
    with transaction.atomic():
        study = locked(selectors.own_study(public_id, user))
        return add_move(study, parent, lambda position: (seat, action))


def locked(study: Study) -> Study:
    """Return the study's row, locked until the end of the transaction. Raise Refusal 404 if it is gone."""
    row = Study.objects.select_for_update(no_key=True).filter(pk=study.pk).first()
    if row is None:
        raise selectors.no_such_study(study.public_id)
    return row


def add_move(study: Study, parent: MoveNumber, choose: Choose) -> MoveNumber:
    """Add the chosen action after move `parent`, with what follows without a choice. Return the number of the move, or
    `parent` if nothing was chosen. The study must be locked. Raise Refusal as `play_move` does.
    """
    tree = selectors.tree_of(study)
    check_move(tree, parent)
    try:
        before = private_board.after(selectors.beginning_of(study), tree.line(parent))
        chosen = choose(before)
        if chosen is None:
            return parent
        seat, action = chosen
        step = private_board.act(before, seat, action)
    except GameError as error:
        raise Refusal.of(error) from error
    plain = private_board.action_of(step.events[0])
    same = (one for one in tree.after(parent) if one.seat == seat and canonical.alike(one.action, plain))
    known = next(same, None)
    if known is not None:
        return known.number
    number = MoveNumber(study.last_number + 1)
    added = [Move(number, parent, seat, plain)]
    added += [move for move, _ in private_board.follow_ups(step.position, number, MoveNumber(number + 1))]
    _store(study, tree, added)
    return number


def check_move(tree: Tree, number: MoveNumber, field: str = "parent") -> None:
    """Raise Refusal 404 `no_such_move` unless the move is the beginning or one of the tree's."""
    if number not in tree:
        raise Refusal(404, "no_such_move", gettext_noop("Move %(number)s not found."), field=field, number=number)


def _store(study: Study, tree: Tree, added: list[Move]) -> None:
    if len(tree) + len(added) > MOST_MOVES:
        template = gettext_noop("A study has at most %(most)s moves. Delete a variation first.")
        raise Refusal(409, "too_many_moves", template, most=MOST_MOVES)
    now = now_ms()
    StudyMove.objects.bulk_create(row_of(study, move, now) for move in added)
    Study.objects.filter(pk=study.pk).update(last_number=added[-1].number, changed_ms=now)
    study.last_number = added[-1].number


def row_of(study: Study, move: Move, at_ms: int) -> StudyMove:
    """Return the row of a move, not saved."""
    return StudyMove(
        study=study, number=move.number, parent=move.parent, seat=move.seat, action=move.action, place=move.place,
        comment=move.comment, glyph=move.glyph, at_ms=at_ms,
    )  # fmt: skip
