"""Counts of action sequences by depth, from fixed seeds: `python -m tests.engine.perft` writes the files that
`test_perft.py` compares. A rules change that alters what can be done alters a count."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from engine.core import JSON, Rules
from tests.engine.tables import TABLES

FOLDER = Path(__file__).parent / "perft"
WIDEST = 5_000
"""Levels are counted until one is wider than this."""

SUBMISSIONS = 2_000
"""Of a seat's secret submissions the first so many are followed, in the order in which they are listed."""

STARTS = ((1, 0), (2, 0), (3, 35), (4, 60))
"""(seed, random actions played first)."""


def count(rules: Rules[Any, Any], options: JSON, seed: int, steps: int) -> list[int]:
    """How many sequences of 1, 2, 3 … actions there are."""
    rng = Random(seed)
    state = rules.start(options, rng.randbytes(32))
    for _ in range(steps):
        seat = rules.to_move(state)[0]
        after = rules.apply(state, seat, rules.random_action(state, seat, rng))
        if not rules.to_move(after):
            break
        state = after
    counts = []
    level = [state]
    while level and len(level) <= WIDEST:
        level = [
            rules.apply(s, seat, action)
            for s in level
            for seat in rules.to_move(s)[:1]
            for action in islice(rules.legal_actions(s, seat), SUBMISSIONS)
        ]
        counts.append(len(level))
    return counts


def table_counts(rules: Rules[Any, Any], options: JSON) -> list[JSON]:
    return [{"seed": seed, "after": steps, "counts": count(rules, options, seed, steps)} for seed, steps in STARTS]


def path(rules: Rules[Any, Any]) -> Path:
    return FOLDER / f"{rules.key}-{rules.version}.json"


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for rules in {r for r, _ in TABLES}:
        found = [{"options": o, "starts": table_counts(r, o)} for r, o in TABLES if r is rules]
        path(rules).write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    write()
