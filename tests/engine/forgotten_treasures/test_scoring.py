"""docs/rules.md B3, B4, B6: activations, payments, discards, ties."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.core import Illegal
from engine.forgotten_treasures import best_allocation, gems, legal, scoring, stages
from engine.forgotten_treasures.actions import Activation, Score
from engine.forgotten_treasures.score_sheet import StageScore
from engine.forgotten_treasures.state import Explorer
from engine.pyramid import Area
from tests.engine.forgotten_treasures.build import RULES, areas, finish_scoring, start, until_scoring
from tests.sampling import examples


def explorer(held: dict, *sizes: tuple[str, int]) -> Explorer:
    return Explorer(gems=gems.from_json(held), complete=True, areas=areas(*sizes))


def points(who: Explorer, stage: int, *activate: Activation, discard: dict | None = None) -> int:
    return scoring.submit(who, stage, Score(activate, discard or {})).row.points


def test_the_worked_figures_of_the_rulebook() -> None:
    """docs/rules.md B6: 2+3+3+4, 5 doubled, and 1 mythical = 23; 4+3+5+2+5+1 = 20; 4+8+2+6+1 = 21; 8+6 = 14."""
    colours = ("orange", "blue", "purple", "green", "red")
    one_each = dict.fromkeys(colours, 1)
    first = explorer({**one_each, "red": 3, "mythical": 1}, *zip(colours, (2, 3, 3, 4, 5), strict=True))
    singles = [Activation(x, 0) for x in (0, 2, 4, 6)]
    assert points(first, 1, *singles, Activation(8, 0, double=True)) == 23
    second = explorer({**one_each, "mythical": 1}, *zip(colours, (4, 3, 5, 2, 5), strict=True))
    assert points(second, 2, *singles, Activation(8, 0)) == 20
    third = explorer({**one_each, "red": 0, "mythical": 1}, *zip(colours, (4, 8, 2, 6, 9), strict=True))
    assert points(third, 3, *singles) == 21
    fourth = explorer({"orange": 1, "blue": 1}, ("orange", 8), ("blue", 6))
    assert points(fourth, 4, Activation(0, 0), Activation(2, 0)) == 14


@pytest.mark.parametrize(
    ("held", "double", "mythical"),
    [
        ({"red": 1}, False, 0),
        ({"mythical": 2}, False, 1),
        ({"red": 3}, True, 0),
        ({"red": 2, "mythical": 2}, True, 1),
        ({"red": 1, "mythical": 4}, True, 2),
        ({"mythical": 6}, True, 3),
    ],
)
def test_the_ways_to_pay(held: dict, double: bool, mythical: int) -> None:
    who = explorer(held, ("red", 4))
    paid = scoring.submit(who, 4, Score((Activation(0, 0, double, mythical),)))
    assert paid.spent == who.gems
    assert paid.row.points == (8 if double else 4)
    for kind in gems.kinds(who.gems):
        with pytest.raises(Illegal) as refusal:
            points(replace(who, gems=who.gems - gems.ONE[kind]), 4, Activation(0, 0, double, mythical))
        assert refusal.value.code == "cannot_pay"


def test_gems_of_another_colour_pay_nothing() -> None:
    with pytest.raises(Illegal) as refusal:
        points(explorer({"blue": 5}, ("red", 4)), 4, Activation(0, 0))
    assert refusal.value.code == "cannot_pay"


def test_one_gem_pays_one_area() -> None:
    who = explorer({"red": 1}, ("red", 4), ("red", 2))
    with pytest.raises(Illegal) as refusal:
        points(who, 4, Activation(0, 0), Activation(2, 0))
    assert (refusal.value.code, refusal.value.field) == ("cannot_pay", "activate[1]")


@pytest.mark.parametrize(
    ("activate", "code"),
    [
        ((Activation(1, 0),), "no_such_area"),
        ((Activation(0, 0), Activation(0, 0)), "area_twice"),
        ((Activation(0, 0, False, 2),), "overpaid"),
    ],
)
def test_refused_activations(activate: tuple[Activation, ...], code: str) -> None:
    with pytest.raises(Illegal) as refusal:
        points(explorer({"red": 5, "mythical": 9}, ("red", 4)), 4, *activate)
    assert refusal.value.code == code


def test_an_area_without_icons_may_be_activated_for_nothing() -> None:
    assert points(explorer({"red": 1}, ("red", 0)), 4, Activation(0, 0)) == 0


def test_mythical_gems_score_before_discarding() -> None:
    who = explorer({"mythical": 8})
    assert points(who, 1, discard={"mythical": 3}) == 8


@pytest.mark.parametrize(
    ("discard", "code"),
    [
        ({}, "wrong_discard"),
        ({"red": 1}, "wrong_discard"),
        ({"red": 3}, "wrong_discard"),
        ({"blue": 2}, "cannot_discard"),
    ],
)
def test_discards_are_exact(discard: dict, code: str) -> None:
    who = explorer({"red": 6, "blue": 1})
    with pytest.raises(Illegal) as refusal:
        points(who, 1, discard=discard)
    assert refusal.value.code == code
    assert points(who, 1, discard={"red": 1, "blue": 1}) == 0


@pytest.mark.parametrize(
    ("activation", "code", "field", "params"),
    [
        (Activation(0, 0, False, 2), "overpaid", "activate[0].mythical", {"units": 1, "mythical": 2}),
        (Activation(0, 0, True, 4), "overpaid", "activate[0].mythical", {"units": 3, "mythical": 4}),
        (Activation(0, 0, True, 0), "cannot_pay", "activate[0]", {"kind": "red", "needed": 3, "held": 1}),
        (Activation(0, 0, False, 1), "cannot_pay", "activate[0]", {"kind": "mythical", "needed": 2, "held": 1}),
        (Activation(1, 0, False, 0), "no_such_area", "activate[0]", {"x": 1, "y": 0}),
    ],
)
def test_a_refusal_says_what_it_costs(activation: Activation, code: str, field: str, params: dict) -> None:
    with pytest.raises(Illegal) as refusal:
        points(explorer({"red": 1, "mythical": 1}, ("red", 3)), 1, activation)
    assert (refusal.value.code, refusal.value.field) == (code, field)
    assert {name: refusal.value.params[name] for name in params} == params


def test_nothing_is_discarded_after_stage_4() -> None:
    who = explorer({"red": 7})
    assert points(who, 4) == 0
    with pytest.raises(Illegal) as refusal:
        points(who, 4, discard={"red": 2})
    assert refusal.value.code == "wrong_discard"


@pytest.mark.parametrize(
    ("held", "sizes", "stage", "choice"),
    [
        ({"red": 1}, [("red", 0)], 1, True),
        ({"red": 1}, [("blue", 3)], 1, False),
        ({"mythical": 1}, [("blue", 3)], 1, False),
        ({"mythical": 2}, [("blue", 3)], 1, True),
        ({"red": 6}, [("blue", 3)], 1, True),
        ({"red": 6}, [("blue", 3)], 4, False),
        ({}, [("blue", 3)], 1, False),
    ],
)
def test_a_seat_without_a_choice_is_submitted_automatically(held: dict, sizes: list, stage: int, choice: bool) -> None:
    assert scoring.has_choice(explorer(held, *sizes), stage) is choice


def test_submissions_are_secret_replaceable_and_revealed_together() -> None:
    rng = Random(2)
    state = until_scoring(start(3, seed=2), rng)
    assert RULES.to_move(state) == (0, 1, 2)
    first = RULES.random_action(state, 1, rng)
    state = RULES.apply(state, 1, first)
    assert RULES.to_move(state) == (0, 2)
    assert RULES.view(state, 1)["submission"] == RULES.action_to_json(first)
    assert RULES.view(state, 0)["submission"] is None
    assert [seat["submitted"] for seat in RULES.view(state, None)["seats"]] == [False, True, False]
    other = next(a for a in RULES.legal_actions(state, 1) if a != first)
    state = RULES.apply(state, 1, other)
    state = RULES.apply(state, 0, RULES.random_action(state, 0, rng))
    facts: list = []
    state = RULES.apply(state, 2, RULES.random_action(state, 2, rng), facts)
    assert [f["type"] for f in facts] == ["stage_scored", "stage_begun"]
    assert (state.stage, state.submissions) == (2, None)
    scored = {(a["x"], a["y"]) for a in facts[0]["seats"][1]["activations"]}
    assert isinstance(other, Score)
    assert scored == {(a.x, a.y) for a in other.activate}
    assert all(gems.total(e.gems) <= 5 for e in state.explorers)


def test_used_and_discarded_gems_go_to_the_discard() -> None:
    rng = Random(3)
    state = until_scoring(start(2, seed=3), rng)
    held = sum(gems.total(e.gems) for e in state.explorers)
    after = finish_scoring(state, rng)
    assert held - sum(gems.total(e.gems) for e in after.explorers) == gems.total(after.discard)


def standing(*explorers: tuple[int, dict, tuple[int, ...]]) -> tuple[int, ...]:
    """Return the ranks of explorers given as (total, reached through the last row; gems left; points of earlier
    stages).
    """
    made = []
    for total, held, rows in explorers:
        last = total - sum(rows)
        scores = tuple(StageScore(stage, (), 0, n, 0) for stage, n in enumerate((*rows, last), start=1))
        made.append(Explorer(gems=gems.from_json(held), scores=scores))
    state = replace(start(len(made)), explorers=tuple(made))
    outcome = stages.end_game(state, "completed").outcome
    assert outcome is not None
    return outcome.ranks


def test_ties_go_to_most_gems_then_best_stage_then_are_shared() -> None:
    """docs/rules.md B4."""
    assert standing((50, {}, (10,)), (49, {"red": 9}, (49,))) == (1, 2)
    assert standing((50, {"red": 1}, (10,)), (50, {"red": 1, "mythical": 1}, (10,))) == (2, 1)
    assert standing((50, {"red": 1}, (30, 10)), (50, {"blue": 1}, (20, 10))) == (1, 2)
    assert standing((50, {"red": 1}, (30, 10)), (50, {"blue": 1}, (30, 20)), (9, {}, ())) == (1, 1, 3)


sizes = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), min_size=1, max_size=6)
held_gems = st.lists(st.integers(0, 2), min_size=5, max_size=5)


@settings(max_examples=examples(150))
@given(sizes=sizes, coloured=held_gems, mythical=st.integers(0, 6), stage=st.integers(1, 4))
def test_the_best_allocation_against_all_allocations(
    sizes: list[tuple[int, int]], coloured: list[int], mythical: int, stage: int
) -> None:
    """Most points, then most gems kept: equal to the best of all legal submissions."""
    compare_with_all(sizes, coloured, mythical, stage)


@settings(max_examples=examples(100))
@given(
    sizes=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9)), min_size=1, max_size=5),
    coloured=st.lists(st.integers(0, 6), min_size=2, max_size=2),
    mythical=st.integers(0, 5),
    stage=st.integers(1, 4),
)
def test_the_best_allocation_of_many_gems_of_two_colours(
    sizes: list[tuple[int, int]], coloured: list[int], mythical: int, stage: int
) -> None:
    """With enough gems of a colour to double several areas, alone or together with mythical gems."""
    compare_with_all(sizes, coloured, mythical, stage)


def compare_with_all(sizes: list[tuple[int, int]], coloured: list[int], mythical: int, stage: int) -> None:
    held = sum(n * gems.ONE[kind] for kind, n in enumerate(coloured)) + mythical * gems.ONE[gems.MYTHICAL]
    made = tuple(Area(colour, icons, 1 << 2 * i) for i, (colour, icons) in enumerate(sizes))
    who = Explorer(gems=held, complete=True, areas=made)
    every = list(islice(legal._allocations(who, 4), 40_001))
    assume(len(every) <= 40_000)
    best = max(value(who, 4, score) for score in every)
    chosen = best_allocation.best(who, stage)
    assert value(who, 4, replace(chosen, discard={})) == best
    assert scoring.submit(who, stage, chosen).row.points == best[0]


def value(who: Explorer, stage: int, score: Score) -> tuple[int, int]:
    done = scoring.submit(who, stage, score)
    return done.row.points, -gems.total(done.spent)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(20))
def test_the_best_allocation_is_legal_in_whole_games(seed: int) -> None:
    rng = Random(seed)
    state = start(3, seed=seed)
    while state.outcome is None:
        seat = RULES.to_move(state)[0]
        if state.phase == "score":
            best = RULES.action_from_json(RULES.view(state, seat)["decision"]["best"])
            assert isinstance(best, Score)
            mine = scoring.submit(state.explorers[seat], state.stage, best).row.points
            other = RULES.random_action(state, seat, rng)
            assert isinstance(other, Score)
            assert mine >= scoring.submit(state.explorers[seat], state.stage, other).row.points
            state = RULES.apply(state, seat, best)
        else:
            state = RULES.apply(state, seat, RULES.random_action(state, seat, rng))
