"""The plan that a scoring begins with (`decision.best`) beside every way to pay in real games, found by the plain model
of the rules from the dominoes and gems that the view shows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine import dominoes
from tests.engine.forgotten_treasures.build import RULES, start, until_scoring
from tests.engine.forgotten_treasures.reference_parts import Block, Explorer, Placement
from tests.sampling import examples

JSON = dict[str, Any]

FACES = {
    face["id"]: [Block(block["colour"], frozenset(block["icons"])) for block in face["blocks"]]
    for face in json.loads(dominoes.content("forgotten_treasures_dominoes"))["dominoes"]
}
TABLES: tuple[tuple[int, str | None], ...] = ((1, "a"), (2, None), (3, None), (4, None))


def scorings(seats: int, legend: str | None, seed: int) -> Iterator[JSON]:
    """Play a random game; return the view of each seat that has to score a stage, in two games of three after it has
    sent `best` in the stages before, so that few or many gems are kept.
    """
    rng = Random(seed)
    state = start(seats, legend, seed)
    while state.outcome is None:
        seat = rng.choice(RULES.to_move(state))
        action = RULES.random_action(state, seat, rng)
        if state.phase == "score":
            view = RULES.view(state, seat)
            yield view
            if seed % 3:
                action = RULES.action_from_json(view["decision"]["best"])
        state = RULES.apply(state, seat, action)


def by_the_rules(view: JSON) -> Explorer:
    """Return the seat's player as the plain model sees the pyramid and gems of the view."""
    shown = view["seats"][view["seat"]]
    explorer = Explorer(view["seat"])
    for row in shown["dominoes"]:
        placement = Placement(row["x"], row["y"], row["rotation"])
        explorer.place(row["stage"], row["domino"], FACES[row["domino"]], placement)
    explorer.gems = Counter(shown["gems"])
    return explorer


@pytest.mark.parametrize(("seats", "legend"), TABLES)
def test_no_way_to_pay_scores_more_or_spends_less(seats: int, legend: str | None) -> None:
    """At least 500 scorings in the whole tier, a tenth of them on each change."""
    wanted, seen = examples(15), 0
    for seed in range(wanted):
        for view in scorings(seats, legend, seed):
            explorer = by_the_rules(view)
            assert explorer.payable() == view["decision"]["areas"]
            row, kept = explorer.scored(view["stage"], view["decision"]["best"])
            assert (row["points"], kept.total() + sum(row["discarded"].values())) == explorer.most(), f"game {seed}"
            seen += 1
        if seen >= wanted:
            break
    assert seen >= wanted


def test_equal_plans_are_told_apart_in_the_same_way_every_time() -> None:
    """Another game with the same seed, of which nothing is in a cache, has the same plans."""
    once, again = ([view["decision"]["best"] for view in scorings(2, None, 5)] for _ in range(2))
    assert once == again
    assert len(once) >= 7


def test_the_public_sees_no_plan() -> None:
    rng = Random(1)
    state = until_scoring(start(3, seed=1), rng)
    assert RULES.view(state, None)["decision"] is None
    plans = [RULES.view(state, seat)["decision"]["best"] for seat in range(3)]
    assert len({json.dumps(plan) for plan in plans}) == 3
