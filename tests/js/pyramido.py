"""Pyramids of Pyramido with cards and markers, for the tests of the browser code.

faces     the component file's dominoes
pyramids  {stage, dominoes, resurfaced, marked, areas, box, mino, points}: pyramids of random games, with the
          engine's own areas and the score of the open stage if it ended there
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from engine.pyramido.marked_areas import score_stage
from engine.pyramido.rules import Pyramido
from tests.engine.pyramido.build import tidy_action

FACES = Path(__file__).resolve().parent.parent.parent / "engine" / "data" / "pyramido_dominoes.json"


def samples(seed: int) -> dict[str, Any]:
    rules, rng = Pyramido(), Random(seed)
    pyramids: list[dict[str, Any]] = []
    for tidy in (True, True, False, False):
        state = rules.start({"seats": 2}, rng.randbytes(32))
        while state.outcome is None and state.mover is not None:
            choose = tidy_action if tidy else rules.random_action
            state = rules.apply(state, state.mover, choose(state, state.mover, rng))
            for architect, row in zip(state.architects, rules.view(state, None)["seats"], strict=True):
                if row["dominoes"] and row["out"] is None and state.outcome is None:
                    score = score_stage(architect, state.stage)
                    shown = {name: row[name] for name in ("dominoes", "resurfaced", "marked", "areas", "box")}
                    pyramids.append({"stage": state.stage, **shown, "mino": score.mino, "points": score.points})
    return {"faces": json.loads(FACES.read_text())["dominoes"], "pyramids": pyramids}
