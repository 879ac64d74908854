"""Studies as files: round trips, deals that know no more than a view, and files that are wrong."""

from __future__ import annotations

import hashlib
import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import canonical
from engine.core import JSON, GameError, Malformed
from engine.forgotten_treasures import gems
from games.study import private_board, study_file
from games.study.tree import Tree
from tests.engine import hidden
from tests.engine.tables import IDS, TABLES, Table, walk
from tests.games.study.trees import FACTS, SEED, as_sent, checked, document_of, random_tree, view_of
from tests.sampling import examples

seeds = st.integers(0, 2**32)
steps = st.integers(0, 200)
every_table = pytest.mark.parametrize("table", TABLES, ids=IDS)


@every_table
@settings(max_examples=examples(6))
@given(seed=seeds, steps=steps)
def test_a_file_that_is_read_and_written_again_is_the_same(table: Table, seed: int, steps: int) -> None:
    document = document_of(table, seed, steps)
    read = checked(document)
    again = study_file.document(
        read.rules, title=document["title"], comment=document["comment"], view=document["view"],
        seed=document["seed"], whole_game=False, facts=document["facts"], tree=Tree(read.moves),
    )  # fmt: skip
    assert canonical.encode(as_sent(again)) == canonical.encode(document)


@every_table
@settings(max_examples=examples(6, of_secrets=True))
@given(seed=seeds, steps=steps)
def test_twins_make_the_same_study(table: Table, seed: int, steps: int) -> None:
    """Two games that differ only in what a seat cannot see make the same study, byte for byte."""
    rules, _ = table
    state, rng = walk(table, seed, steps)
    for seat in (None, *rules.to_move(state)):
        made = []
        for one in (state, hidden.twin(rules, state, seat, rng)):
            view = as_sent(rules.view(one, seat))
            beginning = private_board.deal(rules, view, SEED, whole_game=False)
            tree = random_tree(beginning, Random(seed), 6)
            document = study_file.document(
                rules, title="", comment="", view=view, seed=SEED, whole_game=False, facts=FACTS, tree=tree
            )
            made.append(canonical.encode(as_sent(document)))
            assert repr(beginning.state) == repr(private_board.deal(rules, view, SEED, whole_game=False).state)
        assert made[0] == made[1]


@every_table
def test_other_seeds_deal_otherwise_and_the_view_stays(table: Table) -> None:
    rules, _ = table
    view = view_of(table, 3, 20)
    deals = [private_board.deal(rules, view, f"{number:064x}", whole_game=False) for number in range(8)]
    assert all(as_sent(deal.view(view["seat"])) == view for deal in deals)
    assert len({repr(deal.state) for deal in deals}) == len(deals)


DEALS = {
    "forgotten-treasures": "ac5217fa1023f71247de5fffca29c4d3dd7c792f018d28b834175931c0b5984b",
    "pyramido": "4ac960e84e401d608eab4eb2a987321ee80c766143c8272412ded451a18e09dc",
    "silver-gold-pyramids": "07819f9653db28c23a4cf304833a6526dd5e1a15966d829c0a527a05435a5038",
}
"""SHA-256 of a position that was dealt. It must not change: the moves of stored studies follow from it."""


def test_a_view_and_a_seed_always_make_the_same_deal() -> None:
    """Nothing of it comes from Python's own random numbers, which another version may draw otherwise."""
    found = {}
    for rules, options in TABLES:
        if options == {"seats": 2}:
            state = rules.start(options, bytes(32))
            for _ in range(12):
                seat, *_others = rules.to_move(state)
                state = rules.apply(state, seat, next(iter(rules.legal_actions(state, seat))))
            view = as_sent(rules.view(state, rules.to_move(state)[0]))
            deal = private_board.deal(rules, view, SEED, whole_game=False)
            found[rules.key] = hashlib.sha256(repr(deal.state).encode()).hexdigest()
    assert found == DEALS


@pytest.fixture(scope="module")
def good() -> JSON:
    return document_of(TABLES[1], 1, 10)


def refused(document: Any) -> GameError:
    """Return the refusal of a file."""
    with pytest.raises(GameError) as refusal:
        checked(document)
    assert refusal.value.detail.endswith(".")
    return refusal.value


def test_what_is_neither_a_study_nor_a_game() -> None:
    for value, field in (({"format": "chess/1"}, "format"), ({}, "format"), ([], None), ("study", None)):
        with pytest.raises(Malformed) as refusal:
            study_file.format_of(value)
        assert (refusal.value.code, refusal.value.field) == ("not_a_study", field)


def changed(good: JSON, **fields: Any) -> JSON:
    return {**as_sent(good), **fields}


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"whole_game": True}, "no_such_position", "view"),
        ({"game": "chess"}, "unknown_game", "game"),
        ({"rules_version": 99}, "unknown_game", "game"),
        ({"components": {"sha256": "0" * 64}}, "other_components", "components.sha256"),
        ({"facts": []}, "malformed_facts", "facts"),
        ({"facts": [[]]}, "malformed_facts", "facts"),
        ({"facts": [[{"space": 1}]]}, "malformed_facts", "facts"),
        ({"facts": [[{"type": "out", "seat": -1}]]}, "malformed_facts", "facts"),
        ({"facts": [[{"type": "x" * 9000}]]}, "malformed_facts", "facts"),
        ({"view": {}}, "other_game", "view.game"),
    ],
)
def test_what_is_wrong_and_where(good: JSON, fields: JSON, code: str, field: str) -> None:
    error = refused(changed(good, **fields))
    assert (error.code, error.field) == (code, field)


def test_a_view_that_is_no_position(good: JSON) -> None:
    for path, value in (("phase", "dance"), ("order", []), ("spaces", []), ("seats", 7)):
        error = refused(changed(good, view={**good["view"], path: value}))
        assert (error.code, error.field) == ("no_such_position", "view"), path
    too_large: tuple[Any, ...] = (10**9, -(10**9), "x" * 300, [0] * 300)
    for large in too_large:
        error = refused(changed(good, view={**good["view"], "lost": [large]}))
        assert (error.code, error.field) == ("no_such_position", "view.lost[0]")


def test_moves_that_are_wrong(good: JSON) -> None:
    moves = good["moves"]
    for index, change, code, field in (
        (0, {"parent": 1}, "no_such_move", "moves[0].parent"),
        (2, {"seat": 9}, "no_such_seat", "moves[2]"),
        (1, {"action": {"type": "dance"}}, None, "moves[1]"),
        (1, {"action": 7}, None, "moves[1]"),
    ):
        listed = [{**move, **change} if at == index else move for at, move in enumerate(moves)]
        error = refused(changed(good, moves=listed))
        assert code in (None, error.code)
        assert (error.field or "").startswith(field)
    assert refused(changed(good, moves=[moves[0], moves[0]])).code == "move_twice"


@pytest.mark.parametrize(
    "fields", [{"seed": "AB"}, {"more": 1}, {"moves": [{"parent": 0}]}, {"title": 7}, {"moves": "none"}]
)
def test_what_has_not_the_form_of_a_study(good: JSON, fields: JSON) -> None:
    with pytest.raises(msgspec.ValidationError):
        checked(changed(good, **fields))


def test_a_text_in_the_place_of_a_count_is_not_multiplied(good: JSON) -> None:
    with pytest.raises(TypeError):
        gems.from_json({"red": "x"})  # type: ignore[dict-item]
    error = refused(changed(good, view={**good["view"], "bag": {"red": "x"}}))
    assert (error.code, error.field) == ("no_such_position", "view")


@pytest.mark.parametrize("order", [[0, -1], [-1, 0], [1, 1], [0, 7]])
@pytest.mark.parametrize("table", [("forgotten-treasures", 2), ("pyramido", 2)], ids=str)
def test_a_turn_order_without_each_seat_is_refused(table: tuple[str, int], order: list[int]) -> None:
    """A seat of −1 would double the players with every turn."""
    document = document_of(next(one for one in TABLES if (one[0].key, one[1].get("seats")) == table), 1, 0, 2)
    error = refused(changed(document, view={**document["view"], "order": order}))
    assert (error.code, error.field) == ("no_such_position", "view")


@settings(max_examples=examples(60))
@given(data=st.data())
def test_no_change_of_a_view_breaks_the_reader(data: st.DataObject) -> None:
    """Whatever is put in place of a part of the view: it is refused, or it is the view of a position."""
    good = document_of(data.draw(st.sampled_from(TABLES)), 1, data.draw(st.integers(0, 60)), 2)
    part: Any = good["view"]
    while True:
        key: Any = data.draw(st.sampled_from(sorted(part) if isinstance(part, dict) else range(len(part))))
        if not isinstance(part[key], dict | list) or not part[key] or data.draw(st.booleans()):
            break
        part = part[key]
    part[key] = data.draw(st.sampled_from([None, -1, 0, 7, 400, "x", [], {}, [[]], True]))
    try:
        found = checked(json.loads(json.dumps(good)))
    except (GameError, msgspec.ValidationError):
        return
    assert canonical.alike(found.beginning.view(good["view"]["seat"]), good["view"])
