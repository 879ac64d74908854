"""Forgotten Treasures for AI players: the information a view leaves open, and the evaluation of positions."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import canonical
from engine.forgotten_treasures import gems, legend, scoring
from engine.forgotten_treasures.ai import mind as ai
from engine.forgotten_treasures.ai import spending
from engine.forgotten_treasures.ai.outlook import Outlook
from engine.forgotten_treasures.ai.playout import LegendPlayout, Supply
from engine.forgotten_treasures.ai.plot import Sketch, fitting, sketch
from engine.forgotten_treasures.ai.quick import OwnSide, _most
from engine.forgotten_treasures.state import DOMINOES, Explorer, State
from engine.pyramid import Pyramid
from tests.engine.ai.tables import position_after
from tests.engine.forgotten_treasures.build import RULES, areas, start, until_scoring
from tests.sampling import examples

TABLES: list[Any] = [(RULES, {"seats": seats}) for seats in (2, 3, 4)]
TABLES += [(RULES, {"seats": 1, "legend": mode}) for mode in ("a", "the")]
tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)
steps = st.integers(0, 250)


def with_the_truth(imagined: State, state: State) -> State:
    """Return the imagined state with the drawn parts replaced by the true ones: everything the view hides, by name."""
    return replace(imagined, piles=state.piles, bag=state.bag, stream=state.stream, submissions=state.submissions)


@settings(max_examples=examples(150))
@given(table=tables, seed=seeds, steps=steps, leave=st.booleans())
def test_nothing_else_is_imagined_than_what_the_view_leaves_open(
    table: Any, seed: int, steps: int, leave: bool
) -> None:
    state, _ = position_after(table, seed, steps, leave)
    for seat in (None, *range(len(state.explorers))):
        view = RULES.view(state, seat)
        imagined = RULES.imagine(view, Random(seed))
        assert with_the_truth(imagined, state) == state
        assert canonical.encode(RULES.view(imagined, seat)) == canonical.encode(view), "identical"


@settings(max_examples=examples(60))
@given(table=tables, seed=seeds, steps=steps)
def test_every_domino_possible_behind_a_back_is_imagined_and_no_other(table: Any, seed: int, steps: int) -> None:
    state, _ = position_after(table, seed, steps, leave=False)
    closed = [space for space in range(5) if not state.face_up[space]]
    seen = Counter(RULES.imagine(RULES.view(state, None), Random(chance)).piles[closed[0]][0] for chance in range(60))
    back = DOMINOES.back(state.piles[closed[0]][0])
    assert all(DOMINOES.back(domino) == back for domino in seen)
    unseen = {d for pile in state.piles for d in pile} - {
        state.piles[space][0] for space in range(5) if state.face_up[space]
    }
    assert len(seen) > 1 or sum(DOMINOES.back(domino) == back for domino in unseen) == 1


def tall(seed: int, stage: int) -> tuple[Pyramid, Sketch] | None:
    """Return a random pyramid that is complete without gaps up to this stage, and its sketch, or None if it cannot be
    built.
    """
    rng = Random(seed)
    pyramid = Pyramid()
    dominoes = rng.sample(DOMINOES.ids, 20)
    thought = None
    for number in range(1, stage + 1):
        if number > 1:
            pyramid = pyramid.anchor().open_stage(number)
        while not pyramid.full:
            thought = sketch(pyramid, rng.choice(pyramid.boxes()))
            spots = thought.spots()
            if not spots:
                return None
            pyramid = pyramid.place(dominoes.pop(), *thought.place(rng.choice(spots)))
    pyramid = pyramid.anchor()
    return pyramid, sketch(pyramid, pyramid.boxes()[0])


def up_to(stage: int, pyramid: Pyramid) -> Pyramid:
    """Return only its lower stages."""
    placed = tuple(p for p in pyramid.placed if p.stage <= stage)
    return Pyramid(stage, 0, 0, 0, pyramid.x1, pyramid.y1, True, placed)


@settings(max_examples=examples(100))
@given(seed=seeds, stage=st.integers(1, 4))
def test_a_complete_stage_is_thought_of_as_it_is(seed: int, stage: int) -> None:
    made = tall(seed, stage)
    assume(made is not None)
    assert made is not None
    pyramid, thought = made
    for colour in range(5):
        seen = sorted((a.quadrants, a.icons) for a in pyramid.areas(DOMINOES) if a.colour == colour)
        assert sorted(thought.now[colour]) == seen


@settings(max_examples=examples(60))
@given(seed=seeds, stage=st.integers(2, 4))
def test_lasting_areas_remain_visible_after_the_next_stage(seed: int, stage: int) -> None:
    """Whatever is built on it, the lasting areas of the stage below are still visible afterwards, joined or not."""
    made = tall(seed, stage)
    assume(made is not None)
    assert made is not None
    pyramid, _ = made
    below = Pyramid(
        stage - 1, 0, 0, 0, pyramid.x1, pyramid.y1, True, tuple(p for p in pyramid.placed if p.stage < stage)
    )
    lasting = sketch(below, below.boxes()[0]).lasting
    now = sketch(pyramid, pyramid.boxes()[0]).now
    built = sum(1 for p in pyramid.placed if p.stage == stage)
    assert sum(mask.bit_count() for parts in lasting for mask, _ in parts) == 80 - 8 * built
    for colour in range(5):
        for mask, icons in lasting[colour]:
            (whole,) = [part for part in now[colour] if part[0] & mask]
            assert mask & ~whole[0] == 0
            assert icons <= whole[1]


@settings(max_examples=examples(60))
@given(seed=seeds, stage=st.integers(1, 4))
def test_quick_turns_build_the_same_areas(seed: int, stage: int) -> None:
    made = tall(seed, stage)
    assume(made is not None)
    assert made is not None
    pyramid, _ = made
    rng = Random(seed)
    low = replace(up_to(stage - 1, pyramid), stage=stage)
    thought = sketch(low, low.boxes()[0])
    own = OwnSide(thought, 0)
    while spots := thought.spots():
        domino = rng.choice(DOMINOES.ids)
        _, spot = own.best_spot(domino)
        assert spot in spots
        own.lay(domino, spot)
        thought = thought.joined(domino, spot)
        assert [sorted(part[:2] for part in parts) for parts in own.now] == [sorted(parts) for parts in thought.now]
        assert [sorted(part[:2] for part in parts) for parts in own.lasting] == [sorted(p) for p in thought.lasting]
        assert not any(fitting(thought.plot, thought.free)) or thought.free == own.free
    if stage < 4:
        own.open_next()
        assert sketch(low, low.boxes()[0]).next_stage.plot is own.plot


sizes = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9)), max_size=9)


@given(sizes=sizes, held=st.lists(st.integers(0, 4), min_size=5, max_size=5), mythical=st.integers(0, 9))
def test_the_quick_last_scoring_is_the_best_one(sizes: list[tuple[int, int]], held: list[int], mythical: int) -> None:
    made = areas(*[(gems.COLOURS[colour], icons) for colour, icons in sizes])
    by_colour = [sorted((a.icons for a in made if a.colour == c and a.icons), reverse=True) for c in range(5)]
    packed = sum(n * gems.ONE[kind] for kind, n in enumerate([*held, mythical]))
    assert _most(by_colour, [*held, mythical]) == spending.last_points(made, packed)


@settings(max_examples=examples(100))
@given(mode=st.sampled_from(("a", "the")), seed=seeds, turns=st.integers(0, 19))
def test_the_legend_is_foreseen_as_it_plays(mode: str, seed: int, turns: int) -> None:
    rng = Random(seed)
    state = start(1, mode, seed)
    while state.outcome is None and (state.phase != "legend" or turns):
        turns -= state.phase == "legend"
        state = RULES.apply(state, RULES.to_move(state)[0], RULES.random_action(state, RULES.to_move(state)[0], rng))
    assume(state.outcome is None and len(state.bag) > 16)
    assert state.legend is not None
    supply, playing = Supply(state, 0, rng), LegendPlayout(state.legend)
    playing.turn(supply)
    after = legend.take_turn(state, None)
    assert after.legend is not None
    assert playing.top == after.legend.pile[-1]
    assert sorted(playing.coloured) == gems.listed(gems.coloured(after.legend.gems))
    assert playing.mythical == gems.count(after.legend.gems, gems.MYTHICAL)
    assert [gems.pack(space) for space in supply.spaces] == list(after.spaces)
    assert [tuple(reversed(pile)) for pile in supply.piles] == list(after.piles)
    playing.score(state.stage, supply)
    coloured, mythical = gems.total(gems.coloured(after.legend.gems)), gems.count(after.legend.gems, gems.MYTHICAL)
    assert playing.points == state.stage * coloured + 2 * mythical


@settings(max_examples=examples(60))
@given(seed=seeds, stage=st.integers(1, 4))
def test_submissions_hold_the_most_points_now_and_are_all_different(seed: int, stage: int) -> None:
    rng = Random(seed)
    state = until_scoring(start(2, seed=seed), rng)
    who: Explorer = replace(state.explorers[0], gems=gems.pack(rng.choices(range(6), k=8)))
    listed = spending.submissions(who, 1)
    assert len({RULES.action_to_text(score) for _, score in listed}) == len(listed)
    assert [points for points, _ in listed] == sorted((points for points, _ in listed), reverse=True)
    for _, score in listed:
        scoring.submit(who, 1, score)


@settings(max_examples=examples(60))
@given(mode=st.sampled_from(("a", "the")), seed=seeds, turns=st.integers(0, 19))
def test_reveals_are_weighed_by_what_the_legend_then_takes(mode: str, seed: int, turns: int) -> None:
    rng = Random(seed)
    state = start(1, mode, seed)
    while state.outcome is None and (state.phase != "reveal" or turns):
        turns -= state.phase == "reveal"
        state = RULES.apply(state, RULES.to_move(state)[0], RULES.random_action(state, RULES.to_move(state)[0], rng))
    assume(state.outcome is None)
    assert state.legend is not None
    without_the_legend = []
    for weight, reveal in ai.candidate_actions(state, 0):
        facts: list[Any] = []
        after = RULES.apply(state, 0, reveal)
        after = legend.take_turn(RULES.apply(after, 0, RULES.random_action(after, 0, rng)), facts)
        took = facts[0]["gems"]
        assert after.legend is not None
        gained = sum(2 * (5 - state.stage) if one["gem"] == "mythical" else state.stage for one in took)
        without_the_legend.append(weight + (gained if took else ai.DRAWN_AT_RANDOM))
    assert len(without_the_legend) == 3
    assert without_the_legend == pytest.approx([without_the_legend[0]] * 3)
    assert without_the_legend[0] >= state.explorers[0].total


def test_the_example_of_an_outlook() -> None:
    """The figures in the docstring of `Outlook`."""
    red = gems.KINDS.index("red")
    outlook = Outlook(4, [[(0, 6), (0, 4)] if colour == red else [] for colour in range(5)], [[]] * 5, 1)
    assert outlook.units[red] == pytest.approx([6.64, 4, 3.32, 3.32, 2, 2])
    assert outlook.expected_points(gems.ONE[red]) == pytest.approx(10.64)
