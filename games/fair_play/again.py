"""The latest finished rated games of a player, read for the signals that need the AI. These are looked at in a process
of their own (`games.fair_play.detectors.replayed`): that takes seconds, which belong to whoever is served by this one.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.ai.measured import FITTED
from engine.ai.minds import MINDS
from engine.position import Event
from games.computer.services.thinking import analysis_pool
from games.fair_play.detectors import engine_likeness, gifts, stalling
from games.fair_play.detectors.finding import Finding
from games.fair_play.detectors.replayed import Log, Question
from games.fair_play.selectors import Rated, events_of, latest
from ratings import maths
from ratings.models import Rating, RatingPool

LOOKED_AT, SHARED, TIMED = 6, 6, 8
"""The latest games: for likeness, with an opponent for gifts, and for stalling."""
SECONDS = 300
"""A question that is not answered by then is given up."""


class Again:
    """Games of one kind, each read once. All questions raise games.computer.services.thinking.NoAnswer."""

    def __init__(self, key: str, now: int) -> None:
        self.key = key
        self.now = now
        self._read: dict[str, list[Event]] = {}

    def likeness(self, user: int) -> Finding | None:
        """Whether a player who wins plays like the AI; None also where it is not known how people play."""
        if self.key not in FITTED:
            return None
        games = latest(user, self.now, LOOKED_AT, key=self.key)
        won = sum(game.ranks[seat] == 1 for game in games for seat, sits in game.users.items() if sits == user)
        if not engine_likeness.is_looked_at(len(games), won):
            return None
        return self._ask(engine_likeness.KIND, user, games, rating=self._rating(user))

    def _rating(self, user: int) -> int:
        """The player's highest among people, in whole points."""
        stands = Rating.objects.filter(user=user, pool__game=self.key, pool__population=RatingPool.Population.PEOPLE)
        return max(stands.values_list("value", flat=True), default=maths.START) // maths.POINT

    def gifts(self, giver: int, opponent: int) -> Finding | None:
        """Whether a player gives to somebody in games of three and more."""
        games = latest(giver, self.now, SHARED, key=self.key, seats=3, other=opponent)
        return self._ask(gifts.KIND, giver, games, other=opponent) if len(games) >= gifts.GAMES else None

    def stalling(self, user: int) -> Finding | None:
        """Whether a player takes more time once a live game is lost."""
        games = latest(user, self.now, TIMED, key=self.key)
        live = [game for game in games if game.pace == RatingPool.Pace.LIVE]
        return self._ask(stalling.KIND, user, live) if len(live) >= stalling.GAMES else None

    def _ask(
        self, signal: str, user: int, games: Sequence[Rated], *, rating: int = 0, other: int = 0
    ) -> Finding | None:
        if self.key not in MINDS:
            return None
        logs = [Log(game.game, game.users, events) for game in games if (events := self._events(game))]
        question = Question(signal, self.key, user, logs, rating, other)
        answer = analysis_pool.ask(question, SECONDS, lambda: True)
        return msgspec.convert(answer["finding"], Finding | None)

    def _events(self, game: Rated) -> list[Event]:
        """None of a game that was removed."""
        if game.game not in self._read:
            self._read[game.game] = events_of(game)
        return self._read[game.game]
