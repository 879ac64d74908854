"""Views and events of whole games are exactly as the API's document says, with nothing more and nothing less."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from engine import redaction, registry, replay
from engine.core import GameError
from engine.newtypes import SeatNumber
from engine.position import Event, Position
from games.api.document import schema
from games.api.document.json_schemas import per_game
from tests import sampling
from tests.conformity import first_error, strict
from tests.engine.lively import lively
from tests.engine.tables import IDS, TABLES, Table

DOCUMENT = strict(schema.document())


def validator(name: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for({"$ref": f"{per_game.REF}{name}", "components": DOCUMENT["components"]})


VIEW, EVENTS, ACT = validator("GameView"), validator("Events"), validator("Act")


def check(position: Position, events: list[Event], rng: Random) -> None:
    game, seats = position.rules.key, [None, *map(SeatNumber, range(len(position.owed_since)))]
    at = None
    for event in events:
        at = replay.advance(at, event, position.secret, position.nonces)
        if rng.random() < 0.2 or at.ended:
            for seat in seats:
                view = json.loads(json.dumps(at.view(seat)))
                assert first_error(VIEW, view) is None, (event.seq, seat)
    for seat, ended in ((None, False), (SeatNumber(0), True)):
        shown = [json.loads(json.dumps(redaction.redact(event, seat, ended=ended))) for event in events]
        found = first_error(EVENTS, {"game": game, "seq": position.seq, "events": shown})
        assert found is None, found
    for event in events:
        if event.kind in ("action", "submission"):
            body = {"game": game, "expected_seq": event.seq, "action": event.payload["action"]}
            assert first_error(ACT, body) is None and first_error(ACT, {**body, "game": None}) is not None
            del body["game"]
            assert first_error(ACT, body) is None


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_views_events_and_actions_are_as_documented(table: Table) -> None:
    for seed in range(sampling.examples(3)):
        position, events = lively(table, seed)
        check(position, events, Random(seed))


@pytest.mark.parametrize(
    ("game", "action", "as_if"),
    [
        (
            "forgotten-treasures",
            {"type": "score", "activate": [{"x": 1, "y": 2, "double": None, "mythical": None}], "discard": None},
            {"type": "score", "activate": [{"x": 1, "y": 2}]},
        ),
        ("forgotten-treasures", {"type": "score", "activate": None}, {"type": "score"}),
        (
            "silver-gold-pyramids",
            {"type": "mark", "card": 12, "cells": ["c1"], "extra": None},
            {"type": "mark", "card": 12, "cells": ["c1"]},
        ),
    ],
)
def test_what_may_be_left_out_of_an_action_may_be_null(game: str, action: Any, as_if: Any) -> None:
    rules = registry.get(game)
    assert rules.action_from_json(action) == rules.action_from_json(as_if)
    assert first_error(ACT, {"game": game, "expected_seq": 1, "action": action}) is None


@pytest.mark.parametrize(
    "action",
    [{"type": None}, {"type": "score", "discard": {"red": None}}, {"type": "take", "space": 1, "gem": None}],
)
def test_what_has_to_be_there_may_not_be_null(action: Any) -> None:
    with pytest.raises(GameError, match="malformed_action"):
        registry.get("forgotten-treasures").action_from_json(action)
    assert first_error(ACT, {"expected_seq": 1, "action": action}) is not None
