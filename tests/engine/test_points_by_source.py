"""Sources of points, in worked rows of each game (docs/rules.md B6, C4, D4). The contract suite checks the sums."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.core import Points, Rules
from engine.forgotten_treasures import score_sheet as forgotten_treasures
from engine.forgotten_treasures.rules import ForgottenTreasures
from engine.pyramido import scoring as pyramido
from engine.pyramido.rules import Pyramido
from engine.silver_gold_pyramids.rules import SilverGoldPyramids
from engine.silver_gold_pyramids.scoring import Sheet
from engine.silver_gold_pyramids.state import MarkedCard

SEED = bytes(32)


def told(points: Points, seat: int, stage: int) -> dict[str, int]:
    """Return the points by key of their source."""
    row = zip(points.sources, points.seats[seat][stage - 1], strict=True)
    return {source.key: n for source, n in row if n}


def test_stages_that_are_not_played_have_nothing_of_each_source() -> None:
    names = {"orange", "blue", "purple", "green", "red", "mythical"}
    marks = {"brown", "blue", "yellow", "turquoise", "red", "green", "mino"}
    card = {"finished", "pyramids", "gems", "torches", "skulls"}
    tables: list[tuple[Rules[Any, Any], dict[str, Any], int, set[str]]] = [
        (ForgottenTreasures(), {"seats": 2}, 2, names), (ForgottenTreasures(), {"seats": 4}, 4, names),
        (ForgottenTreasures(), {"seats": 1, "legend": "the"}, 2, names | {"coloured"}),
        (Pyramido(), {"seats": 3}, 3, marks), (SilverGoldPyramids(), {"seats": 2}, 2, card),
    ]  # fmt: skip
    for rules, options, seats, sources in tables:
        points = rules.points(rules.start(options, SEED))
        assert {source.key for source in points.sources} == sources
        assert points.seats == (((0,) * len(sources),) * 4,) * seats


def test_doubled_areas_unused_mythical_gems_and_the_legend() -> None:
    rules = ForgottenTreasures()
    state = rules.start({"seats": 1, "legend": "a"}, SEED)
    assert state.legend is not None
    areas = [(0, 2, False), (0, 3, False), (1, 3, False), (4, 4, False), (4, 5, True)]
    activated = tuple(
        forgotten_treasures.Activated(at, 0, colour, icons, double, 0)
        for at, (colour, icons, double) in enumerate(areas)
    )
    score = forgotten_treasures.StageScore(1, activated, 1, 23, 0)
    legend = replace(state.legend, scores=(*[forgotten_treasures.LegendScore(1, 0, 0)] * 2,
                                           forgotten_treasures.LegendScore(3, 5, 6)))  # fmt: skip
    state = replace(state, explorers=(replace(state.explorers[0], scores=(score,)),), legend=legend)
    points = rules.points(state)
    assert told(points, 0, 1) == {"orange": 5, "blue": 3, "red": 14, "mythical": 1}
    assert told(points, 1, 3) == {"mythical": 12, "coloured": 15}
    alone = rules.points(rules.start({"seats": 2}, SEED))
    assert "coloured" not in {source.key for source in alone.sources}


def test_marked_areas_and_mino_s_bonus() -> None:
    rules = Pyramido()
    state = rules.start({"seats": 2}, SEED)
    rows = [(0, 6), (1, 5), (3, 4), (3, 4)]
    areas = tuple(pyramido.ScoredArea(at, 0, colour, icons) for at, (colour, icons) in enumerate(rows))
    scores = (pyramido.StageScore(1, ()), pyramido.StageScore(2, areas))
    state = replace(state, architects=(state.architects[0], replace(state.architects[1], scores=scores)))
    assert told(rules.points(state), 1, 2) == {"brown": 6, "blue": 5, "turquoise": 8, "mino": 4}
    assert told(rules.points(state), 1, 1) == {}


def test_a_round_s_points_are_the_increase_of_the_score_card() -> None:
    rules = SilverGoldPyramids()
    state = rules.start({"seats": 2}, SEED)
    sheet = Sheet(red_gems=6, green_gems=3, torches=0b101, skulls=5, pyramids=((10,), (6, 3), ()))
    mine = replace(state.explorers[1], sheet=sheet, finished_cards=tuple(map(MarkedCard, range(1, 8))))
    then = ((10, 0, 5, 5, -8), (40, 10, 5, 5, -13))
    state = replace(state, explorers=(state.explorers[0], mine), rounds=tuple(((0,) * 5, row) for row in then))
    points = rules.points(state)
    assert told(points, 1, 1) == {"finished": 10, "gems": 5, "torches": 5, "skulls": -8}
    assert told(points, 1, 2) == {"finished": 30, "pyramids": 10, "skulls": -5}
    assert told(points, 1, 3) == {"finished": 30, "pyramids": 9, "gems": 13, "torches": 5, "skulls": 7}
    assert told(points, 1, 4) == {}
    assert sum(map(sum, points.seats[1])) == 111
