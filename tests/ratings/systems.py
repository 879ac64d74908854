"""Rating systems to compare on the same games: ours with several K, OpenSkill's Plackett–Luce and Glicko-2.

All are given a game at a time: who played (row numbers) and their ranks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from glicko2.math import E, mu_to_rating, rd_to_phi, update_rating
from openskill.models import PlackettLuce

from ratings import maths


class System(Protocol):
    name: str

    def expected(self, one: int, other: int) -> float:
        """The probability that `one` ranks above `other` (a shared rank is half of it)."""

    def play(self, players: Sequence[int], ranks: Sequence[int]) -> None:
        """Rate a game."""

    def value(self, player: int) -> float:
        """A player's rating, in points like Elo's, or on the system's own scale."""


class Elo:
    """Ours: the arithmetic of `ratings.maths` with a K of one's own, after a number of games."""

    def __init__(self, name: str, k: Callable[[int], int], players: int) -> None:
        self.name = name
        self.k = k
        self.values = [maths.START] * players
        self.games = [0] * players

    def expected(self, one: int, other: int) -> float:
        return maths.expectation(self.values[one], self.values[other]) / maths.ONE

    def play(self, players: Sequence[int], ranks: Sequence[int]) -> None:
        values = [self.values[player] for player in players]
        for index, player in enumerate(players):
            expected = maths.mean_expectation(values[index], values[:index] + values[index + 1 :])
            score = maths.mean_score(ranks[index], [*ranks[:index], *ranks[index + 1 :]])
            self.values[player] += maths.change(self.k(self.games[player]), score, expected)
            self.games[player] += 1

    def value(self, player: int) -> float:
        return self.values[player] / maths.POINT


class OpenSkill:
    """The library's Plackett–Luce model with its own settings; its predictions are its `predict_win` for two."""

    name = "OpenSkill (Plackett–Luce)"

    def __init__(self, players: int) -> None:
        self.model = PlackettLuce()
        self.ratings = [self.model.rating() for _ in range(players)]

    def expected(self, one: int, other: int) -> float:
        return self.model.predict_win([[self.ratings[one]], [self.ratings[other]]])[0]

    def play(self, players: Sequence[int], ranks: Sequence[int]) -> None:
        teams = self.model.rate([[self.ratings[player]] for player in players], ranks=list(map(float, ranks)))
        for player, (rating,) in zip(players, teams, strict=True):
            self.ratings[player] = rating

    def value(self, player: int) -> float:
        return self.ratings[player].mu


class Glicko2:
    """A game is a rating period, in which each player meets all the others (τ = 0.5, as in Glickman's example)."""

    name = "Glicko-2"
    START = (0.0, rd_to_phi(350), 0.06)

    def __init__(self, players: int) -> None:
        self.states: list[tuple[float, float, float]] = [self.START] * players

    def expected(self, one: int, other: int) -> float:
        (mu, phi, _), (mu_other, phi_other, _) = self.states[one], self.states[other]
        return E(mu, mu_other, math.hypot(phi, phi_other))

    def play(self, players: Sequence[int], ranks: Sequence[int]) -> None:
        states = [self.states[player] for player in players]
        for index, player in enumerate(players):
            met = [
                (states[other][0], states[other][1], maths.mean_score(ranks[index], [ranks[other]]) / maths.ONE)
                for other in range(len(players))
                if other != index
            ]
            mu, phi, sigma = update_rating(*states[index], met)
            self.states[player] = (mu, phi, sigma)

    def value(self, player: int) -> float:
        return mu_to_rating(self.states[player][0])
