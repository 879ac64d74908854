"""Random games on every kind of table: each ends, verifies from its export, and scores the same when replayed.

PYRAMIDO_GAMES is their number for each kind: 1,000 take six minutes of processor time; the default is a part of that.
"""

from __future__ import annotations

import os
from random import Random

import msgspec
import pytest

from engine import replay
from engine.export import export, read, rebuild
from engine.simulate import random_game
from tests.engine.tables import IDS, TABLES, Table

GAMES = int(os.environ.get("PYRAMIDO_GAMES", "100"))
BATCHES = 10


@pytest.mark.sampled(one_of=4)
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_games_end_verify_and_replay(table: Table, batch: int) -> None:
    rules, options = table
    for number in range(batch * GAMES // BATCHES, (batch + 1) * GAMES // BATCHES):
        position, events = random_game(rules.key, options, Random(number), resubmit=0.05, take_back=0.05)
        document = read(msgspec.json.encode(export(position, events)))
        verified = rebuild(document)
        folded = replay.fold(events, position.secret, position.nonces)
        assert verified.outcome == folded.outcome == position.outcome, f"game {number}"
