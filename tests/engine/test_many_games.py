"""1,000 random games on every kind of table: each ends, verifies from its export, and scores the same when replayed."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from engine import replay
from engine.export import export, read, rebuild
from engine.simulate import random_game
from tests.engine.tables import IDS, TABLES, Table

GAMES = 1000
BATCHES = 10


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
