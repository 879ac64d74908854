"""An AI takes its turn."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from random import SystemRandom
from typing import Any, Unpack

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.utils.translation import gettext_noop

from engine import replay
from engine.ai import levels, players
from engine.core import Stale
from engine.newtypes import SeatNumber, Seq
from engine.position import Position, Step, place_on_errors
from games.computer.services.owed_decision import OwedDecision
from games.computer.services.thinking import Failed, NotWanted, TooSlow, move_pool
from games.computer.services.thinking_lock import ThinkingLock
from games.record.after_commit import look_again
from games.record.append import CommandResult, append_events
from games.record.command_context import CommandContext
from games.record.decide import Command
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId

logger = logging.getLogger(__name__)


def play_ai(public_id: PublicId, seat: SeatNumber, since: Seq | None) -> CommandResult | None:
    """Make the decision that an AI's seat has owed since event `since`, or (None) the one it owes now.

    Return None, and do nothing, if the decision is gone or another worker is thinking about it.

    The level thinks in a process of its own. If that takes too long or fails, `greedy` decides here, and if that fails
    too, chance does: a game never stops because of an AI. Raise Refusal only for a fault of the server.
    """
    decision = OwedDecision.now(public_id, seat) if since is None else OwedDecision(public_id, seat, since)
    if decision is None:
        return None
    with decision.alone("turn") as lock:
        position = decision.position()
        if position is None:
            look_again(public_id)
            return None
        if lock is None or position.ai[seat] is None:
            return None
        for action in _ideas(decision, position, lock):
            try:
                return append_events(public_id, seat, _turn(decision, action))
            except Refusal as refusal:
                if refusal.code == "stale" or not decision.stands():
                    return None  # the game has moved on
                if refusal.status >= 500:
                    raise
                logger.error("seat %s of game %s chose what is refused: %s", seat, public_id, refusal)
    return None


def _turn(decision: OwedDecision, action: object) -> Command:
    """Return the command that acts, with a check that the decision is still owed. It raises Stale otherwise."""
    seat, since = decision.seat, decision.since

    def command(position: Position, /, **context: Unpack[CommandContext]) -> Step:
        if position.owed_since[seat] != since or position.ai[seat] is None:
            with place_on_errors(position):
                raise Stale("stale", gettext_noop("This decision is no longer open."))
        return replay.act(position, seat, action, expected_seq=since, **context)

    return command


def _ideas(decision: OwedDecision, position: Position, lock: ThinkingLock) -> Iterator[Any]:
    """Yield actions (JSON) to try in turn; none if the decision is no longer wanted."""
    seat, level = decision.seat, position.ai[decision.seat]
    assert level is not None
    if not position.persons:
        level = levels.FALLBACK  # no person is left to play against
    view = position.view(seat)
    try:
        yield move_pool.think(level, view, settings.AI_SECONDS, lambda: _wanted(decision, lock))
    except NotWanted:
        return
    except (TooSlow, SoftTimeLimitExceeded):
        logger.warning("%s took too long on seat %s of game %s", level, seat, decision.public_id)
    except Failed as error:
        logger.error("%s failed on seat %s of game %s: %s", level, seat, decision.public_id, error)
    rng = SystemRandom()
    rules = position.rules
    try:
        yield rules.action_to_json(players.get(levels.FALLBACK).choose(view, rng))
    except Exception:
        logger.exception("%s failed on seat %s of game %s", levels.FALLBACK, seat, decision.public_id)
    yield rules.action_to_json(rules.random_action(position.state, seat, rng))


def _wanted(decision: OwedDecision, lock: ThinkingLock) -> bool:
    """Extend the lock, and return whether the decision still stands and an AI still plays the seat."""
    lock.renew()
    position = decision.position()
    return position is not None and position.ai[decision.seat] is not None
