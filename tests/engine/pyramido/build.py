"""Hand-made states for the tests of the rules, and a player who builds without gaps."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.pyramid import TRIPLES, Pyramid
from engine.pyramido.actions import Action, Place
from engine.pyramido.rules import Pyramido
from engine.pyramido.state import DOMINOES, Architect, State

RULES = Pyramido()


def start(seats: int = 2, seed: int = 0) -> State:
    return RULES.start({"seats": seats}, Random(seed).randbytes(32))


def domino(first: str, second: str, icons: tuple[int, int] | None = None) -> int:
    """Return a domino with these colours on blocks[0] and blocks[1], and with these numbers of icons if given."""
    for number in DOMINOES.ids:
        a, b = DOMINOES.faces[number]
        if (DOMINOES.colours[a.colour], DOMINOES.colours[b.colour]) == (first, second) and (
            icons is None or (a.icons.bit_count(), b.icons.bit_count()) == icons
        ):
            return number
    raise LookupError((first, second, icons))


def with_quarry(state: State, *wanted: int) -> State:
    """Return the state with these dominoes in the quarry; those they replace take their places in the piles."""
    swap = {}
    for at, number in enumerate(wanted):
        old = state.quarry[at]
        swap[old], swap[number] = number, old
        state = replace(
            state,
            quarry=tuple(swap.get(d, d) for d in state.quarry),
            piles=tuple(tuple(swap.get(d, d) for d in pile) for pile in state.piles),
        )
        swap.clear()
    return state


def with_architect(state: State, seat: int, **changes: Any) -> State:
    architects = list(state.architects)
    architects[seat] = replace(architects[seat], **changes)
    return replace(state, architects=tuple(architects))


@cache
def tileable(free: frozenset[tuple[int, int]]) -> bool:
    """Return whether dominoes can cover these cells."""
    if not free:
        return True
    x, y = min(free)
    return any(other in free and tileable(free - {(x, y), other}) for other in ((x + 1, y), (x, y + 1)))


def tidy(pyramid: Pyramid, action: Place) -> bool:
    """Return whether the stage can still be filled after this placement, within one of the boxes it leaves open."""
    after = pyramid.place(1, action.x, action.y, action.rotation)
    taken = {c for p in after.placed if p.stage == after.stage for c in p.cells}
    taken |= {(s.x, s.y) for s in after.singles if s.stage == after.stage}
    if after.stage > 1:
        return tileable(frozenset(after.empty_cells()))
    xs, ys = [x for x, _ in taken], [y for _, y in taken]
    for columns, rows in ((5, 4), (4, 5)):
        for left in range(max(xs) - columns + 1, min(xs) + 1):
            for top in range(max(ys) - rows + 1, min(ys) + 1):
                box = {(left + x, top + y) for x in range(columns) for y in range(rows)}
                if taken <= box and tileable(frozenset((x - left, y - top) for x, y in box - taken)):
                    return True
    return False


def tidy_action(state: State, seat: int, rng: Random) -> Action:
    """Return a random action that leaves the stage fillable, so that whole games are played."""
    for _ in range(60):
        action = RULES.random_action(state, seat, rng)
        if not isinstance(action, Place) or tidy(state.architects[seat].pyramid, action):
            return action
    return RULES.random_action(state, seat, rng)


def stuck(cards: tuple[int, ...] = (0, 1, 2)) -> Architect:
    """Return an architect whose stage 1 has two empty cells that do not touch."""
    rng = Random(0)
    while True:
        pyramid = Pyramid()
        while pyramid.has_room():
            pyramid = pyramid.place(1, *rng.choice(pyramid.placements(TRIPLES)))
        if pyramid.occupied.bit_count() == 18:
            return Architect(pyramid=pyramid, cards=cards)
