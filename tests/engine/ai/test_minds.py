"""Requirements of every game's mind (`engine.ai.minds.Mind`)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ai.match import player_seats
from engine.ai.minds import MINDS
from tests.engine import hidden
from tests.engine.ai.tables import every_table, position_after
from tests.engine.tables import Table
from tests.sampling import examples

seeds = st.integers(0, 2**32)
steps = st.integers(0, 300)


def look_alikes(table: Table, state: Any, seat: int, chance: int) -> list[Any]:
    """Return a twin of the state, and states imagined from the seat's view of that twin."""
    rules, _ = table
    twin = hidden.twin(rules, state, seat, Random(f"twin {chance}"))
    return [twin, rules.imagine(rules.view(twin, seat), Random(chance))]


@every_table
@settings(max_examples=examples(30))
@given(seed=seeds, steps=steps, leave=st.booleans(), chance=seeds)
def test_an_imagined_state_has_the_view_it_was_imagined_from(
    table: Table, seed: int, steps: int, leave: bool, chance: int
) -> None:
    rules, options = table
    state, _ = position_after(table, seed, steps, leave)
    for seat in (None, *range(len(rules.seat_kinds(options)))):
        view = json.loads(json.dumps(rules.view(state, seat)))
        imagined = rules.imagine(view, Random(chance))
        assert rules.view(imagined, seat) == view
        rules.check(imagined)
        assert repr(rules.imagine(view, Random(chance))) == repr(imagined)


@every_table
@settings(max_examples=examples(25))
@given(seed=seeds, steps=steps, leave=st.booleans(), chance=seeds)
def test_an_imagined_state_plays_on_to_an_end(table: Table, seed: int, steps: int, leave: bool, chance: int) -> None:
    rules, options = table
    state, _ = position_after(table, seed, steps, leave)
    rng = Random(chance)
    for seat in (None, *range(len(rules.seat_kinds(options)))):
        imagined = rules.imagine(rules.view(state, seat), rng)
        while seats := rules.to_move(imagined):
            mover = rng.choice(seats)
            imagined = rules.apply(imagined, mover, rules.random_action(imagined, mover, rng))
            rules.check(imagined)
        assert rules.outcome(imagined) is not None


@every_table
@settings(max_examples=examples(30))
@given(seed=seeds, steps=steps, leave=st.booleans())
def test_every_weighed_action_is_legal_and_there_is_one_when_one_is_owed(
    table: Table, seed: int, steps: int, leave: bool
) -> None:
    rules, options = table
    state, _ = position_after(table, seed, steps, leave)
    for seat in range(player_seats(rules, options)):
        candidates = MINDS[rules.key].candidate_actions(state, seat)
        assert candidates or seat not in rules.to_move(state)
        assert len({rules.action_to_text(action) for _, action in candidates}) == len(candidates)
        for _, action in candidates:
            rules.check(rules.apply(state, seat, action))


@every_table
@settings(max_examples=examples(30))
@given(seed=seeds, steps=steps, leave=st.booleans(), chance=seeds)
def test_nothing_hidden_weighs(table: Table, seed: int, steps: int, leave: bool, chance: int) -> None:
    rules, options = table
    mind = MINDS[rules.key]
    state, _ = position_after(table, seed, steps, leave)
    for seat in range(player_seats(rules, options)):
        candidates, expected_points = mind.candidate_actions(state, seat), mind.expected_points(state, seat)
        for alike in look_alikes(table, state, seat, chance):
            assert mind.candidate_actions(alike, seat) == candidates
            assert mind.expected_points(alike, seat) == expected_points


@every_table
@settings(max_examples=examples(15))
@given(seed=seeds)
def test_at_the_end_the_prospects_are_the_scores(table: Table, seed: int) -> None:
    rules, options = table
    rng = Random(seed)
    state, _ = position_after(table, seed, 0, leave=False)
    while seats := rules.to_move(state):
        seat = rng.choice(seats)
        state = rules.apply(state, seat, rules.random_action(state, seat, rng))
    outcome, people = rules.outcome(state), player_seats(rules, options)
    assert outcome is not None
    assert [MINDS[rules.key].expected_points(state, seat) for seat in range(people)] == list(outcome.scores[:people])


@every_table
@settings(max_examples=examples(30))
@given(seed=seeds, steps=steps, leave=st.booleans(), chance=seeds)
def test_plans_are_legal_to_their_end_whatever_is_revealed(
    table: Table, seed: int, steps: int, leave: bool, chance: int
) -> None:
    rules, options = table
    mind = MINDS[rules.key]
    state, _ = position_after(table, seed, steps, leave)
    for seat in range(player_seats(rules, options)):
        plans = mind.candidate_turns(state, seat)
        assert plans or seat not in rules.to_move(state)
        assert [points for points, _ in plans] == sorted((points for points, _ in plans), reverse=True)
        assert all(plan for _, plan in plans)
        for alike in look_alikes(table, state, seat, chance):
            assert mind.candidate_turns(alike, seat) == plans
            for _, plan in plans:
                after = alike
                for action in plan:
                    assert seat in rules.to_move(after)
                    after = rules.apply(after, seat, action)


@every_table
@settings(max_examples=examples(25))
@given(seed=seeds, steps=steps, leave=st.booleans(), chance=seeds)
def test_the_same_chance_foresees_the_same_end(table: Table, seed: int, steps: int, leave: bool, chance: int) -> None:
    rules, options = table
    mind = MINDS[rules.key]
    state, _ = position_after(table, seed, steps, leave)
    for seat in range(player_seats(rules, options)):
        imagined = rules.imagine(rules.view(state, seat), Random(chance))
        assert mind.play_out(imagined, seat, Random(chance)) == mind.play_out(imagined, seat, Random(chance))
        assert 0 < mind.share(imagined) <= 1
