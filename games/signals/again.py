"""Finished rated games played over again, for the signals that need the AI: the latest ones of a player.

The AI's thought is limited by imagined games, never by time, and samples are drawn by names: computed again, all comes
out the same.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine import registry
from engine.ai.minds import MINDS
from engine.core import Rules
from games.signals import engine_likeness, gifts, stalling, thought
from games.signals.decisions import Taken, of_seat
from games.signals.finding import Finding
from games.signals.reading import Rated, latest, played
from ratings import maths
from ratings.models import Rating, RatingPool

LOOKED_AT, SHARED, TIMED = 6, 6, 8
"""The latest games: for likeness, with an opponent for gifts, and for stalling."""
SAMPLED = 30
"""Decisions of a seat in a game that are asked whether they were gifts."""


class Again:
    """Games of one kind, each read once."""

    def __init__(self, key: str, now: int) -> None:
        self.rules: Rules[Any, Any] = registry.get(key)
        self.now = now
        self._played: dict[str, tuple[Rules[Any, Any], list[Taken]] | None] = {}

    def _of(self, game: Rated) -> tuple[Rules[Any, Any], list[Taken]] | None:
        if game.game not in self._played:
            self._played[game.game] = played(game)
        return self._played[game.game]

    def _decisions(self, game: Rated, user: int) -> list[Taken]:
        found = self._of(game)
        seat = _seat(game, user)
        return [] if found is None or seat is None else of_seat(found[1], seat)

    def likeness(self, user: int) -> Finding | None:
        """Whether a player who wins plays like the AI."""
        games = latest(user, self.now, LOOKED_AT, key=self.rules.key)
        won = sum(game.ranks[seat] == 1 for game in games if (seat := _seat(game, user)) is not None)
        if len(games) < engine_likeness.GAMES or won < engine_likeness.WON * len(games):
            return None
        decisions = [(game.game, one) for game in games for one in self._decisions(game, user)]
        return thought.likeness(user, self._rating(user), self.rules, decisions)

    def _rating(self, user: int) -> int:
        """The player's highest among people, in whole points."""
        stands = Rating.objects.filter(
            user=user, pool__game=self.rules.key, pool__population=RatingPool.Population.PEOPLE
        )
        return max(stands.values_list("value", flat=True), default=maths.START) // maths.POINT

    def gifts(self, giver: int, opponent: int) -> list[Finding]:
        """Whether a player gives to somebody in games of three and more."""
        games = latest(giver, self.now, SHARED, key=self.rules.key, seats=3, other=opponent)
        if len(games) < gifts.GAMES:
            return []
        choices = []
        for game in games:
            found = self._of(game)
            seat = _seat(game, giver)
            if found is None or seat is None:
                continue
            users = {number: user for number, user in game.users.items() if number != seat}
            mine = of_seat(found[1], seat)
            chance = Random(f"gifts {game.game} {giver}")  # noqa: S311 (the same whenever it is asked)
            for one in chance.sample(mine, min(SAMPLED, len(mine))):
                if (choice := thought.costly(found[0], one, users, game.game)) is not None:
                    choices.append(choice)
        return [finding for finding in gifts.judge(giver, choices) if finding.other == opponent]

    def stalling(self, user: int) -> Finding | None:
        """Whether a player takes more time once a live game is lost."""
        mind, decisions = MINDS[self.rules.key], []
        for game in latest(user, self.now, TIMED, key=self.rules.key):
            if game.pace != RatingPool.Pace.LIVE:
                continue
            for one in self._decisions(game, user):
                if one.ms is not None:
                    own = mind.prospects(one.state, one.seat)
                    other = max(mind.prospects(one.state, seat) for seat in game.users if seat != one.seat)
                    lost = stalling.is_lost(own, other, one.progress)
                    decisions.append(stalling.Decision(lost, one.ms, game.game))
        return stalling.judge(user, decisions)


def _seat(game: Rated, user: int) -> int | None:
    return next((number for number, sits in game.users.items() if sits == user), None)
