"""Turn order and ranks, by examples (docs/rules.md A6, A7)."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from engine import registry
from engine.core import Outcome, Rules
from engine.ranking import final_rank_key, rank_below, ranks
from engine.turn_order import next_seats, next_starter, order_from


def test_the_order_goes_round_once() -> None:
    assert order_from(0, 1) == (0,)
    assert order_from(0, 3) == (0, 1, 2)
    assert order_from(2, 4) == (2, 3, 0, 1)
    assert next_seats((2, 3, 0, 1), 3) == [0, 1, 2, 3]
    assert next_seats((2, 3, 0, 1), 1) == [2, 3, 0, 1]


@pytest.mark.parametrize(
    ("points", "starter"),
    [
        ([(0, 5), (1, 3), (2, 4)], 1),
        ([(0, 3), (1, 3), (2, 4)], 0),
        ([(0, 3), (1, 3), (2, 3)], 2),
        ([(0, 4), (1, 3)], 1),  # a seat that is out is not compared
        ([(0, -1), (1, 0), (2, 0)], 0),
    ],
)
def test_the_fewest_points_start_and_the_order_decides_between_equals(
    points: list[tuple[int, int]], starter: int
) -> None:
    assert next_starter(points, (2, 0, 1)) == starter


def test_more_is_better_and_equals_share_a_rank() -> None:
    assert ranks([(3,), (5,), (3,), (1,)]) == (2, 1, 2, 4)
    assert ranks([(5, 1), (5, 2)]) == (2, 1)
    assert ranks([(7,)]) == (1,)


def test_who_is_out_ranks_below_who_is_in_and_a_later_loss_above_an_earlier_one() -> None:
    assert ranks([final_rank_key(None, -9), final_rank_key(None, 2), final_rank_key(None, 2)]) == (3, 1, 1)
    assert ranks([final_rank_key(1, 99), final_rank_key(None, -9), final_rank_key(2, 0)]) == (3, 1, 2)
    assert ranks([final_rank_key(None, 1, 5), final_rank_key(None, 1, 6), final_rank_key(3, 9, 9)]) == (2, 1, 3)


@pytest.mark.parametrize(("given", "winners"), [((1, 2), [0]), ((2, 1, 1), [1, 2]), ((2, 2, 4), [])])
def test_the_winners_have_the_first_rank(given: tuple[int, ...], winners: list[int]) -> None:
    scores = tuple(range(len(given)))
    outcome = Outcome("completed", scores, given)
    assert list(outcome.winners) == winners
    assert outcome.to_json() == {
        "reason": "completed", "scores": list(scores), "ranks": list(given), "winners": winners,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "taken_over", "out", "after"),
    [
        ((1, 2, 3), (), (), (1, 2, 3)),
        ((1, 2, 3), (0,), (), (3, 1, 2)),
        ((1, 2, 3), (2,), (), (1, 2, 3)),
        ((1, 2, 2, 4), (0,), (3,), (3, 1, 1, 4)),
        ((1, 1, 3, 4), (0, 2), (), (3, 1, 4, 2)),
        ((1, 1, 1, 4), (0, 1), (3,), (2, 2, 1, 4)),
        ((1, 2, 3, 4), (0, 3), (3, 2), (2, 1, 3, 4)),
    ],
)
def test_seats_that_were_taken_over_rank_between_those_in_and_those_out(
    before: tuple[int, ...], taken_over: tuple[int, ...], out: tuple[int, ...], after: tuple[int, ...]
) -> None:
    outcome = Outcome("completed", tuple(range(len(before))), before)
    ranked = rank_below(outcome, taken_over, out)
    assert ranked == Outcome("completed", outcome.scores, after)


@pytest.mark.parametrize("rules", registry.GAMES, ids=lambda rules: rules.key)
@pytest.mark.parametrize("gone", list(permutations(range(3), 2)))
@pytest.mark.parametrize("actions", [0, 40])
def test_players_who_leave_are_numbered_and_the_last_one_wins(
    rules: Rules[Any, Any], gone: tuple[int, int], actions: int
) -> None:
    rng = Random(1)
    state = rules.start(rules.options_from_json({"seats": 3}), bytes(32))
    for _ in range(actions):
        seat = rng.choice(rules.to_move(state))
        state = rules.apply(state, seat, rules.random_action(state, seat, rng))
    first, second = gone
    (third,) = {0, 1, 2} - set(gone)
    facts: list[Any] = []
    state = rules.drop_out(state, first, facts)
    assert {"type": "out", "seat": first} in facts
    assert rules.outcome(state) is None and first not in rules.to_move(state) and rules.to_move(state)
    assert [row["out"] for row in rules.view(state, None)["seats"]] == [
        1 if seat == first else None for seat in range(3)
    ]
    state = rules.drop_out(state, second, facts)
    assert {"type": "out", "seat": second} in facts
    outcome = rules.outcome(state)
    assert outcome is not None and outcome.reason.startswith("last_") and list(outcome.winners) == [third]
    assert [outcome.ranks[seat] for seat in (third, second, first)] == [1, 2, 3]
    assert [rules.view(state, None)["seats"][seat]["out"] for seat in (first, second, third)] == [1, 2, None]
    assert rules.to_move(state) == () and rules.view(state, None)["to_move"] == []
