"""Which moves cannot be taken back, by the engine, for the tests of the browser code."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import replay
from engine.position import Position
from engine.simulate import random_game
from engine.table_verbs import seat_of

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("forgotten-treasures", {"seats": 2}),
    ("forgotten-treasures", {"seats": 1, "legend": "a"}),
    ("pyramido", {"seats": 2}),
    ("silver-gold-pyramids", {"seats": 2}),
]


def samples(seed: int) -> list[dict[str, Any]]:
    """Return {game, solo, type, final}: the types of actions in random games, and whether they were final."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for game, options in TABLES:
        last, events = random_game(game, options, Random(seed))
        position: Position | None = None
        for event in events:
            if position is not None and event.kind in ("action", "submission"):
                rules, action = position.rules, event.payload["action"]
                revocable = rules.revocable(position.state, seat_of(event), rules.action_from_json(action))
                one = {
                    "game": game, "solo": options["seats"] == 1, "type": action["type"], "final": not revocable,
                }  # fmt: skip
                found[tuple(one.values())] = one
            position = replay.advance(position, event, last.secret, last.nonces)
    return list(found.values())
