"""Hints: what the AI would do in a player's place, at tables where no other person plays."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext_noop

from engine.ai import levels
from engine.core import GameError
from engine.newtypes import SeatNumber, Seq
from engine.position import Position, expect, place_on_errors
from games.computer.services.owed_decision import OwedDecision
from games.computer.services.thinking import Failed, NotWanted, TooSlow, move_pool
from games.live import followups
from games.live.groups import publisher
from games.record import frames, positions, selectors
from games.requests.refusals import Refusal, not_running
from pyramido_site.infrastructure.public_ids import PublicId

logger = logging.getLogger(__name__)

KEEP_S = 600
"""Seconds for which a hint is cached."""

FALLBACK_S = 5.0
"""Timeout (s) of the level that thinks if the first one fails."""

WAITING_S = 5.0
"""Seconds that a task may wait for a worker, and the hint be on its way."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for the decision owed since event `since`. `action` is JSON, or None while the AI is thinking; `game` is
    the key of the game.
    """

    game: str
    since: Seq
    action: Any

    def to_json(self) -> dict[str, Any]:
        """Return the hint as JSON."""
        return {"game": self.game, "seq": self.since, "action": self.action}


def ask_hint(public_id: PublicId, seat: SeatNumber, expected_seq: Seq) -> Hint:
    """Return the hint for the decision that the seat owes, or have one made, which is also sent to the seat's sockets.

    A hint that is not there after the longest time to think counts as lost: asking again queues it again. Raise Refusal
    if there are no hints here, the seat owes nothing, or `expected_seq` is stale.
    """
    decision, position = _owed(public_id, seat)
    try:
        with place_on_errors(position):
            expect(position, seat, expected_seq)
    except GameError as error:
        raise Refusal.of(error) from error
    game = position.rules.key
    known = _known(decision, game)
    if known is not None and known.action is not None:
        _send(decision, known)
        return known
    if cache.add(_key(decision), {"action": None}, settings.AI_SECONDS + FALLBACK_S + WAITING_S):
        followups.hint(public_id, seat, decision.since)
    return Hint(game, decision.since, None)


def hint_of(public_id: PublicId, seat: SeatNumber) -> Hint:
    """Return the hint for the decision that the seat owes. Raise Refusal, 404 `no_hint` if none was asked for."""
    decision, position = _owed(public_id, seat)
    known = _known(decision, position.rules.key)
    if known is None:
        raise Refusal(404, "no_hint", gettext_noop("You have not asked for a hint."), seq=position.seq)
    return known


def make_hint(public_id: PublicId, seat: SeatNumber, since: Seq) -> None:
    """Think, cache the hint and send it.

    Idempotent: does nothing if the decision is gone, the hint is there, or another worker is thinking about it.
    """
    decision = OwedDecision(public_id, seat, since)
    with decision.alone("hint") as lock:
        position = decision.position()
        if lock is None or position is None:
            return
        game = position.rules.key
        known = _known(decision, game)
        if known is not None and known.action is not None:
            return

        def wanted() -> bool:
            lock.renew()
            return decision.stands()

        view = position.view(seat)
        try:
            try:
                action = move_pool.think(levels.HINTS, view, settings.AI_SECONDS, wanted)
            except (TooSlow, Failed) as error:
                logger.warning("no hint of %s for game %s: %r", levels.HINTS, public_id, error)
                action = move_pool.think(levels.FALLBACK, view, FALLBACK_S, wanted)
        except NotWanted:
            return
        cache.set(_key(decision), {"action": action}, KEEP_S)
        _send(decision, Hint(game, since, action))


def _owed(public_id: PublicId, seat: SeatNumber) -> tuple[OwedDecision, Position]:
    """Return the decision that the seat owes, and the position. Raise Refusal if there are no hints here or nothing is
    owed.
    """
    game = selectors.game_by_id(public_id)
    if game.seq is None or game.status != game.Status.RUNNING:
        raise not_running()
    entry = positions.load(game)
    position = entry.position
    if entry.info.seats[seat].is_bot:
        raise _off(gettext_noop("Bots cannot get hints."), position)
    if not levels.plays(game.game_key):
        raise _off(gettext_noop("There are no hints for this game yet."), position)
    if game.rated:
        raise _off(gettext_noop("Hints are not available in rated games."), position)
    if set(position.persons) - {seat}:
        raise _off(gettext_noop("Hints are not available when you play against other people."), position)
    if seat not in position.persons or seat not in position.to_move:
        raise Refusal(422, "nothing_owed", gettext_noop("You have no decision to make now."), seq=position.seq)
    return OwedDecision(public_id, seat, position.owed_since[seat]), position


def _off(template: str, position: Position) -> Refusal:
    return Refusal(403, "hints_off", template, seq=position.seq)


def _key(decision: OwedDecision) -> str:
    return f"hint:{decision.public_id}:{decision.seat}:{decision.since}"


def _known(decision: OwedDecision, game: str) -> Hint | None:
    kept = cache.get(_key(decision))
    return None if kept is None else Hint(game, decision.since, kept["action"])


def _send(decision: OwedDecision, hint: Hint) -> None:
    """Send the hint to the seat's own audience only."""
    frame = {"type": "hint", **hint.to_json()}
    publisher.publish([frames.addressed(decision.public_id, decision.seat, frame)])
