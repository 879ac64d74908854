"""Counts of action sequences by depth, from fixed seeds: `python -m tests.engine.perft` writes the files that
`test_perft.py` compares. A change of rules that alters the possible actions alters a count.
"""

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
"""Levels are counted up to the first one wider than this."""

SUBMISSIONS = 2_000
"""Number of a seat's secret submissions that are followed, the first in the order in which they are listed."""

STARTS = ((1, 0), (2, 0), (3, 35), (4, 60))
"""(seed, random actions played first)."""


def count(rules: Rules[Any, Any], options: JSON, seed: int, steps: int) -> list[int]:
    """Return the number of sequences of 1, 2, 3 … actions."""
    rng = Random(seed)
    state = rules.start(options, rng.randbytes(32))
    for _ in range(steps):
        seat = rules.to_move(state)[0]
        after = rules.apply(state, seat, rules.random_action(state, seat, rng))
        if not rules.to_move(after):
            break
        state = after
    counts: list[int] = []
    level = [state]
    while level:
        listed = [(s, seat, _listed(rules, s, seat)) for s in level for seat in rules.to_move(s)[:1]]
        counts.append(sum(len(actions) for _, _, actions in listed))
        if counts[-1] > WIDEST:
            break
        level = [rules.apply(s, seat, action) for s, seat, actions in listed for action in actions]
    return counts


def _listed(rules: Rules[Any, Any], state: Any, seat: int) -> list[Any]:
    return list(islice(rules.legal_actions(state, seat), SUBMISSIONS))


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
