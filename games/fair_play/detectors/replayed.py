"""Finished rated games of a player played over again, for the signals that need the AI; it knows no database, so that
it can run in a process of its own (`python -m games.fair_play`).

The AI's thought is limited by imagined games, never by time, and samples are drawn by names: computed again, all comes
out the same.
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

log = logging.getLogger(__name__)

SAMPLED = 30
"""Decisions of a seat in a game that are asked whether they were gifts."""


class Log(msgspec.Struct, frozen=True):
    """A game that has ended, with its people's accounts by seat."""

    game: str
    users: dict[int, int]
    events: list[Event]


class Question(msgspec.Struct, frozen=True):
    """Which signal is asked about `user`, who has that rating in whole points, and `other`, in games of one kind."""

    signal: str
    key: str
    user: int
    games: list[Log]
    rating: int = 0
    other: int = 0


def detect(question: Question) -> Finding | None:
    """None where there is too little to say anything."""
    games = [game for log in question.games if (game := _Game.read(log, question.user)) is not None]
    match question.signal:
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
    raise ValueError(question.signal)


class _Game:
    """One of a player's games: their decisions, and the others at the table by seat."""

    def __init__(self, name: str, rules: Rules[Any, Any], mine: list[Taken], others: dict[int, int]) -> None:
        self.name, self.rules, self.mine, self.others = name, rules, mine, others

    @classmethod
    def read(cls, game: Log, user: int) -> _Game | None:
        """None for a game whose log is broken."""
        try:
            rules, decisions = taken(game.events)
        except (LogError, GameError, ValueError, KeyError) as error:
            log.error("game %s cannot be looked at: %s", game.game, error)
            return None
        own = [seat for seat, sits in game.users.items() if sits == user]
        others = {seat: sits for seat, sits in game.users.items() if sits != user}
        return cls(game.game, rules, [one for seat in own for one in of_seat(decisions, seat)], others)


def _costly(game: _Game, user: int) -> list[gifts.Costly]:
    chance = Random(f"gifts {game.name} {user}")  # noqa: S311 (the same whenever it is asked)
    some = chance.sample(game.mine, min(SAMPLED, len(game.mine)))
    found = [thought.costly(game.rules, one, game.others, game.name) for one in some]
    return [choice for choice in found if choice is not None]


def _timed(game: _Game, key: str) -> list[stalling.TimedDecision]:
    mind, found = MINDS[key], []
    for one in game.mine:
        if one.ms is not None:
            own = mind.prospects(one.state, one.seat)
            best = max(mind.prospects(one.state, seat) for seat in game.others)
            found.append(stalling.TimedDecision(stalling.is_lost(own, best, one.progress), one.ms, game.name))
    return found
