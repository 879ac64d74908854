"""Requirements of every player, in every game that has a mind."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ai import players
from engine.ai.match import play, player_seats
from engine.core import Malformed
from tests.engine import hidden
from tests.engine.ai.tables import every_table, position_after
from tests.engine.tables import Table
from tests.sampling import examples

seeds = st.integers(0, 2**32)
steps = st.integers(0, 300)
every_player = pytest.mark.parametrize("name", [*players.PLAYERS, "search:8"])


@pytest.mark.sampled(one_of=2)
@every_player
@every_table
@settings(max_examples=examples(20))
@given(seed=seeds, steps=steps, leave=st.booleans(), chance=seeds)
def test_no_player_wins_by_knowledge(table: Table, name: str, seed: int, steps: int, leave: bool, chance: int) -> None:
    """Two states that differ only in what the seat cannot know lead to the same legal action with the same
    randomness.
    """
    rules, options = table
    state, _ = position_after(table, seed, steps, leave)
    for seat in set(rules.to_move(state)) & set(range(player_seats(rules, options))):
        twin = hidden.twin(rules, state, seat, Random(f"twin {chance}"))
        action = players.get(name).choose(rules.view(state, seat), Random(chance))
        assert players.get(name).choose(rules.view(twin, seat), Random(chance)) == action
        rules.apply(state, seat, action)


@pytest.mark.sampled(one_of=3)
@pytest.mark.parametrize("name", players.PLAYERS)
@every_table
def test_a_game_of_players_is_determined_by_its_name(table: Table, name: str) -> None:
    rules, options = table
    alike = [players.get(name)] * player_seats(rules, options)
    first, again, other = (rules.outcome(play(rules, options, alike, game)) for game in ("1", "1", "2"))
    assert first == again != other


@pytest.mark.sampled(one_of=3)
@every_table
def test_greedy_beats_random(table: Table) -> None:
    """A short form of the ladder's measurement: greedy on one seat, random on all others, each seat in turn."""
    rules, options = table
    seats = player_seats(rules, options)
    if seats == 1:
        _greedy_scores_more_than_random_alone(table)
        return
    for number in range(2 * seats):
        names = ["greedy" if seat == number % seats else "random" for seat in range(seats)]
        outcome = rules.outcome(play(rules, options, [players.get(name) for name in names], f"short {number}"))
        assert outcome is not None
        assert outcome.winners == (number % seats,)


def _greedy_scores_more_than_random_alone(table: Table) -> None:
    rules, options = table
    for number in range(4):
        ends = [play(rules, options, [players.get(name)], f"alone {number}") for name in ("greedy", "random")]
        greedy, random = (outcome.scores[0] for end in ends if (outcome := rules.outcome(end)))
        assert greedy > random


@pytest.mark.parametrize("name", ["genius", "search", "search:", "search:0", "search:0ms", "search:-4", "search:4s"])
def test_an_unknown_player_is_refused(name: str) -> None:
    with pytest.raises(Malformed) as refusal:
        players.get(name)
    assert refusal.value.code == "unknown_player"
    assert refusal.value.detail == f"Unknown player “{name}”. Available: random, greedy, search:300ms, search:400."
