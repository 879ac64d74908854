"""Small populations of `make fair-play`: planted ones are found, honest ones are not."""

from __future__ import annotations

import pytest

from engine import registry
from games.fair_play.detectors import thought
from ratings import elo
from tests import sampling
from tests.tools.fair_play_run import interval, table
from tests.tools.fair_play_worlds import Outcome, by_games, by_leaving, by_numbers


def test_planted_ones_are_found_among_honest_ones_by_numbers() -> None:
    least = {by_numbers.shared_world: 0.5, by_numbers.one_sided_world: 0.3, by_numbers.abuse_world: 0.8}
    for world, recall in least.items():
        outcome = world(400, 10, 7)
        assert (outcome.honest, len(outcome.alarms)) == (400, 0), world
        assert len(outcome.found) >= recall * outcome.planted, world


def test_a_ring_that_lets_games_be_left_at_once_is_named_or_gains_nothing_worth() -> None:
    outcome = by_leaving.forfeits_world(400, 10, 7)
    assert not outcome.alarms and len(outcome.found) >= 0.8 * outcome.planted
    best = by_leaving.careful_ring(7, 60)
    assert 3500 < max(best.rating) - elo.START <= 4000


@pytest.mark.slow(10)
@sampling.NEEDED_BY_NO_GAME
def test_a_program_is_told_from_a_person_by_games_really_played() -> None:
    noisy = by_games.Person(1, 3.0, True, 1600, (9.0, 0.5, 0.0))
    program = by_games.Person(2, 0.0, True, 1600, (9.0, 0.5, 0.0), program=by_games.PROGRAM)
    games = [by_games.play_two(noisy, program, f"short {number}")[0] for number in range(3)]
    found = []
    for seat, person in enumerate((noisy, program)):
        decisions = [(game.name, one) for game in games for one in game.taken if one.seat == seat]
        found.append(thought.likeness(person.number, person.rating, registry.get(by_games.TWO), decisions))
        again = thought.likeness(person.number, person.rating, registry.get(by_games.TWO), decisions[:3])
        assert again is None
    assert found[0] is None or not found[0].shown
    assert found[1] is not None and found[1].shown, found[1]


def test_the_table_says_how_sure_it_is() -> None:
    low, high = interval(0, 3000)
    assert low == pytest.approx(0) and 0.0012 < high < 0.0013
    assert interval(5, 0) == (0.0, 1.0)
    outcome = Outcome(3000, 10, judged={1, 2}, alarms={1}, found=set(range(100, 108)), strengths=[(1100, False)])
    row = table({"gifts": outcome})[-1]
    assert row.startswith("| gifts | 3000 (2) | 1 | 0.33 (0.06–1.89) | 10 | 8 | 80% (49%–94%) | 89% (56%–98%) | 1.10 |")
