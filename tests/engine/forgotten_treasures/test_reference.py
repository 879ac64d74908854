"""The engine compared with a plain model written from docs/rules.md alone: with the same seed and the same random
actions, every view, list of legal actions, refusal, fact and outcome agrees after every action.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from engine import dominoes
from engine.core import Illegal
from tests.engine.forgotten_treasures.reference import Reference
from tests.engine.forgotten_treasures.reference_parts import GEMS, KEEP, Refused
from tests.engine.tables import IDS, TABLES, Table

COMPONENTS = json.loads(dominoes.content("forgotten_treasures_dominoes"))
SEEDS = (0, 1, 5)
OURS = [(table, name) for table, name in zip(TABLES, IDS, strict=True) if table[0].key == "forgotten-treasures"]

JSON = dict[str, Any]


@pytest.mark.sampled(one_of=len(SEEDS))
@pytest.mark.parametrize("game", SEEDS)
@pytest.mark.parametrize("table", [table for table, _ in OURS], ids=[name for _, name in OURS])
def test_the_engine_plays_as_the_rules_are_written(table: Table, game: int) -> None:
    rules, options = table
    rng = Random(game)
    seed = rng.randbytes(32)
    facts: list[JSON] = []
    state, model = rules.start(options, seed, facts), Reference(COMPONENTS, options, seed)
    leaving = rng.choice((0.0, 0.004, 0.01))
    compare(table, state, model, facts)
    while model.to_move():
        if rng.random() < (20 * leaving if model.phase == "score" else leaving):
            seat = rng.choice(model.still_in()).seat
            state = rules.drop_out(state, seat, facts)
            model.leave(seat)
        else:
            seat = rng.choice(model.to_move())
            action = rules.action_to_json(rules.random_action(state, seat, rng))
            if model.phase in ("take", "reveal") and game % 2:
                # Drain one pile at a time, so that piles run out and are refilled (docs/rules.md A5).
                action = min(model.legal(seat), key=lambda offer: len(model.spaces[offer["space"] - 1].pile))
            if rng.random() < 0.3:
                seat = rng.randrange(len(rules.seat_kinds(options)))
                action = dare(model, seat, rng)
            state = do(table, state, model, seat, action, facts)
        compare(table, state, model, facts)


def do(table: Table, state: Any, model: Reference, seat: int, action: JSON, facts: list[JSON]) -> Any:
    """Return the state after an action that both carry out, or the same state if both refuse it."""
    rules, _ = table
    try:
        after = rules.apply(state, seat, rules.action_from_json(action), facts)
    except Illegal:
        with pytest.raises(Refused):
            model.play(seat, action)
        return state
    model.play(seat, action)
    return after


def dare(model: Reference, seat: int, rng: Random) -> JSON:
    """Return an action that may be legal or not; in a scoring it is often legal."""
    explorer = model.explorers[seat] if seat < len(model.explorers) else None
    if model.phase != "score" or explorer is None or explorer.box is None:
        x, y, rotation = rng.randint(-6, 7), rng.randint(-6, 7), rng.choice((0, 90, 180, 270))
        place = {"type": "place", "x": x, "y": y, "rotation": rotation}
        take = {"type": "take", "space": rng.randint(1, 5), "gem": rng.choice(GEMS)}
        reveal = {"type": "reveal", "space": rng.randint(1, 5)}
        return rng.choice([place, take, reveal, {"type": "legend"}, {"type": "score", "activate": [], "discard": {}}])
    left, activate = Counter(explorer.gems), []
    for area in rng.choices(explorer.areas(), k=rng.randint(0, 4)):
        units = rng.choice((1, 1, 3))
        mythical = rng.choice((0, 0, rng.randint(0, 3)))
        left["mythical"] -= 2 * mythical
        left[area["colour"]] -= units - mythical
        activate.append({"x": area["x"], "y": area["y"], "double": units == 3, "mythical": mythical})
    spare = list(left.elements())
    surplus = max(0, len(spare) - KEEP) if model.stage < 4 else 0
    discard = Counter(rng.sample(spare, min(len(spare), surplus + rng.choice((0, 0, 0, 0, 1)))))
    return {"type": "score", "activate": activate, "discard": dict(discard)}


def compare(table: Table, state: Any, model: Reference, facts: list[JSON]) -> None:
    rules, options = table
    assert facts == model.facts
    facts.clear()
    model.facts.clear()
    seats = range(len(rules.seat_kinds(options)))
    for seat in (None, *seats):
        shown, expected = tidy(rules.view(state, seat)), tidy(model.view(seat))
        best = shown["decision"] and shown["decision"].pop("best", None)
        assert shown == expected
        if seat is None:  # equal as JSON too: no True for 1, no tuples
            assert json.dumps(shown, sort_keys=True) == json.dumps(expected, sort_keys=True)
        if best is not None:
            assert seat is not None
            explorer = model.explorers[seat]
            row, kept = explorer.scored(model.stage, best)
            assert (row["points"], kept.total() + sum(row["discarded"].values())) == explorer.most()
    outcome = rules.outcome(state)
    assert (outcome and outcome.to_json()) == model.outcome()
    if model.phase != "score":  # its actions are too many to list; `dare` samples them
        for seat in seats:
            offered = [rules.action_to_json(action) for action in rules.legal_actions(state, seat)]
            assert sorted(offered, key=str) == sorted(model.legal(seat), key=str)


def tidy(view: JSON) -> JSON:
    """Return a copy with the lists whose order has no meaning sorted."""
    view = copy.deepcopy(view)
    for space in view["spaces"]:
        if "back" in space:
            space["back"] = sorted(space["back"], key=str)
    if view["decision"] and "placements" in view["decision"]:
        view["decision"]["placements"] = sorted(view["decision"]["placements"])
    return view
