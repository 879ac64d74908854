"""The figures that the rules name, as they stand there, so that no constant is compared with itself."""

from __future__ import annotations

from typing import Any

import pytest

from engine import limits, pyramid, registry
from engine.core import Rules
from engine.forgotten_treasures import gems, legend, state
from engine.forgotten_treasures import scoring as treasures
from engine.pyramido import turns
from engine.silver_gold_pyramids import scoring as gold
from engine.silver_gold_pyramids import shapes
from engine.silver_gold_pyramids.state import DEALT, KEPT, RESERVE, STEPS, Explorer

DAY_MS = 24 * 60 * 60 * 1000


def test_stages() -> None:
    """docs/rules.md A2."""
    assert pyramid.DOMINOES == {1: 10, 2: 6, 3: 3, 4: 1}
    assert (pyramid.LONG, pyramid.SHORT) == (5, 4)
    assert len(pyramid.ICONS) == 2**4, "a block has an icon, or none, in each corner"
    assert treasures.LAST_STAGE == turns.LAST_STAGE == 4


def test_gems() -> None:
    """docs/rules.md B2, B3, B5."""
    assert (state.GEMS_PER_SPACE, state.KEEP, legend.THE_LEGEND_DRAWS_AT) == (3, 5, 7)


def test_the_bag() -> None:
    """docs/rules.md B1."""
    assert gems.to_json(gems.FULL_BAG) == dict.fromkeys(gems.COLOURS, 9) | {"mythical": 18}
    assert gems.total(gems.FULL_BAG) == 63
    assert gems.ONE == (1, 1 << 8, 1 << 16, 1 << 24, 1 << 32, 1 << 40)
    held = gems.from_json({"orange": 255, "red": 1, "mythical": 3})
    assert [gems.count(held, kind) for kind in range(6)] == [255, 0, 0, 0, 1, 3]
    assert gems.to_json(gems.coloured(held)) == {"orange": 255, "red": 1}
    assert gems.kinds(held) == [0, 4, 5] and gems.pack([0, 4, 4, 5]) == 1 + 2 * (1 << 32) + (1 << 40)
    assert gems.listed(gems.from_json({"blue": 2, "mythical": 1})) == [1, 1, 5]
    assert gems.covers(held, held) and gems.covers(held, 255) and not gems.covers(held, gems.ONE[1])
    assert not gems.covers(held, gems.from_json({"mythical": 4}))


@pytest.mark.parametrize(
    ("sheet", "finished", "by_source"),
    [
        (gold.Sheet(), 0, (0, 0, 0, 0, 0)),
        (gold.Sheet(red_gems=10, green_gems=10), 1, (10, 0, 50, 0, 0)),
        (gold.Sheet(red_gems=1, green_gems=4, torches=0b1111), 2, (20, 0, 8, 20, 0)),
        (gold.Sheet(skulls=1, pyramids=((10, 6), (3,), ())), 3, (30, 19, 0, 0, -1)),
        (gold.Sheet(green_gems=1, torches=0b1000, skulls=10), 9, (90, 0, 1, 5, -20)),
    ],
)
def test_points_of_a_score_card(sheet: gold.Sheet, finished: int, by_source: tuple[int, ...]) -> None:
    """docs/rules.md D4."""
    assert sheet.by_source(finished) == by_source
    assert sheet.total(finished) == sum(by_source)


def test_pyramid_points_that_are_left() -> None:
    """docs/rules.md D3 part 5."""
    assert gold.still_open(()) == [10, 6, 3]
    assert gold.still_open((10,)) == [6, 3]
    assert gold.still_open((3, 10)) == [6]
    assert gold.still_open((10, 6, 3)) == []


def test_the_score_card() -> None:
    """docs/rules.md D1.2, D4."""
    assert gold.SKULLS == (1, 2, 3, 4, 6, 8, 10, 13, 16, 20)
    assert gold.GEMS == 10
    assert (shapes.ROUNDS, shapes.STEPS_PER_ROUND, STEPS) == (4, 7, 28)


def test_cards() -> None:
    """docs/rules.md D2."""
    assert (DEALT, KEPT, RESERVE) == (4, 2, 4)
    assert (Explorer().finished_cards, Explorer().considered) == ((), 0)


@pytest.mark.parametrize("rules", registry.GAMES, ids=lambda rules: rules.key)
def test_nothing_secret_is_revealed_at_the_start(rules: Rules[Any, Any]) -> None:
    assert rules.revealed(rules.start(rules.options_from_json({"seats": 2}), bytes(32))) == 0


def test_times() -> None:
    """docs/formats/log.md."""
    assert (limits.SILENCE_MS, limits.PAUSE_LIMIT_MS) == (90 * DAY_MS, 30 * DAY_MS)
    assert limits.TAKE_BACKS_PER_TURN == 20
