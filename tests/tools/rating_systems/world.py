"""A simulation in which players of known strength play, and rating systems predict.

A player's performance in a game is the true strength (in points like Elo's) plus noise; the better performance ranks
higher, and nearly equal performances share a rank. There are two worlds: in the *steady* one strengths are constant, in
the *learning* one players start below their potential, improve with practice, and have ups and downs. Half of the
players join in the course of the games. Players meet others with similar ratings, as far as any are looking for a game.

Every system sees the same games, and predicts each pair of each game before it sees the result. The output: the
distance of ratings from the true strengths, the accuracy of predictions, and their log loss.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from ratings import elo
from tests.tools.rating_systems.systems import PAIRS, Elo, Glicko2, OpenSkill, System

SCALE = 400 / math.log(10)
"""Points for a factor e of odds."""
SPREAD = 250.0
"""Standard deviation of true strengths, unless another is given."""
TIE = 7.0
"""Performances closer than this share a rank: about 2 % of pairs of equals."""
SEEKING = 48
"""Number of players looking for a game at the same time."""
SEATS = (2, 2, 3, 4)
HEAD_START = 150.0
"""How far below their strength learners start."""
PRACTICE = 40.0
"""Games in which a learner makes up for all but 1/e of that."""
UPS_AND_DOWNS = 4.0
"""Standard deviation of the change of a learner's strength by a game."""


class World:
    """Players and their true strengths."""

    def __init__(self, players: int, random: Random, *, learning: bool, spread: float) -> None:
        self.random = random
        self.learning = learning
        self.talent = [random.gauss(1500, spread) for _ in range(players)]
        self.games = [0] * players
        self.zeal = [math.exp(random.gauss(0, 1)) for _ in range(players)]
        """How often players want to play: a few play most of the games."""

    def strength(self, player: int) -> float:
        lacking = HEAD_START * math.exp(-self.games[player] / PRACTICE) if self.learning else 0.0
        return self.talent[player] - lacking

    def play(self, players: Sequence[int]) -> list[int]:
        """Return the ranks. Differences of performances are logistic: two players' probabilities follow Elo's
        formula.
        """
        shown = [self.strength(player) - SCALE * math.log(self.random.expovariate(1)) for player in players]
        ranks = [1 + sum(other > own + TIE for other in shown) for own in shown]
        for player in players:
            self.games[player] += 1
            if self.learning:
                self.talent[player] += self.random.gauss(0, UPS_AND_DOWNS)
        return ranks

    def tables(self, games: int, ratings: System | None) -> Iterator[tuple[list[int], float]]:
        """Yield tables of players, near each other by `ratings` or random, and the share of all games already
        played.
        """
        count = len(self.talent)
        played = 0
        while played < games:
            here = count // 2 + (count - count // 2) * played // games
            seeking = set(self.random.choices(range(here), self.zeal[:here], k=SEEKING))
            waiting = sorted(seeking)
            if ratings is None:
                self.random.shuffle(waiting)
            else:
                waiting.sort(key=ratings.value)
            while len(waiting) >= max(SEATS) and played < games:
                seats = self.random.choice(SEATS)
                table, waiting = waiting[:seats], waiting[seats:]
                yield table, played / games
                played += 1


@dataclass
class Judge:
    """Prediction quality of one system."""

    loss: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    """Summed over all pairs, over pairs with a provisional player, and over the last half of the games."""
    pairs: list[int] = field(default_factory=lambda: [0, 0, 0])
    bins: list[list[float]] = field(default_factory=lambda: [[0, 0.0, 0.0] for _ in range(20)])
    """Of the last half, by twentieths: pairs, and the sums of predictions and of scores. Each pair is counted from both
    sides.
    """
    tail: list[tuple[float, float]] = field(default_factory=list)
    """Log odds and scores of the last quarter."""

    def add(self, probability: float, score: float, *, provisional: bool, done: float) -> None:
        p = min(max(probability, 1e-9), 1 - 1e-9)
        loss = -math.log(p) if score == 1 else -math.log(1 - p) if score == 0 else -math.log(p * (1 - p)) / 2
        self.loss[0] += loss
        self.pairs[0] += 1
        if provisional:
            self.loss[1] += loss
            self.pairs[1] += 1
        if done >= 0.5:
            self.loss[2] += loss
            self.pairs[2] += 1
            for side, came in ((p, score), (1 - p, 1 - score)):
                found = self.bins[min(int(side * 20), 19)]
                found[0] += 1
                found[1] += side
                found[2] += came
            if done >= 0.75:
                self.tail.append((math.log(p / (1 - p)), score))

    def mean(self, index: int) -> float:
        return self.loss[index] / max(1, self.pairs[index])

    @property
    def calibration_error(self) -> float:
        """Return the mean distance of scores from predictions, over the bins."""
        return sum(abs(p - c) for _, p, c in self.bins) / max(1, sum(count for count, _, _ in self.bins))

    def rescaled(self) -> tuple[float, float]:
        """Return the factor by which the log odds should have been larger in one half of the last quarter, and the
        other half's log loss with it: the value of the ratings if only the library's scale is wrong.
        """
        fit, test = self.tail[::2], self.tail[1::2]
        low, high = 0.2, 3.0
        for _ in range(24):
            third = (high - low) / 3
            if _loss(fit, low + third) < _loss(fit, high - third):
                high -= third
            else:
                low += third
        return (low + high) / 2, _loss(test, (low + high) / 2)


def _loss(pairs: Sequence[tuple[float, float]], factor: float) -> float:
    return sum(math.log1p(math.exp(-abs(odds * factor))) + max(odds * factor, 0) - score * odds * factor
               for odds, score in pairs) / max(1, len(pairs))  # fmt: skip


class Truth:
    """A predictor that knows the true strengths: the best possible one."""

    name = "true strengths"

    def __init__(self, world: World) -> None:
        self.world = world

    def predict(self, players: Sequence[int]) -> list[float]:
        strengths = [self.world.strength(player) for player in players]
        return [1 / (1 + math.exp((strengths[j] - strengths[i]) / SCALE)) for i, j in PAIRS[len(players)]]

    def play(self, players: Sequence[int], ranks: Sequence[int]) -> None:
        """Do nothing: there is nothing to learn."""

    def value(self, player: int) -> float:
        return self.world.strength(player)


def distance(world: World, system: System, players: Sequence[int]) -> float:
    """Return the root of the mean square of rating − strength, after the best linear fit of the ratings.

    The fit removes the system's own zero and scale.
    """
    ratings, strengths = [system.value(p) for p in players], [world.strength(p) for p in players]
    slope, start = statistics.linear_regression(ratings, strengths)
    return math.sqrt(statistics.fmean((start + slope * r - s) ** 2 for r, s in zip(ratings, strengths, strict=True)))


def offset(world: World, system: System, players: Sequence[int]) -> float:
    """Return the same in the system's own points, with only the means made equal."""
    gaps = [system.value(player) - world.strength(player) for player in players]
    return statistics.pstdev(gaps)


@dataclass
class Report:
    """The results of one world."""

    learning: bool
    players: int
    systems: list[System]
    judges: dict[str, Judge]
    checkpoints: dict[int, dict[str, tuple[float, float]]]
    """Games played → system → (`offset`, `distance`) over all players who are no longer provisional."""
    by_games: dict[int, tuple[int, float]]
    """Games of a player → number of players with that many, and the root mean square of our ratings' error then."""


SCHEDULES = {
    "K = 40, then 20": elo.k_factor,
    "K = 10": lambda games: 10,
    "K = 20": lambda games: 20,
    "K = 32": lambda games: 32,
    "K = 40": lambda games: 40,
    "K = 40, then 10": lambda games: 40 if games < 20 else 10,
    "K = 40, then 16": lambda games: 40 if games < 20 else 16,
    "K = 60, then 20": lambda games: 60 if games < 20 else 20,
}


def simulate(games: int, seed: int, *, learning: bool, spread: float = SPREAD, near: bool = True) -> Report:
    players = max(60, games // 60)
    world = World(players, Random(seed), learning=learning, spread=spread)
    ours, *others = [Elo(name, k, players) for name, k in SCHEDULES.items()]
    systems: list[System] = [ours, *others, OpenSkill(players), Glicko2(players), Truth(world)]
    judges = {system.name: Judge() for system in systems}
    marks = {max(1, games * share // 100) for share in (2, 5, 10, 25, 50, 75, 100)}
    report = Report(learning, players, systems, judges, {}, {})
    errors: dict[int, list[float]] = {count: [] for count in (1, 5, 10, 20, 40, 80, 160, 320, 640)}
    for number, (table, done) in enumerate(world.tables(games, ours if near else None), 1):
        provisional = [elo.is_provisional(world.games[player]) for player in table]
        pairs = PAIRS[len(table)]
        predictions = [system.predict(table) for system in systems]
        ranks = world.play(table)
        scores = [(ranks[i] < ranks[j]) + (ranks[i] == ranks[j]) / 2 for i, j in pairs]
        for system, predicted in zip(systems, predictions, strict=True):
            judge = judges[system.name]
            for (i, j), probability, score in zip(pairs, predicted, scores, strict=True):
                judge.add(probability, score, provisional=provisional[i] or provisional[j], done=done)
            system.play(table, ranks)
        for player in table:
            if world.games[player] in errors:
                errors[world.games[player]].append(ours.value(player) - world.strength(player))
        if number in marks:
            settled = [p for p in range(players) if not elo.is_provisional(world.games[p])]
            if len(settled) > 2:
                report.checkpoints[number] = {
                    system.name: (offset(world, system, settled), distance(world, system, settled))
                    for system in systems[:-1]
                }
    report.by_games = {
        count: (len(found), statistics.pstdev(found)) for count, found in errors.items() if len(found) > 20
    }
    return report
