"""Listing legal actions, and choosing random ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations, product
from random import Random

from engine.pyramid import SpotTable
from engine.pyramido.actions import COLOURS, Action, Fill, Laid, Mark, Place, Replenish, Resurface, Rotation
from engine.pyramido.markers_and_resurfacing import resurfaceable
from engine.pyramido.state import CARDS, QUARRY, Architect, State

CARD_CHANCE = 0.1

ROTATIONS: tuple[Rotation, ...] = (0, 90, 180, 270)
PLACES = [SpotTable(lambda x, y, rotation, space=space: Place(space + 1, x, y, rotation)) for space in QUARRY]
"""The placements from each quarry space."""

_MARKS = (Mark(0), Mark(1))
_REPLENISH = [(Replenish(space + 1), Replenish(space + 2)) for space in QUARRY]
_RESURFACE = {
    (block, card): tuple(Resurface(block, COLOURS[side], r) for side in CARDS[card] for r in ROTATIONS)
    for block in (0, 1)
    for card in range(len(CARDS))
}


def legal_actions(state: State, seat: int) -> Sequence[Action]:
    """All legal actions of the seat."""
    if state.mover != seat:
        return ()
    architect = state.architects[seat]
    if state.phase == "place":
        if not architect.pyramid.placed:
            return [action for table in PLACES for action in architect.pyramid.placements(table)]
        pairs = architect.pyramid.free_pairs()
        return [*PLACES[0].on(*pairs), *PLACES[1].on(*pairs), *PLACES[2].on(*pairs)]
    if state.phase == "mark":
        return _MARKS
    if state.phase == "fill":
        return _fills(architect)
    assert state.space is not None
    replenish = _REPLENISH[state.space]
    cards = [action for block in resurfaceable(state) for card in architect.cards for action in _RESURFACE[block, card]]
    return [*replenish, *cards]


def _fills(architect: Architect) -> list[Action]:
    out: list[Action] = []
    for cells in combinations(architect.pyramid.empty_cells(), 2):
        for cards in permutations(architect.cards, 2):
            for colours in product(*(CARDS[card] for card in cards)):
                for turns in product(ROTATIONS, repeat=2):
                    first, second = (
                        Laid(COLOURS[colour], *where, turn)
                        for colour, where, turn in zip(colours, cells, turns, strict=True)
                    )
                    out.append(Fill((first, second)))
    return out


def random_action(state: State, seat: int, rng: Random) -> Action:
    """Return a random legal action. Cards are laid rarely, as there are only three. Raise IndexError if the seat has no
    action.
    """
    legal = legal_actions(state, seat)
    if state.phase == "finish" and rng.random() >= CARD_CHANCE:
        legal = legal[:2]  # the two ways to replenish come first in `legal_actions`
    return legal[int(rng.random() * len(legal))]
