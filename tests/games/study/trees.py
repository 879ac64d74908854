"""Studies for tests that need no database: positions of random games, and random trees of moves after them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec

from engine.core import JSON
from engine.newtypes import SeatNumber
from engine.position import Position
from games.study import private_board, study_file
from games.study.study_file import StudyFile
from games.study.tree import BEGINNING, Move, MoveNumber, Tree
from tests.engine.tables import Table, walk

SEED = "ab" * 32
FACTS: study_file.Facts = [[{"type": "out", "seat": 0}]]


def as_sent(value: Any) -> Any:
    """Return the value as JSON leaves it: arrays are lists."""
    return json.loads(json.dumps(value))


def view_of(table: Table, seed: int, steps: int) -> JSON:
    """Return the view of the seat to move, or the public one, at a position of a random game."""
    rules, _ = table
    state, rng = walk(table, seed, steps)
    seat = rng.choice([None, *rules.to_move(state)])
    return dict(as_sent(rules.view(state, seat)))


def random_tree(beginning: Position, rng: Random, count: int) -> Tree:
    """Return a tree of up to `count` random moves, each after a random one."""
    positions = {BEGINNING: beginning}
    moves: list[Move] = []
    for _ in range(count):
        parent = rng.choice([at for at, position in positions.items() if not position.ended])
        before = positions[parent]
        seat = SeatNumber(rng.choice(before.to_move))
        action = before.rules.action_to_json(before.rules.random_action(before.state, seat, rng))
        if any((one.parent, one.seat, one.action) == (parent, seat, action) for one in moves):
            continue
        number = MoveNumber(len(moves) + 1)
        comment, glyph = rng.choice(["", "So?", "À voir\n«»"]), rng.choice(["", "!", "?!"])
        place = rng.choice([0, 0, -1])
        moves.append(Move(number, parent, seat, action, comment, glyph, place))
        positions[number] = private_board.act(before, seat, action).position
    return Tree(moves)


def document_of(table: Table, seed: int, steps: int, count: int = 12) -> JSON:
    """Return the file of a random study."""
    rules, _ = table
    view = view_of(table, seed, steps)
    beginning = private_board.deal(rules, view, SEED, whole_game=False)
    tree = random_tree(beginning, Random(seed), count)
    made = study_file.document(
        rules, title="A study", comment="", view=view, seed=SEED, whole_game=False, facts=FACTS, tree=tree
    )
    return dict(as_sent(made))


def checked(document: JSON) -> study_file.Checked:
    assert study_file.format_of(document) == study_file.FORMAT
    return study_file.check(msgspec.convert(document, StudyFile))
