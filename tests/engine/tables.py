"""Every kind of table: each game with each number of seats and each solo mode. New games are included automatically."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import registry
from engine.core import JSON, Malformed, Rules

Table = tuple[Rules[Any, Any], JSON]


def _options(rules: Rules[Any, Any]) -> list[JSON]:
    found = []
    for raw in [{"seats": n} for n in range(1, 9)] + [{"seats": 1, "legend": mode} for mode in ("a", "the")]:
        try:
            options = rules.options_from_json(raw)
        except Malformed:
            continue
        if options not in found:
            found.append(options)
    return found


TABLES: list[Table] = [(rules, options) for rules in registry.GAMES for options in _options(rules)]
IDS = [f"{rules.key}-{'-'.join(str(v) for v in options.values())}" for rules, options in TABLES]


def walk(table: Table, seed: int, steps: int) -> tuple[Any, Random]:
    """Return the state after up to `steps` random actions of random seats; never a finished game."""
    rules, options = table
    rng = Random(seed)
    state = rules.start(options, rng.randbytes(32))
    for _ in range(steps):
        seat = rng.choice(rules.to_move(state))
        after = rules.apply(state, seat, rules.random_action(state, seat, rng))
        if not rules.to_move(after):
            break
        state = after
    return state, rng
