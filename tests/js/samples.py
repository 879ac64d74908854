"""Sample data from the engine, as JSON, for the tests of the browser code: `python -m tests.js.samples FILE`.

Made for each run, so that the browser's geometry and patches are compared with the current engine:

  faces     the component file's dominoes
  pyramids  {dominoes, areas, box}: pyramids of random games at every stage, with the engine's own areas
  placings  {dominoes, box, stage, domino, placements}: decisions to place, with all the legal placements
  scorings  {gems, decision, action, points, left}: a seat's gems and decision, its action, and the engine's result
  patches   {before, after, patch}: consecutive views of one audience, and the patch that frames would carry
  silver_gold_pyramids  cards and marks: tests/js/silver_gold_pyramids.py
  pyramido  pyramids with cards and markers: tests/js/pyramido.py
  replays  whole games as the API's steps: tests/js/replay.py
  final_moves  which moves cannot be taken back: tests/js/final_moves.py
  rules_search  what the search in the pages of rules finds: tests/js/rules_search.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from engine import replay
from engine.newtypes import SeatNumber
from engine.position import Event, Position
from engine.simulate import random_game
from pyramido_site.infrastructure.json_patch import diff
from tests.js import final_moves, pyramido, rules_search, silver_gold_pyramids
from tests.js import replay as replay_samples

GAME = "forgotten-treasures"
OPTIONS: list[dict[str, Any]] = [{"seats": 2}, {"seats": 4}, {"seats": 1, "legend": "the"}]
FACES = Path(__file__).resolve().parent.parent.parent / "engine" / "data" / "forgotten_treasures_dominoes.json"


def samples(seed: int = 7) -> dict[str, Any]:
    found: dict[str, Any] = {
        "faces": json.loads(FACES.read_text())["dominoes"],
        "pyramids": [],
        "placings": [],
        "scorings": [],
        "patches": [],
        "silver_gold_pyramids": silver_gold_pyramids.samples(seed),
        "pyramido": pyramido.samples(seed),
        "replays": replay_samples.samples(seed),
        "final_moves": final_moves.samples(seed),
        "rules_search": rules_search.samples(),
    }
    for options in OPTIONS:
        last, events = random_game(GAME, options, Random(seed))
        before: dict[int | None, Any] = {}
        for end in range(1, len(events) + 1, 2):
            position = replay.fold(events[:end], last.secret, last.nonces)
            for seat in (None, *position.to_move[:1]):
                view = position.view(seat)
                if seat in before:
                    found["patches"].append({"before": before[seat], "after": view, "patch": diff(before[seat], view)})
                before[seat] = view
                _look(view, found)
        _scorings(last, events, found)
    return found


def _scorings(last: Position, events: list[Event], found: dict[str, Any]) -> None:
    for end, event in enumerate(events):
        if event.kind != "revealed":
            continue
        before = replay.fold(events[: end - 1], last.secret, last.nonces)
        after = replay.fold(events[: end + 1], last.secret, last.nonces).view(None)
        rows = next(fact for fact in event.payload["facts"] if fact["type"] == "stage_scored")["seats"]
        for seat, action in enumerate(event.payload["submissions"]):
            view: dict[str, Any] = before.view(SeatNumber(seat)) if action else {"decision": None}
            if view["decision"]:
                found["scorings"].append(
                    {
                        "gems": view["seats"][seat]["gems"],
                        "decision": view["decision"],
                        "action": action,
                        "points": rows[seat]["points"],
                        "left": after["seats"][seat]["gems"],
                    }
                )


def _look(view: dict[str, Any], found: dict[str, Any]) -> None:
    for row in view["seats"]:
        if row["kind"] == "explorer" and row["dominoes"]:
            found["pyramids"].append({name: row[name] for name in ("dominoes", "areas", "box")})
    decision = view["decision"]
    if decision and decision["kind"] == "place":
        row = view["seats"][view["seat"]]
        found["placings"].append(
            {
                "dominoes": row["dominoes"],
                "box": row["box"],
                "stage": view["stage"],
                "domino": decision["domino"],
                "placements": decision["placements"],
            }
        )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(samples()))
