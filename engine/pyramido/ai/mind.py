"""The AI's knowledge of the game (`engine.ai.minds.Mind`): candidate turns and their expected points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from operator import itemgetter

from msgspec.structs import replace

from engine.pyramid import Box
from engine.pyramido.actions import COLOURS, Action, Block, Fill, Laid, Mark, Replenish, Resurface, Rotation
from engine.pyramido.ai.building import (
    BELOW,
    BLOCKS,
    CARD_ICONS,
    HALVES,
    RIGHT,
    Building,
    Half,
    Lattice,
    building_of,
)
from engine.pyramido.ai.gaps import ruins
from engine.pyramido.ai.outlook import expected_total
from engine.pyramido.ai.playout import play_out, with_marker
from engine.pyramido.legal import PLACES, ROTATIONS
from engine.pyramido.markers_and_resurfacing import resurfaceable
from engine.pyramido.state import CARD_OF, CARDS, Architect, State, card_block
from engine.pyramido.turns import LAST_STAGE

__all__ = ["candidate_actions", "candidate_turns", "expected_points", "play_out", "ruins", "share"]

BOXES = 12
"""The most boxes to consider while the box of stage 1 is open."""

PLANS = 20
"""The most whole turns to return."""
TRIED_WITH_CARDS = 6
"""The number of best turns for which cards are considered."""

FEW = 3
"""The most boxes to consider when finishing a turn."""

ACROSS: tuple[Rotation, ...] = (0, 180)
DOWN: tuple[Rotation, ...] = (90, 270)

NO_MARK: tuple[None] = (None,)

Plan = tuple[Action, ...]
Candidates = list[tuple[float, Plan]]
"""Turns with the expected points after each."""


def candidate_actions(state: State, seat: int) -> list[tuple[float, Action]]:
    """The candidate actions with the expected points after each; empty if the seat owes none.

    A placement is valued with the best mark and card that can follow it.
    """
    found: dict[Action, float] = {}
    for points, plan in _turns(state, seat):
        if points > found.get(plan[0], -1e9):
            found[plan[0]] = points
    return [(points, action) for action, points in found.items()]


def candidate_turns(state: State, seat: int) -> Candidates:
    """The best whole turns. They end before the quarry is replenished, which is a decision of its own; when that is the
    decision now, each way to replenish is a turn.
    """
    return sorted(_turns(state, seat), key=itemgetter(0), reverse=True)[:PLANS]


def share(state: State) -> float:
    """The share of a turn's thinking time for this decision."""
    return {"place": 0.75, "mark": 0.05, "finish": 0.2}.get(state.phase, 1.0)


def expected_points(state: State, seat: int) -> float:
    """Expected points of the seat at the end of the game; when it is over, its score."""
    architect = state.architects[seat]
    if state.outcome is not None or architect.out is not None:
        return float(architect.total)
    return _best_building(architect, BOXES)[0]


def _turns(state: State, seat: int) -> Candidates:
    if state.mover != seat:
        return []
    match state.phase:
        case "place":
            return _placements(state, state.architects[seat])
        case "mark":
            return _marks(state.architects[seat])
        case "finish":
            return _finishes(state, state.architects[seat])
        case _:
            return _fills(state.architects[seat])


def _buildings(architect: Architect, most: int) -> list[tuple[Building, Box]]:
    """The architect's building in at most `most` of the possible boxes, evenly selected, each with its box."""
    found = architect.pyramid.boxes()
    step = -(-len(found) // most)
    return [(building_of(architect, box), box) for box in found[::step]]


def _best_building(architect: Architect, most: int) -> tuple[float, Building, Box]:
    """The building in the box with the most expected points: these points, the building and the box."""
    return max(
        [(expected_total(building), building, box) for building, box in _buildings(architect, most)], key=itemgetter(0)
    )


def _ways_to_lay(
    building: Building, quarry: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, Rotation, int, int, tuple[Half, Half]]]:
    """Yield each way to lay one of the dominoes, given as (space, domino): space, rotation, both cells, and both
    halves.
    """
    across, down = building.pairs()
    dominoes = list(quarry)
    for pairs, shift, rotations in ((across, RIGHT, ACROSS), (down, BELOW, DOWN)):
        while pairs:
            low = pairs & -pairs
            pairs ^= low
            for rotation in rotations:
                for space, domino in dominoes:
                    yield space, rotation, low, low << shift, HALVES[domino][rotation]


def _with_domino(building: Building, low: int, high: int, halves: tuple[Half, Half], mark: Block | None) -> Building:
    """The building with a domino laid on it; `mark` is the block that is marked."""
    new = building.copy()
    for cell, half in zip((low, high), halves, strict=True):
        new.lay(cell, half.colour, half.count, half.icons, half.block == mark)
    return new


def _markable(building: Building, halves: tuple[Half, Half]) -> list[Block]:
    return [half.block for half in halves if half.count and building.marked[half.colour] is None]


def _placements(state: State, architect: Architect) -> Candidates:
    """Every placement of every domino on a pair of cells after which dominoes can still cover all remaining cells
    (`building.tidy_pairs`), with every possible mark. The best ones (in the last stage all) also with every card.
    """
    found: dict[Plan, tuple[float, Building, tuple[int, int], tuple[Half, Half], Block | None]] = {}
    for building, (_, _, left, top) in _buildings(architect, BOXES):
        for space, rotation, low, high, halves in _ways_to_lay(building, enumerate(state.quarry)):
            x, y = building.lattice.where[low if rotation in (0, 90) else high]
            if architect.pyramid.placed:
                x, y = x + left, y + top
            else:
                x = y = 0
            place = PLACES[space].at[x, y, rotation]
            marks = _markable(building, halves)
            for mark in marks or NO_MARK:
                plan: Plan = (place, Mark(mark)) if mark is not None and len(marks) == 2 else (place,)
                points = expected_total(_with_domino(building, low, high, halves, mark))
                if plan not in found or points > found[plan][0]:
                    found[plan] = (points, building, (low, high), halves, mark)
    best = sorted(found.items(), key=lambda item: item[1][0], reverse=True)
    out = [(points, plan) for plan, (points, *_) in best]
    if not architect.cards:
        tried = 0
    elif architect.pyramid.stage == LAST_STAGE:
        tried = len(best)
    else:
        tried = TRIED_WITH_CARDS
    for plan, (_, building, cells, halves, mark) in best[:tried]:
        out += [(points, (*plan, action)) for points, action in _covered(building, cells, halves, mark)]
    return out


def _covered(
    building: Building, cells: tuple[int, int], halves: tuple[Half, Half], mark: Block | None
) -> Iterator[tuple[float, Resurface]]:
    """Each card over an unmarked block of the domino, turned so that its icon stays visible if possible."""
    for number, half in enumerate(halves):
        if half.block == mark:
            continue
        kept, cell = halves[1 - number], cells[number]
        for colour in _colours(building.cards):
            new = building.copy()
            new.lay(cells[1 - number], kept.colour, kept.count, kept.icons, kept.block == mark)
            rotation = _turned(building.lattice, cell)
            new.cards = tuple(card for card in building.cards if card != CARD_OF[colour])
            new.lay(cell, colour, 1, CARD_ICONS[rotation], new.marked[colour] is None)
            yield expected_total(new), Resurface(half.block, COLOURS[colour], rotation)


def _colours(cards: tuple[int, ...]) -> list[int]:
    return [colour for card in cards for colour in CARDS[card]]


def _turned(lattice: Lattice, cell: int) -> Rotation:
    """The first rotation of a card with which its icon stays visible on the cell."""
    return next((r for r in ROTATIONS if cell * CARD_ICONS[r] & lattice.rings), 0)


def _marks(architect: Architect) -> Candidates:
    out: Candidates = []
    for block in BLOCKS:
        marked = with_marker(architect, block)
        out.append((_best_building(marked, FEW)[0], (Mark(block),)))
        out += [
            (points, (Mark(block), action)) for points, action in _resurfaced(marked, [b for b in BLOCKS if b != block])
        ]
    return out


def _finishes(state: State, architect: Architect) -> Candidates:
    """The piles to replenish from, valued by the domino that comes into the quarry, and the cards."""
    blocks = [block for block in BLOCKS if block in resurfaceable(state)]
    out: Candidates = [(points, (action,)) for points, action in _resurfaced(architect, blocks)]
    assert state.space is not None
    now, building, _ = _best_building(architect, FEW)
    expected = _next_turns(state, building, state.space)
    # Choosing the better pile keeps the architect's expected points; choosing the other one costs the difference.
    out += [(now + one - max(expected), (Replenish(state.space + 1 + n),)) for n, one in enumerate(expected)]
    return out


def _resurfaced(architect: Architect, blocks: list[Block]) -> Iterator[tuple[float, Resurface]]:
    """Each card on these blocks of the newest domino, in the box with the most expected points."""
    pyramid = architect.pyramid
    _, building, box = _best_building(architect, FEW)
    for block in blocks:
        x, y = pyramid.placed[-1].cells[block]
        rotation = _turned(building.lattice, building.lattice.at[x - box[2], y - box[3]])
        for colour in _colours(architect.cards):
            covered = replace(
                architect,
                pyramid=pyramid.cover(x, y, card_block(colour, rotation)),
                cards=tuple(card for card in architect.cards if card != CARD_OF[colour]),
            )
            if architect.markers >> colour & 1:
                covered = with_marker(covered, block, colour)
            yield expected_total(building_of(covered, box)), Resurface(block, COLOURS[colour], rotation)


def _next_turns(state: State, building: Building, space: int) -> list[float]:
    """Expected points after the architect's next turn, for replenishing from either pile, if another player takes one
    of the three dominoes at random.
    """
    if not building.free:
        if building.lattice.stage == LAST_STAGE:
            return [0.0, 0.0]
        building = building.copy()
        building.open_next()
    dominoes = [*(left for left in state.quarry if left), state.piles[space][0], state.piles[space + 1][0]]
    best = [0.0] * len(dominoes)
    for number, _, low, high, halves in _ways_to_lay(building, enumerate(dominoes)):
        marks = _markable(building, halves)
        points = expected_total(_with_domino(building, low, high, halves, marks[0] if marks else None))
        best[number] = max(best[number], points)
    out = []
    for fresh in best[2:]:
        _, second, first = sorted((*best[:2], fresh))
        out.append((2 * first + second) / 3)
    return out


def _fills(architect: Architect) -> Candidates:
    """Every pair of cards on every pair of empty cells."""
    _, building, (_, _, left, top) = _best_building(architect, BOXES)
    cells = [cell for cell in building.lattice.where if cell & building.free]
    out: Candidates = []
    for on in combinations(cells, 2):
        for cards in permutations(architect.cards, 2):
            for colours in product(*(CARDS[card] for card in cards)):
                new = building.copy()
                new.cards = tuple(card for card in architect.cards if card not in cards)
                cards_laid = []
                for cell, colour in zip(on, colours, strict=True):
                    x, y = building.lattice.where[cell]
                    rotation = _turned(building.lattice, cell)
                    new.lay(cell, colour, 1, CARD_ICONS[rotation], False)
                    cards_laid.append(Laid(COLOURS[colour], x + left, y + top, rotation))
                out.append((expected_total(new), (Fill((cards_laid[0], cards_laid[1])),)))
    return out
