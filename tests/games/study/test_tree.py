"""The tree of a study, whatever its moves."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.newtypes import SeatNumber
from games.study.tree import BEGINNING, Move, MoveNumber, Tree
from tests.sampling import examples


def move(number: int, parent: int, place: int = 0) -> Move:
    return Move(MoveNumber(number), MoveNumber(parent), SeatNumber(0), {"type": "take"}, place=place)


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Trees of moves in any order, some with numbers left out as after deletions."""
    count = draw(st.integers(0, 30))
    moves: list[Move] = []
    for number in range(1, count + 1):
        if draw(st.integers(0, 5)) == 0:
            continue
        parent = draw(st.sampled_from([0, *(one.number for one in moves)]))
        moves.append(move(number, parent, draw(st.integers(-2, 1))))
    return Tree(draw(st.permutations(moves)))


@settings(max_examples=examples(100))
@given(trees())
def test_all_moves_come_after_the_one_that_they_follow_and_lines_are_whole(tree: Tree) -> None:
    order = [one.number for one in tree.main_first()]
    assert sorted(order) == sorted(tree.moves)
    assert all(
        one.parent == BEGINNING or order.index(one.parent) < order.index(one.number) for one in tree.main_first()
    )
    at, main = BEGINNING, []
    while tree.after(at):
        at = tree.after(at)[0].number
        main.append(at)
    assert order[: len(main)] == main
    for number in tree.moves:
        line = tree.line(number)
        assert line[-1].number == number and line[0].parent == BEGINNING
        assert [one.number for one in line[:-1]] == [one.parent for one in line[1:]]


@settings(max_examples=examples(100))
@given(trees(), st.randoms(use_true_random=False))
def test_deleting_a_move_leaves_a_tree(tree: Tree, rng: Random) -> None:
    if not len(tree):
        return
    number = rng.choice(sorted(tree.moves))
    gone = set(tree.with_all_after(number))
    left = Tree(one for one in tree.moves.values() if one.number not in gone)
    assert set(left.moves) | gone == set(tree.moves)
    assert all(number in {one.number for one in tree.line(other)} for other in gone)


@settings(max_examples=examples(100))
@given(trees(), st.randoms(use_true_random=False))
def test_a_promoted_move_is_the_first_of_its_variations(tree: Tree, rng: Random) -> None:
    if not len(tree):
        return
    number = rng.choice(sorted(tree.moves))
    place = tree.place_before(number)
    moves = (move(one.number, one.parent, place if one.number == number else one.place) for one in tree.moves.values())
    after = Tree(moves).after(tree.moves[number].parent)
    assert after[0].number == number
    others = [one.number for one in tree.after(tree.moves[number].parent) if one.number != number]
    assert [one.number for one in after[1:]] == others


def test_what_is_no_tree() -> None:
    for moves in ([move(1, 2), move(2, 1)], [move(1, 7)], [move(1, 0), move(1, 0)], [move(1, 1)]):
        with pytest.raises(ValueError, match="cannot follow"):
            Tree(moves)
    assert BEGINNING in Tree([]) and MoveNumber(1) not in Tree([])
