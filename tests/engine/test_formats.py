"""The examples of docs/formats are true."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

from engine import registry, replay
from engine.export import FORMAT, export, read, rebuild
from engine.simulate import random_game

DOCS = Path(__file__).parents[2] / "docs" / "formats"
RULES = registry.get("forgotten-treasures", 1)


def test_actions_have_the_same_meaning_in_both_columns() -> None:
    rows = re.findall(r"^\| \w+ \| `(\{.*?\})` \| `(.*?)` \|", (DOCS / "actions.md").read_text(), re.MULTILINE)
    assert len(rows) == 5
    for raw, text in rows:
        action = RULES.action_from_json(json.loads(raw))
        assert RULES.action_to_text(action) == text
        assert RULES.action_from_text(text) == action
        assert RULES.action_to_json(action) == json.loads(raw)


def test_the_example_of_a_view_has_the_fields_of_a_view() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", (DOCS / "view.md").read_text(), re.DOTALL)
    shown = json.loads(example)
    state = RULES.start(RULES.options_from_json({"seats": 2}), bytes(32))
    seat = RULES.to_move(state)[0]
    for number in (0, 1):
        action = RULES.random_action(state, seat, Random(number))
        state = RULES.apply(state, seat, action)
    state = RULES.apply(state, seat, RULES.random_action(state, seat, Random(2)))
    view = RULES.view(state, RULES.to_move(state)[0])
    assert list(shown) == list(view)
    assert list(shown["seats"][0]) == list(view["seats"][0])
    assert list(shown["seats"][0]["areas"][0]) == list(view["seats"][seat]["areas"][0])
    assert list(shown["seats"][0]["dominoes"][0]) == list(view["seats"][seat]["dominoes"][0])
    for row in shown["spaces"]:
        alike = next(space for space in view["spaces"] if space["face_up"] is row["face_up"])
        assert list(row) == list(alike)
    assert list(shown["decision"]) == list(view["decision"])


def test_every_kind_of_event_and_fact_that_happens_is_described() -> None:
    described = (DOCS / "log.md").read_text()
    kinds, facts = set(), set()
    for options in ({"seats": 3}, {"seats": 1}, {"seats": 1, "legend": "the"}):
        for seed in range(8):
            _, events = random_game("forgotten-treasures", options, Random(seed), resubmit=0.2, take_back=0.2)
            kinds |= {event.kind for event in events}
            facts |= {fact["type"] for event in events for fact in event.payload.get("facts", [])}
    assert kinds == {"start", "action", "submission", "revealed", "taken_back", "finished"}
    assert {"set_up", "took", "drew", "recycled", "turned", "placed", "stage_scored", "legend_drew"} <= facts
    for kind in kinds | {"resigned"}:
        assert f"| `{kind}` |" in described, kind
    for fact in facts | {"out", "lost", "no_room", "refilled"}:
        assert f'"type": "{fact}"' in described, fact


def test_the_example_of_an_export_has_the_fields_of_an_export() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", (DOCS / "log.md").read_text(), re.DOTALL)
    position, events = random_game("forgotten-treasures", {"seats": 3}, Random(1))
    document = export(position, events)
    assert set(re.findall(r'"(\w+)":', example)) - {"seats", "sha256"} == set(document)
    assert document["format"] == FORMAT
    assert rebuild(read(document)).outcome == position.outcome
    assert replay.fold(events, position.secret, position.nonces).outcome == position.outcome
