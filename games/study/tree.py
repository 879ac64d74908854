"""The tree of a study: moves by number, each with the number of the move that it follows. Pure.

Numbers rise in the order in which moves were added, so that a move always has a greater number than the one that it
follows. They are not reused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NewType

import msgspec

from engine.core import JSON
from engine.newtypes import SeatNumber

MoveNumber = NewType("MoveNumber", int)
"""The number of a move in its study, from 1; 0 is the position with which the study begins."""

BEGINNING: Final = MoveNumber(0)

GLYPHS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""Marks of moves: good, bad, brilliant, a blunder, interesting, dubious."""

MOST_MOVES: Final = 500
COMMENT_LENGTH: Final = 400


class Move(msgspec.Struct, frozen=True):
    """A move, the action of one seat. `place` orders the moves that follow the same one: the least is the main line's;
    of equal ones, the first that was added.
    """

    number: MoveNumber
    parent: MoveNumber
    seat: SeatNumber
    action: JSON
    comment: str = ""
    glyph: str = ""
    place: int = 0


class Tree:
    """The moves of a study. Each follows the beginning or another move of the tree."""

    def __init__(self, moves: Iterable[Move]) -> None:
        """Build a tree. Raise ValueError for a move that follows none, or that has the number of another one."""
        self.moves: dict[MoveNumber, Move] = {}
        self._next: dict[MoveNumber, list[Move]] = {}
        for move in sorted(moves, key=lambda one: one.number):
            if move.number in self.moves or (move.parent != BEGINNING and move.parent not in self.moves):
                raise ValueError(f"move {move.number} cannot follow {move.parent}")
            self.moves[move.number] = move
            self._next.setdefault(move.parent, []).append(move)
        for several in self._next.values():
            several.sort(key=lambda one: (one.place, one.number))

    def __contains__(self, number: MoveNumber) -> bool:
        """Whether there is such a position: the beginning, or the one after this move."""
        return number == BEGINNING or number in self.moves

    def __len__(self) -> int:
        return len(self.moves)

    def after(self, number: MoveNumber) -> tuple[Move, ...]:
        """Return the moves that follow this one, the main line's first."""
        return tuple(self._next.get(number, ()))

    def line(self, number: MoveNumber) -> list[Move]:
        """Return the moves from the beginning to this one, which is the last. Raise KeyError if there is none."""
        found = []
        while number != BEGINNING:
            move = self.moves[number]
            found.append(move)
            number = move.parent
        return found[::-1]

    def with_all_after(self, number: MoveNumber) -> list[MoveNumber]:
        """Return the number of a move and of all that follow from it. Raise KeyError if there is no such move."""
        found = [self.moves[number].number]
        for one in found:
            found += [move.number for move in self._next.get(one, ())]
        return found

    def main_first(self) -> Iterator[Move]:
        """Yield all moves, each after the one that it follows, and each line to its end before its variations."""
        waiting = list(self.after(BEGINNING)[::-1])
        while waiting:
            move = waiting.pop()
            yield move
            waiting += self.after(move.number)[::-1]

    def place_before(self, number: MoveNumber) -> int:
        """Return the place that makes a move the main line's among those that follow the same one."""
        return self.after(self.moves[number].parent)[0].place - 1
