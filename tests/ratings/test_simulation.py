"""The simulation of ratings shows the expected results, and its measures are correct."""

from __future__ import annotations

import math
from random import Random

import pytest
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from ratings import elo
from ratings.rating_update import Chair, Standing, fold
from tests.tools.rating_systems.systems import Elo
from tests.tools.rating_systems.world import simulate


def test_the_simulated_ratings_are_ours() -> None:
    random = Random(1)
    ours = Elo("ours", elo.k_factor, 6)
    standings = {player: Standing() for player in range(6)}
    for _ in range(100):
        players = random.sample(range(6), random.randint(2, 4))
        ranks = [random.randint(1, 3) for _ in players]
        ours.predict(players)
        ours.play(players, ranks)
        moves = fold([Chair(p, p, rank) for p, rank in zip(players, ranks, strict=True)], standings, 0)
        standings |= {p: move.after for p, move in zip(players, moves, strict=True)}
    assert ours.values == [standings[player].value for player in range(6)]


def test_glicko_2_reproduces_glickman_s_worked_example() -> None:
    met = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]
    opponents = [(rating_to_mu(rating), rd_to_phi(deviation), score) for rating, deviation, score in met]
    mu, phi, sigma = update_rating(0.0, rd_to_phi(200), 0.06, opponents, tau=0.5)
    assert (mu_to_rating(mu), phi_to_rd(phi)) == pytest.approx((1464.06, 151.52), abs=0.011)
    assert sigma == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize("learning", [False, True])
def test_ratings_find_strengths(learning: bool) -> None:
    report = simulate(1200, seed=3, learning=learning)
    ours, truth = report.judges["K = 40, then 20"], report.judges["true strengths"]
    assert truth.mean(2) < ours.mean(2) < math.log(2)
    assert report.by_games[20][1] < 0.8 * report.by_games[1][1]
    assert ours.calibration_error < 0.05
    assert sum(count for count, _, _ in ours.bins) == 2 * ours.pairs[2] == 2 * truth.pairs[2] > 0
