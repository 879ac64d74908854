"""The perft files: see perft.py."""

from __future__ import annotations

import json

import pytest

from tests.engine import perft
from tests.engine.tables import IDS, TABLES, Table


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_counts_of_action_sequences(table: Table) -> None:
    rules, options = table
    stored = json.loads(perft.path(rules).read_text())
    expected = next(entry["starts"] for entry in stored if entry["options"] == options)
    assert perft.table_counts(rules, options) == expected
