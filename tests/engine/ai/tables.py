"""Every kind of table of the games that have a mind, and positions of random games on them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.ai.minds import MINDS
from tests.engine.tables import TABLES, Table, walk

MINDED = [table for table in TABLES if table[0].key in MINDS]
every_table = pytest.mark.parametrize(
    "table", MINDED, ids=["-".join(map(str, (rules.key, *options.values()))) for rules, options in MINDED]
)


def position_after(table: Table, seed: int, steps: int, leave: bool) -> tuple[Any, Random]:
    """Return a state after random actions, some of them replaced before all had submitted; `leave`: a player has
    left.
    """
    rules, options = table
    state, rng = walk(table, seed, steps)
    rows = rules.view(state, None)["seats"]
    kinds = rules.seat_kinds(options)
    persons = [seat for seat, kind in enumerate(kinds) if kind != "legend" and rows[seat]["out"] is None]
    if leave and len(persons) > 2:
        state = rules.drop_out(state, rng.choice(persons))
        for _ in range(rng.randrange(12)):
            if not (seats := rules.to_move(state)):
                break
            seat = rng.choice(seats)
            state = rules.apply(state, seat, rules.random_action(state, seat, rng))
    return state, rng
