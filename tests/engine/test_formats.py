"""The examples of docs/formats are correct."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import registry
from engine.core import JSON, Malformed, Rules
from engine.export import FORMAT, export, read, rebuild
from engine.forgotten_treasures.rules import ForgottenTreasures
from engine.pyramido.rules import Pyramido
from engine.silver_gold_pyramids.rules import SilverGoldPyramids
from engine.simulate import random_game

DOCS = Path(__file__).parents[2] / "docs" / "formats"
GAMES: list[Rules[Any, Any]] = [ForgottenTreasures(), Pyramido(), SilverGoldPyramids()]
every_game = pytest.mark.parametrize("number", range(len(GAMES)), ids=[rules.key for rules in GAMES])


def section(file: str, number: int) -> str:
    """Return a document's section about one game; sections about games are in the order of GAMES."""
    return re.split(r"^## ", (DOCS / file).read_text(), flags=re.MULTILINE)[number + 1]


@every_game
def test_actions_have_the_same_meaning_in_both_columns(number: int) -> None:
    rules = GAMES[number]
    text = section("actions.md", number)
    assert f"(`{rules.key}`, rules version {rules.version})" in text
    rows = re.findall(r"^\| \w+ \| `(\{.*?\})` \| `(.*?)` \|", text, re.MULTILINE)
    assert len(rows) == (5, 5, 4)[number]
    for raw, short in rows:
        action = rules.action_from_json(json.loads(raw))
        assert rules.action_to_text(action) == short
        assert rules.action_from_text(short) == action
        assert rules.action_to_json(action) == json.loads(raw)


def views(rules: Rules[Any, Any]) -> list[Any]:
    """Return views of the player to move throughout some random games of two."""
    out = []
    for seed in range(6):
        rng = Random(seed)
        state = rules.start(rules.options_from_json({"seats": 2}), rng.randbytes(32))
        while seats := rules.to_move(state):
            out.append(rules.view(state, seats[0]))
            state = rules.apply(state, seats[0], rules.random_action(state, seats[0], rng))
    return out


@every_game
def test_the_example_of_a_view_has_the_fields_of_a_view(number: int) -> None:
    (example,) = re.findall(r"```json\n(.*?)```", section("view.md", number), re.DOTALL)
    shown = json.loads(example)
    real = views(GAMES[number])
    counts = {"bag", "discard", "gems"}
    for field, value in shown.items():
        alike = [view[field] for view in real]
        if isinstance(value, dict) and field not in counts:
            assert list(value) in [list(v) for v in alike if v], field
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for row in value:
                rows = [r for v in alike for r in v]
                assert list(row) in [list(r) for r in rows], field
                for name, inner in row.items():
                    if isinstance(inner, list) and inner and isinstance(inner[0], dict):
                        seen = [list(r[name][0]) for r in rows if r.get(name)]
                        assert list(inner[0]) in seen, (field, name)
    assert list(shown) == list(real[0])


@every_game
def test_every_fact_that_happens_is_described(number: int) -> None:
    rules = GAMES[number]
    described = re.findall(r"^Facts of.*?(?=\n\n)", (DOCS / "log.md").read_text(), re.DOTALL | re.MULTILINE)[number]
    kinds = set()
    for seed in range(10):
        for raw in ({"seats": 3}, {"seats": 1}, {"seats": 1, "legend": "the"})[: 3 if number == 0 else 1]:
            rng = Random(seed)
            facts: list[Any] = []
            state = rules.start(rules.options_from_json(raw), rng.randbytes(32), facts)
            while seats := rules.to_move(state):
                if rng.random() < 0.002:
                    state = (
                        rules.drop_out(state, 0, facts) if rules.view(state, 0)["seats"][0]["out"] is None else state
                    )
                    continue
                state = rules.apply(state, seats[0], rules.random_action(state, seats[0], rng), facts)
            kinds |= {fact["type"] for fact in facts}
    assert len(kinds) >= 7
    for kind in kinds:
        assert f'"type": "{kind}"' in described or f"`{kind}`" in described, kind


def test_every_kind_of_event_that_happens_is_described() -> None:
    kinds = {"resigned"}
    for seed in range(8):
        _, events = random_game("forgotten-treasures", {"seats": 3}, Random(seed), resubmit=0.2, take_back=0.2)
        kinds |= {event.kind for event in events}
    assert kinds == {"start", "action", "submission", "revealed", "resigned", "taken_back", "finished"}
    for kind in kinds:
        assert f"| `{kind}` |" in (DOCS / "log.md").read_text(), kind


def test_the_example_of_an_export_has_the_fields_of_an_export() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", (DOCS / "log.md").read_text(), re.DOTALL)
    position, events = random_game("forgotten-treasures", {"seats": 3}, Random(1))
    document = export(position, events)
    assert set(re.findall(r'"(\w+)":', example)) - {"seats", "sha256"} == set(document)
    assert document["format"] == FORMAT
    assert rebuild(read(document)).outcome == position.outcome


@pytest.mark.parametrize(
    ("key", "action", "field", "said"),
    [
        ("pyramido", {"type": "place", "quarry": 1, "x": 0, "y": 0, "rotation": 45}, "rotation", "0 | 90 | 180 | 270"),
        ("pyramido", {"type": "place", "x": 0, "y": 0, "rotation": 0}, "quarry", "1 … 3"),
        ("pyramido", {"type": "mark", "block": 1, "z": 1}, "z", "unknown field `z`"),
        ("silver-gold-pyramids", {"type": "mark", "card": 1, "cells": ["f9"]}, "cells[0]", "a1 … e5"),
        (
            "silver-gold-pyramids",
            {"type": "mark", "card": 1, "cells": ["a1"], "extra": [{"card": 2}]},
            "extra[0].cell",
            "a1 … e5",
        ),
        ("forgotten-treasures", {"type": "take", "space": 6, "gem": "red"}, "space", "1 … 5"),
    ],
)
def test_a_refused_action_names_the_field_and_what_it_may_be(key: str, action: JSON, field: str, said: str) -> None:
    with pytest.raises(Malformed) as refused:
        registry.get(key).action_from_json(action)
    assert refused.value.field == field
    assert said in refused.value.detail


def test_refused_options_name_the_field_and_what_it_may_be() -> None:
    with pytest.raises(Malformed, match=r"“seats” must be 2 \| 3 \| 4"):
        registry.get("pyramido").options_from_json({"seats": 5})
