"""The opponent of a study: a computer player, which gets the view of its seat and thinks in a process of its own.

The owner asks for its moves after a move, a task for each decision makes them, and the owner's page looks for them. The
study's row says what is owed until it is done: a task for anything else does nothing, and a sweep finds lost ones.
"""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from engine.ai import levels
from engine.newtypes import SeatNumber, Seq
from engine.position import Position
from games.computer.services.thinking import NoAnswer, NotWanted, move_pool
from games.computer.services.thinking_lock import ThinkingLock
from games.live import followups
from games.requests.refusals import Refusal, throttled
from games.study import private_board, selectors
from games.study.models import Study
from games.study.services.play_move import add_move, check_move, locked
from games.study.tree import MoveNumber, Tree
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

FALLBACK_S = 5.0
"""Timeout (s) of the level that moves if the chosen one fails."""
WAITING_MS = 10_000
"""Milliseconds after which moves that were asked for can be asked for again."""
MOST_THINKING = 2
"""Maximum number of a user's studies in which opponents think at the same time."""


def ask_opponent(user: User, public_id: PublicId, number: MoveNumber) -> bool:
    """Have the opponent act after a move, until the owner is to move again; what was asked before in this study is
    dropped. Return whether it has something to do.

    Raise Refusal 404 `no_such_study` or `no_such_move`, 409 `by_hand_only` or `no_opponent`, 429 `throttled`.
    """
    study = selectors.own_study(public_id, user)
    _check_has_opponent(study)
    tree = selectors.tree_of(study)
    check_move(tree, number, "number")
    if tree.after(number) or _to_act(study, tree, number) is None:
        return False
    now = now_ms()
    if selectors.thinking_studies(user, now).exclude(pk=study.pk).count() >= MOST_THINKING:
        template = gettext_noop("Opponents are thinking in other studies of yours. Try again in a moment.")
        raise throttled("opponents", None, template)
    other = Study.objects.filter(pk=study.pk).exclude(asked=number, asked_ms__gt=now - WAITING_MS)
    if other.update(asked=number, asked_ms=now):
        followups.study_opponent(public_id, number)
    return True


def play_opponent(public_id: PublicId, number: MoveNumber) -> None:
    """Make the opponent's decision after a move, and queue the next one if that is the opponent's, too. Does nothing if
    it is not owed any more, or if another task is at it.
    """
    study = Study.objects.filter(public_id=public_id, asked=number).first()
    if study is None:
        return
    added = None
    try:
        if study.opponent and not selectors.is_by_hand_only(study):
            added = _next(study, number)
    except NotWanted:
        return  # the sweep asks again
    except Refusal as refusal:
        logger.warning("the opponent of study %s cannot act: %s", public_id, refusal)
    if added is not None and _to_act(study, selectors.tree_of(study), added) is not None:
        followups.study_opponent(public_id, added)
    else:
        Study.objects.filter(pk=study.pk, asked=number if added is None else added).update(asked=None, asked_ms=None)


def _next(study: Study, number: MoveNumber) -> MoveNumber | None:
    """Add the opponent's next action after a move, and return the last move that follows from it; None if there is
    nothing to do, or no level finds an action. Raise NotWanted if another task thinks about it, or none can now.
    """
    tree = selectors.tree_of(study)
    if number not in tree or tree.after(number):
        return None
    to_act = _to_act(study, tree, number)
    if to_act is None:
        return None
    seat, position = to_act
    lock = ThinkingLock("study", study.public_id, seat, Seq(number))
    if not lock.taken:
        raise NotWanted("another task thinks about it")
    try:
        action = _thought(study.opponent, position.view(seat), lock)
        return None if action is None else _add(study, number, seat, action)
    finally:
        lock.give_back()


def _add(study: Study, number: MoveNumber, seat: SeatNumber, action: object) -> MoveNumber | None:
    with transaction.atomic():
        row = locked(study)
        tree = selectors.tree_of(row)
        if number not in tree or tree.after(number):
            return None
        added = add_move(row, number, lambda _: (seat, action))
        tree = selectors.tree_of(row)
        while tree.after(added):
            added = tree.after(added)[0].number
        Study.objects.filter(pk=row.pk, asked=number).update(asked=added, asked_ms=now_ms())
    return added


def _thought(level: str, view: dict[str, Any], lock: ThinkingLock) -> Any:
    """Return the action (JSON) that the level chooses, or None if it fails and the simplest one too. Raise NotWanted if
    the process is about to end.
    """

    def wanted() -> bool:
        lock.renew()
        return True

    for name, timeout_s in ((level, settings.AI_SECONDS), (levels.FALLBACK, FALLBACK_S)):
        try:
            return move_pool.think(name, view, timeout_s, wanted)
        except NotWanted:
            raise
        except NoAnswer as error:
            logger.warning("no move of %s in a study: %r", name, error)
    return None


def _to_act(study: Study, tree: Tree, number: MoveNumber) -> tuple[SeatNumber, Position] | None:
    """Return the opponent's seat that is to act after a move, and the position; None if it is the owner's turn."""
    beginning = selectors.beginning_of(study)
    position = private_board.after(beginning, tree.line(number))
    seat = private_board.opponents_to_move(position, private_board.own_seat(beginning, study.view))
    return None if seat is None else (seat, position)


def _check_has_opponent(study: Study) -> None:
    selectors.check_may_have_help(study)
    if not study.opponent:
        template = gettext_noop("You play this study by hand. Choose an opponent first.")
        raise Refusal(409, "no_opponent", template)
