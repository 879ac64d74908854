"""The figures that the rules name, as they stand there, so that no constant is compared with itself."""

from __future__ import annotations

from engine import position, pyramid, time_checks
from engine.forgotten_treasures import scoring as treasures
from engine.forgotten_treasures import stages, state
from engine.pyramido import turns
from engine.silver_gold_pyramids import shapes
from engine.silver_gold_pyramids import state as gold

DAY_MS = 24 * 60 * 60 * 1000


def test_stages() -> None:
    """docs/rules.md A2."""
    assert pyramid.DOMINOES == {1: 10, 2: 6, 3: 3, 4: 1}
    assert (pyramid.LONG, pyramid.SHORT) == (5, 4)
    assert treasures.LAST_STAGE == turns.LAST_STAGE == 4


def test_gems() -> None:
    """docs/rules.md B2, B3, B5."""
    assert (state.GEMS_A_SPACE, state.KEEP, stages.THE_LEGEND_DRAWS_AT) == (3, 5, 7)


def test_the_score_card() -> None:
    """docs/rules.md D1.2, D4."""
    assert gold.SKULLS == (1, 2, 3, 4, 6, 8, 10, 13, 16, 20)
    assert gold.GEMS == 10
    assert (shapes.ROUNDS, shapes.STEPS_A_ROUND, gold.STEPS) == (4, 7, 28)


def test_times() -> None:
    """docs/formats/log.md."""
    assert (time_checks.SILENCE, time_checks.PAUSE_LIMIT) == (90 * DAY_MS, 30 * DAY_MS)
    assert position.TAKE_BACKS_A_TURN == 20
