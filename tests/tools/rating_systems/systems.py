"""Rating systems to compare on the same games: ours with several K, OpenSkill's Plackett–Luce and Glicko-2.

All get one game at a time: the players (row numbers) and their ranks.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

from glicko2.math import E, mu_to_rating, rd_to_phi, update_rating
from openskill.models import PlackettLuce

from ratings import elo


class System(Protocol):
    name: str

    def predict(self, players: Sequence[int]) -> list[float]:
        """Return, for each pair of a table in the order of `PAIRS`, the probability that the first ranks above the
        second (a shared rank counts half).
        """

    def play(self, players: Sequence[int], ranks: Sequence[int]) -> None:
        """Rate a game that was predicted."""

    def value(self, player: int) -> float:
        """Return a player's rating, in points like Elo's, or on the system's own scale."""


PAIRS = {seats: list(itertools.combinations(range(seats), 2)) for seats in (2, 3, 4)}


class Elo:
    """Ours: the arithmetic of `ratings.elo`, with another K after a number of games."""

    def __init__(self, name: str, k: Callable[[int], int], players: int) -> None:
        self.name = name
        self.k = k
        self.values = [elo.START] * players
        self.games = [0] * players
        self.expected: list[int] = []

    def predict(self, players: Sequence[int]) -> list[float]:
        values = [self.values[player] for player in players]
        self.expected = [elo.expectation(values[i], values[j]) for i, j in PAIRS[len(players)]]
        return [expected / elo.ONE for expected in self.expected]

    def play(self, players: Sequence[int], ranks: Sequence[int]) -> None:
        sums = [0] * len(players)
        for (i, j), expected in zip(PAIRS[len(players)], self.expected, strict=True):
            sums[i] += expected
            sums[j] += elo.ONE - expected
        others = len(players) - 1
        for player, total, score in zip(players, sums, mean_scores(tuple(ranks)), strict=True):
            k = self.k(self.games[player])
            self.values[player] += elo.change(k, score, elo.rounded(total, others))
            self.games[player] += 1

    def value(self, player: int) -> float:
        return self.values[player] / elo.POINT


@cache
def mean_scores(ranks: tuple[int, ...]) -> list[int]:
    return [elo.mean_score(rank, ranks[:n] + ranks[n + 1 :]) for n, rank in enumerate(ranks)]


class OpenSkill:
    """The library's Plackett–Luce model with its default settings; its predictions are its `predict_win` for two."""

    name = "OpenSkill (Plackett–Luce)"

    def __init__(self, players: int) -> None:
        self.model = PlackettLuce()
        self.ratings = [self.model.rating() for _ in range(players)]

    def predict(self, players: Sequence[int]) -> list[float]:
        teams = [[self.ratings[player]] for player in players]
        return [self.model.predict_win([teams[i], teams[j]])[0] for i, j in PAIRS[len(players)]]

    def play(self, players: Sequence[int], ranks: Sequence[int]) -> None:
        teams = self.model.rate([[self.ratings[player]] for player in players], ranks=list(map(float, ranks)))
        for player, (rating,) in zip(players, teams, strict=True):
            self.ratings[player] = rating

    def value(self, player: int) -> float:
        return self.ratings[player].mu


class Glicko2:
    """A game is a rating period in which each player meets all the others (τ = 0.5, as in Glickman's example)."""

    name = "Glicko-2"
    START = (0.0, rd_to_phi(350), 0.06)

    def __init__(self, players: int) -> None:
        self.states: list[tuple[float, float, float]] = [self.START] * players

    def predict(self, players: Sequence[int]) -> list[float]:
        states = [self.states[player] for player in players]
        return [E(states[i][0], states[j][0], math.hypot(states[i][1], states[j][1])) for i, j in PAIRS[len(players)]]

    def play(self, players: Sequence[int], ranks: Sequence[int]) -> None:
        states = [self.states[player] for player in players]
        for index, player in enumerate(players):
            met = [
                (states[other][0], states[other][1], (ranks[index] < rank) + (ranks[index] == rank) / 2)
                for other, rank in enumerate(ranks)
                if other != index
            ]
            mu, phi, sigma = update_rating(*states[index], met)
            self.states[player] = (mu, phi, sigma)

    def value(self, player: int) -> float:
        return mu_to_rating(self.states[player][0])
