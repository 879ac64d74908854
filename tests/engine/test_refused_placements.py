"""Which placement is refused for which reason, and in which words (docs/rules.md A3)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import Illegal
from engine.dominoes import ROTATIONS
from engine.pyramid import Pyramid
from tests.engine.test_pyramid import STEP, cells_of, plain_legal, random_pyramid, seeds
from tests.sampling import examples


def reason(pyramid: Pyramid, x: int, y: int, rotation: int) -> str:
    """The first reason, in the order of docs/rules.md A3, why this placement is not legal."""
    taken = cells_of(pyramid, pyramid.stage)
    both = {(x, y), (x + STEP[rotation][0], y + STEP[rotation][1])}
    if not pyramid.placed:
        return "first_domino_at_origin"
    if pyramid.stage > 1:
        columns, rows = pyramid.size
        if not all(0 <= cx < columns and 0 <= cy < rows for cx, cy in both):
            return "outside_stage"
    if both & taken:
        return "occupied"
    xs, ys = zip(*(taken | both), strict=True)
    low, high = sorted((max(xs) - min(xs) + 1, max(ys) - min(ys) + 1))
    return "not_connected" if low <= 4 and high <= 5 else "outside_box"


def refusal_of(pyramid: Pyramid, x: int, y: int, rotation: int) -> Illegal:
    with pytest.raises(Illegal) as refusal:
        pyramid.place(90, x, y, rotation)
    return refusal.value


@settings(max_examples=examples(200))
@given(seed=seeds, dominoes=st.integers(0, 20), x=st.integers(-9, 9), y=st.integers(-9, 9))
def test_an_illegal_placement_is_refused_with_its_reason(seed: int, dominoes: int, x: int, y: int) -> None:
    pyramid = random_pyramid(Random(seed), dominoes)
    legal = plain_legal(pyramid)
    for rotation in ROTATIONS:
        if (x, y, rotation) in legal:
            placed = pyramid.place(90, x, y, rotation).placed[-1]
            assert (placed.domino, placed.stage, placed.x, placed.y, placed.rotation) == (
                90, pyramid.stage, x, y, rotation,
            )  # fmt: skip
        else:
            refusal = refusal_of(pyramid, x, y, rotation)
            assert refusal.code == reason(pyramid, x, y, rotation)
            assert str(x) in refusal.detail and str(y) in refusal.detail


ONE = Pyramid().place(1, 0, 0, 0)
LEFT = ONE.place(2, -1, 0, 180)
TALL = ONE.place(2, 0, 1, 90).place(3, 0, 3, 90)
UPPER = TALL.anchor().open_stage(2)
"""A second stage of 1×4 cells, as no game has it: each side of it is tried."""


@pytest.mark.parametrize(
    ("pyramid", "at", "code", "said"),
    [
        (Pyramid(), (0, 1, 0), "first_domino_at_origin",
         "The first block of your first domino must be at (0, 0), not (0, 1)."),
        (Pyramid(), (-1, 0, 0), "first_domino_at_origin", "must be at (0, 0), not (-1, 0)."),
        (Pyramid(), (0, 0, 45), "bad_rotation", "A rotation must be 0, 90, 180 or 270, not 45."),
        (ONE, (0, 0, 90), "occupied", "A domino at (0, 0) turned by 90° would overlap another domino of stage 1."),
        (ONE, (1, 0, 270), "occupied", "(1, 0) turned by 270°"),
        (ONE, (0, 2, 0), "not_connected", "A domino at (0, 2) turned by 0° touches no other domino of stage 1."),
        (ONE, (5, 0, 0), "outside_box",
         "With a domino at (5, 0) turned by 0° stage 1 would measure 7×1 cells; it must fit in 5×4 or 4×5."),
        (ONE, (-4, 0, 0), "outside_box", "would measure 6×1 cells"),
        (ONE, (0, 4, 90), "outside_box", "would measure 2×6 cells"),
        (ONE, (0, -4, 270), "outside_box", "would measure 2×6 cells"),
        (LEFT, (2, 4, 0), "outside_box", "would measure 6×5 cells"),
        (TALL, (4, 0, 0), "outside_box", "would measure 6×5 cells"),
        (TALL, (3, 2, 0), "outside_box", "would measure 5×5 cells"),
        (UPPER, (0, -1, 90), "outside_stage",
         "A domino at (0, -1) turned by 90° does not fit in stage 2, which is 1×4 cells."),
        (UPPER, (0, 3, 90), "outside_stage", "which is 1×4 cells"),
        (UPPER, (0, 4, 270), "outside_stage", "which is 1×4 cells"),
        (UPPER, (-1, 0, 0), "outside_stage", "which is 1×4 cells"),
        (UPPER, (0, 0, 0), "outside_stage", "which is 1×4 cells"),
        (UPPER.place(5, 0, 2, 90), (0, 1, 90), "occupied", "would overlap another domino of stage 2."),
    ],
)  # fmt: skip
def test_a_refusal_says_what_is_in_the_way(pyramid: Pyramid, at: tuple[int, int, int], code: str, said: str) -> None:
    refusal = refusal_of(pyramid, *at)
    assert refusal.code == code and said in refusal.detail


def test_a_refusal_has_the_figures_for_programs() -> None:
    where = {"x": 0, "y": 3, "rotation": 90}
    params: list[tuple[Pyramid, dict[str, Any]]] = [
        (UPPER, {**where, "stage": 2, "columns": 1, "rows": 4}),
        (UPPER.place(5, 0, 2, 90), {**where, "stage": 2, "columns": 1, "rows": 4}),
        (TALL, {**where, "stage": 1}),
        (LEFT, where),
    ]
    for pyramid, expected in params:
        refusal = refusal_of(pyramid, 0, 3, 90)
        assert {name: refusal.params[name] for name in expected} == expected
