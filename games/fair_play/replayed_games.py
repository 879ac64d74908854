"""Replayed games: a player's latest finished rated games, read for the kinds of flags that need the AI. A separate
process examines them (`games.fair_play.detectors.replayed`), because that takes seconds of computing.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.ai.minds import MINDS
from engine.ai.points_lost import FITTED
from engine.position import Event
from games.computer.services.thinking import analysis_pool
from games.fair_play.detectors import engine_likeness, gifts, stalling
from games.fair_play.detectors.finding import Finding
from games.fair_play.detectors.replayed import Log, Question
from games.fair_play.selectors import Rated, events_of, latest
from ratings import elo
from ratings.models import Rating, RatingPool

LOOKED_AT, SHARED, TIMED = 6, 6, 8
"""Number of latest games to read: for likeness, for gifts (with the opponent), and for stalling."""
TIMEOUT_S = 300
"""Timeout (s) for one question."""


class ReplayedGames:
    """A player's games of one key, each read once. All questions raise games.computer.services.thinking.NoAnswer."""

    def __init__(self, key: str, now_ms: int) -> None:
        self.key = key
        self.now_ms = now_ms
        self._read: dict[str, list[Event]] = {}

    def likeness(self, user: int) -> Finding | None:
        """Return whether a winning player plays like the AI; None if there are too few games, or no fit of people's
        play for this game.
        """
        if self.key not in FITTED:
            return None
        games = latest(user, self.now_ms, LOOKED_AT, key=self.key)
        won = sum(game.ranks[seat] == 1 for game in games for seat, sits in game.users.items() if sits == user)
        if not engine_likeness.is_looked_at(len(games), won):
            return None
        return self._ask(engine_likeness.KIND, user, games, rating=self._rating(user))

    def _rating(self, user: int) -> int:
        """Return the player's highest rating among people, in whole points."""
        stands = Rating.objects.filter(user=user, pool__game=self.key, pool__population=RatingPool.Population.PEOPLE)
        return max(stands.values_list("value", flat=True), default=elo.START) // elo.POINT

    def gifts(self, giver: int, opponent: int) -> Finding | None:
        """Return whether `giver` makes gifts to `opponent` in games of three or more."""
        games = latest(giver, self.now_ms, SHARED, key=self.key, seats=3, other=opponent)
        return self._ask(gifts.KIND, giver, games, other=opponent) if len(games) >= gifts.GAMES else None

    def stalling(self, user: int) -> Finding | None:
        """Return whether the player takes more time once a live game is lost."""
        games = latest(user, self.now_ms, TIMED, key=self.key)
        live = [game for game in games if game.pace == RatingPool.Pace.LIVE]
        return self._ask(stalling.KIND, user, live) if len(live) >= stalling.GAMES else None

    def _ask(self, kind: str, user: int, games: Sequence[Rated], *, rating: int = 0, other: int = 0) -> Finding | None:
        if self.key not in MINDS:
            return None
        logs = [Log(game.game, game.users, events) for game in games if (events := self._events(game))]
        question = Question(kind, self.key, user, logs, rating, other)
        answer = analysis_pool.ask(question, TIMEOUT_S, lambda: True)
        return msgspec.convert(answer["finding"], Finding | None)

    def _events(self, game: Rated) -> list[Event]:
        """Return the game's events; none if the game was deleted."""
        if game.game not in self._read:
            self._read[game.game] = events_of(game)
        return self._read[game.game]
