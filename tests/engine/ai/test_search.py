"""How the search spends its budget and decides (docs/ai.md)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ai.search import Race, Search
from engine.core import Rules

PLANS: list[tuple[float, Any]] = [(0.0, (letter,)) for letter in "abcdefgh"]


class Adder:
    """Rules and mind of a game of adding letters; `values` are their values, with a random error of up to one."""

    def __init__(self, values: dict[str, float]) -> None:
        self.values = values
        self.worlds = 0
        self.ends: list[tuple[str, float]] = []

    def imagine(self, view: object, rng: Random) -> str:
        self.worlds += 1
        return ""

    def apply(self, state: str, seat: int, action: str) -> str:
        return state + action

    def play_out(self, state: str, seat: int, rng: Random) -> float:
        luck = rng.random()
        self.ends.append((state, luck))
        return sum(self.values[letter] for letter in state) + luck


def race(game: Adder, plans: list[tuple[float, Any]], seed: int = 1) -> Race:
    rules: Rules[Any, Any] = game  # type: ignore[assignment]
    return Race(rules, game, {"seat": 0}, plans, Random(seed))  # type: ignore[arg-type]


@given(best=st.sampled_from("abcdefgh"), seed=st.integers(0, 999))
def test_a_plan_that_is_better_by_a_little_wins_as_all_have_the_same_luck(best: str, seed: int) -> None:
    game = Adder({letter: 0.001 * (letter == best) for letter in "abcdefgh"})
    running = race(game, PLANS, seed)
    for _ in range(3):
        running.run(Search._while_playouts_last(16))
        running.halve()
    assert running.best == (best,)
    assert running.decided


def test_all_plans_meet_the_same_worlds_and_the_worse_half_leaves() -> None:
    game = Adder(dict.fromkeys("abcdefgh", 0.0) | {"h": 3.0, "c": 2.0, "a": 1.0})
    running = race(game, PLANS)
    running.run(Search._while_playouts_last(16))
    assert game.worlds == 2
    assert [state for state, _ in game.ends] == list("abcdefgh") * 2
    assert len({luck for _, luck in game.ends[:8]}) == 1
    running.halve()
    assert [plan[0] for plan in running.plans][:2] == ["a", "b"]
    assert "h" in [plan[0] for plan in running.plans] and len(running.plans) == 4
    assert running.best == ("h",)


def test_weights_decide_between_plans_that_come_out_alike() -> None:
    game = Adder(dict.fromkeys("ab", 0.0))
    running = race(game, [(1.0, ("a",)), (2.0, ("b",))])
    running.run(Search._while_playouts_last(100))
    assert running.best == ("b",)


def test_plans_that_begin_alike_need_no_thought() -> None:
    assert race(Adder({}), [(1.0, ("a", "b")), (1.0, ("a", "c"))]).decided
    assert not race(Adder({}), [(1.0, ("a", "b")), (1.0, ("b", "a"))]).decided


@pytest.mark.parametrize("times", [1, 7, 8, 9, 80])
def test_playouts_are_limited_but_each_plan_is_tried_once(times: int) -> None:
    game = Adder(dict.fromkeys("abcdefgh", 0.0))
    race(game, PLANS).run(Search._while_playouts_last(times))
    assert len(game.ends) == max(1, times // 8) * 8
