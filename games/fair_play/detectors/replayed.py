"""Replays of a player's finished rated games, for the kinds of flags that need the AI. This module uses no database, so
that it can run in its own process (`python -m games.fair_play`).

Results are reproducible: the AI's thinking is limited by the number of imagined games, never by time, and random
samples are seeded with names.
"""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import msgspec

from engine import registry
from engine.ai.minds import MINDS
from engine.core import GameError, Rules
from engine.position import Event, LogError
from games.fair_play.detectors import engine_likeness, gifts, stalling, thought
from games.fair_play.detectors.decisions import Taken, of_seat, taken
from games.fair_play.detectors.finding import Finding

logger = logging.getLogger(__name__)

SAMPLED = 30
"""Number of decisions of a seat in a game that are examined for gifts."""


class Log(msgspec.Struct, frozen=True):
    """The log of a finished game, with its users by seat."""

    game: str
    users: dict[int, int]
    events: list[Event]


class Question(msgspec.Struct, frozen=True):
    """A question about `user`, whose rating is in whole points, and perhaps `other`, in games of one key."""

    kind: str
    key: str
    user: int
    games: list[Log]
    rating: int = 0
    other: int = 0


def detect(question: Question) -> Finding | None:
    """Return the finding; None if there is too little evidence. Raise ValueError for an unknown kind."""
    games = [game for log in question.games if (game := _Game.read(log, question.user)) is not None]
    match question.kind:
        case engine_likeness.KIND:
            decisions = [(game.name, one) for game in games for one in game.mine]
            return thought.likeness(question.user, question.rating, registry.get(question.key), decisions)
        case gifts.KIND:
            choices = [choice for game in games for choice in _costly(game, question.user)]
            found = gifts.detect(question.user, choices)
            return next((finding for finding in found if finding.other == question.other), None)
        case stalling.KIND:
            timed = [one for game in games for one in _timed(game, question.key)]
            return stalling.detect(question.user, timed)
    raise ValueError(question.kind)


class _Game:
    """One game of a player: the player's decisions, and the other users at the table by seat."""

    def __init__(self, name: str, rules: Rules[Any, Any], mine: list[Taken], others: dict[int, int]) -> None:
        self.name, self.rules, self.mine, self.others = name, rules, mine, others

    @classmethod
    def read(cls, game: Log, user: int) -> _Game | None:
        """Return the game; None if its log is broken."""
        try:
            rules, decisions = taken(game.events)
        except (LogError, GameError, ValueError, KeyError) as error:
            logger.error("game %s cannot be looked at: %s", game.game, error)
            return None
        own = [seat for seat, sits in game.users.items() if sits == user]
        others = {seat: sits for seat, sits in game.users.items() if sits != user}
        return cls(game.game, rules, [one for seat in own for one in of_seat(decisions, seat)], others)


def _costly(game: _Game, user: int) -> list[gifts.Costly]:
    chance = Random(f"gifts {game.name} {user}")  # noqa: S311 (reproducible)
    some = chance.sample(game.mine, min(SAMPLED, len(game.mine)))
    found = [thought.costly(game.rules, one, game.others, game.name) for one in some]
    return [choice for choice in found if choice is not None]


def _timed(game: _Game, key: str) -> list[stalling.TimedDecision]:
    mind, found = MINDS[key], []
    for one in game.mine:
        if one.taken_ms is not None:
            own = mind.expected_points(one.state, one.seat)
            best = max(mind.expected_points(one.state, seat) for seat in game.others)
            found.append(stalling.TimedDecision(stalling.is_lost(own, best, one.progress), one.taken_ms, game.name))
    return found
