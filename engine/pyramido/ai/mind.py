"""The AI's knowledge of the game (`engine.ai.minds.Mind`): candidate turns and their expected points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from operator import itemgetter

from msgspec.structs import replace

from engine.pyramid import Box
from engine.pyramido.actions import COLOURS, Action, Block, Fill, Laid, Mark, Replenish, Resurface, Rotation
from engine.pyramido.ai.outlook import worth
from engine.pyramido.ai.playout import foresee, with_marker
from engine.pyramido.ai.site import (
    BELOW,
    BLOCKS,
    CARD_ICONS,
    HALVES,
    RIGHT,
    Half,
    Lattice,
    Site,
    site,
)
from engine.pyramido.legal import PLACES, ROTATIONS
from engine.pyramido.markers import resurfaceable
from engine.pyramido.state import CARD_OF, CARDS, Architect, State, card_block
from engine.pyramido.turns import LAST_STAGE

__all__ = ["foresee", "plans", "prospects", "share", "weigh"]

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
Weighed = list[tuple[float, Plan]]


def weigh(state: State, seat: int) -> list[tuple[float, Action]]:
    """The candidate actions with the expected points after each; empty if the seat owes none.

    A placement is valued with the best mark and card that can follow it.
    """
    found: dict[Action, float] = {}
    for points, plan in _turns(state, seat):
        if points > found.get(plan[0], -1e9):
            found[plan[0]] = points
    return [(points, action) for action, points in found.items()]


def plans(state: State, seat: int) -> Weighed:
    """The best whole turns, without replenishing, which is planned on its own."""
    return sorted(_turns(state, seat), key=itemgetter(0), reverse=True)[:PLANS]


def share(state: State) -> float:
    """The share of a turn's thinking time for this decision."""
    return {"place": 0.75, "mark": 0.05, "finish": 0.2}.get(state.phase, 1.0)


def prospects(state: State, seat: int) -> float:
    """Expected points of the seat at the end of the game; when it is over, its score."""
    architect = state.architects[seat]
    if state.outcome is not None or architect.out is not None:
        return float(architect.total)
    return _best_site(architect, BOXES)[0]


def _turns(state: State, seat: int) -> Weighed:
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


def _sites(architect: Architect, most: int) -> list[tuple[Site, Box]]:
    """The architect's sites in at most `most` of the possible boxes, evenly selected."""
    found = architect.pyramid.boxes()
    step = -(-len(found) // most)
    return [(site(architect, box), box) for box in found[::step]]


def _best_site(architect: Architect, most: int) -> tuple[float, Site, Box]:
    """The site with the most expected points, with these points and its box."""
    return max([(worth(here), here, box) for here, box in _sites(architect, most)], key=itemgetter(0))


def _ways_to_lay(
    here: Site, quarry: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, Rotation, int, int, tuple[Half, Half]]]:
    """Yield each way to lay a domino on the site, from (space, domino): space, rotation, both cells, and both
    halves.
    """
    across, down = here.pairs()
    dominoes = list(quarry)
    for pairs, shift, rotations in ((across, RIGHT, ACROSS), (down, BELOW, DOWN)):
        while pairs:
            low = pairs & -pairs
            pairs ^= low
            for rotation in rotations:
                for space, domino in dominoes:
                    yield space, rotation, low, low << shift, HALVES[domino][rotation]


def _with_domino(here: Site, low: int, high: int, halves: tuple[Half, Half], mark: Block | None) -> Site:
    """The site with a domino laid on it; `mark` is the block that is marked."""
    new = here.copy()
    for cell, half in zip((low, high), halves, strict=True):
        new.lay(cell, half.colour, half.count, half.icons, half.block == mark)
    return new


def _markable(here: Site, halves: tuple[Half, Half]) -> list[Block]:
    return [half.block for half in halves if half.count and here.marked[half.colour] is None]


def _placements(state: State, architect: Architect) -> Weighed:
    """Every placement of every domino on a pair of cells that leaves no rest that cannot be filled
    (`site.tidy_pairs`), with every possible mark. The best ones (in the last stage all) also with every card.
    """
    found: dict[Plan, tuple[float, Site, tuple[int, int], tuple[Half, Half], Block | None]] = {}
    for here, (_, _, left, top) in _sites(architect, BOXES):
        for space, rotation, low, high, halves in _ways_to_lay(here, enumerate(state.quarry)):
            x, y = here.lattice.where[low if rotation in (0, 90) else high]
            if architect.pyramid.placed:
                x, y = x + left, y + top
            else:
                x = y = 0
            place = PLACES[space].at[x, y, rotation]
            marks = _markable(here, halves)
            for mark in marks or NO_MARK:
                plan: Plan = (place, Mark(mark)) if mark is not None and len(marks) == 2 else (place,)
                points = worth(_with_domino(here, low, high, halves, mark))
                if plan not in found or points > found[plan][0]:
                    found[plan] = (points, here, (low, high), halves, mark)
    best = sorted(found.items(), key=lambda item: item[1][0], reverse=True)
    out = [(points, plan) for plan, (points, *_) in best]
    if not architect.cards:
        tried = 0
    elif architect.pyramid.stage == LAST_STAGE:
        tried = len(best)
    else:
        tried = TRIED_WITH_CARDS
    for plan, (_, here, cells, halves, mark) in best[:tried]:
        out += [(points, (*plan, action)) for points, action in _covered(here, cells, halves, mark)]
    return out


def _covered(
    here: Site, cells: tuple[int, int], halves: tuple[Half, Half], mark: Block | None
) -> Iterator[tuple[float, Resurface]]:
    """Each card over an unmarked block of the domino, turned so that its icon stays visible if possible."""
    for number, half in enumerate(halves):
        if half.block == mark:
            continue
        kept, cell = halves[1 - number], cells[number]
        for colour in _colours(here.cards):
            new = here.copy()
            new.lay(cells[1 - number], kept.colour, kept.count, kept.icons, kept.block == mark)
            rotation = _turned(here.lattice, cell)
            new.cards = tuple(card for card in here.cards if card != CARD_OF[colour])
            new.lay(cell, colour, 1, CARD_ICONS[rotation], new.marked[colour] is None)
            yield worth(new), Resurface(half.block, COLOURS[colour], rotation)


def _colours(cards: tuple[int, ...]) -> list[int]:
    return [colour for card in cards for colour in CARDS[card]]


def _turned(lattice: Lattice, cell: int) -> Rotation:
    """The first rotation of a card with which its icon stays visible on the cell."""
    return next((r for r in ROTATIONS if cell * CARD_ICONS[r] & lattice.rings), 0)


def _marks(architect: Architect) -> Weighed:
    out: Weighed = []
    for block in BLOCKS:
        marked = with_marker(architect, block)
        out.append((_best_site(marked, FEW)[0], (Mark(block),)))
        out += [
            (points, (Mark(block), action)) for points, action in _resurfaced(marked, [b for b in BLOCKS if b != block])
        ]
    return out


def _finishes(state: State, architect: Architect) -> Weighed:
    """The piles to replenish from, valued by the domino that comes into the quarry, and the cards."""
    blocks = [block for block in BLOCKS if block in resurfaceable(state)]
    out: Weighed = [(points, (action,)) for points, action in _resurfaced(architect, blocks)]
    assert state.space is not None
    now, here, _ = _best_site(architect, FEW)
    looks = _next_turns(state, here, state.space)
    # The better pile is worth what the architect expects now, the other one correspondingly less.
    out += [(now + look - max(looks), (Replenish(state.space + 1 + n),)) for n, look in enumerate(looks)]
    return out


def _resurfaced(architect: Architect, blocks: list[Block]) -> Iterator[tuple[float, Resurface]]:
    """Each card on these blocks of the newest domino, in the box with the most expected points."""
    pyramid = architect.pyramid
    _, here, box = _best_site(architect, FEW)
    for block in blocks:
        x, y = pyramid.placed[-1].cells[block]
        rotation = _turned(here.lattice, here.lattice.at[x - box[2], y - box[3]])
        for colour in _colours(architect.cards):
            covered = replace(
                architect,
                pyramid=pyramid.cover(x, y, card_block(colour, rotation)),
                cards=tuple(card for card in architect.cards if card != CARD_OF[colour]),
            )
            if architect.markers >> colour & 1:
                covered = with_marker(covered, block, colour)
            yield worth(site(covered, box)), Resurface(block, COLOURS[colour], rotation)


def _next_turns(state: State, here: Site, space: int) -> list[float]:
    """Expected points after the architect's next turn, for replenishing from either pile, if a rival takes one of the
    three dominoes at random.
    """
    if not here.free:
        if here.lattice.stage == LAST_STAGE:
            return [0.0, 0.0]
        here = here.copy()
        here.open_next()
    dominoes = [*(left for left in state.quarry if left), state.piles[space][0], state.piles[space + 1][0]]
    best = [0.0] * len(dominoes)
    for number, _, low, high, halves in _ways_to_lay(here, enumerate(dominoes)):
        marks = _markable(here, halves)
        points = worth(_with_domino(here, low, high, halves, marks[0] if marks else None))
        best[number] = max(best[number], points)
    out = []
    for fresh in best[2:]:
        _, second, first = sorted((*best[:2], fresh))
        out.append((2 * first + second) / 3)
    return out


def _fills(architect: Architect) -> Weighed:
    """Every pair of cards on every pair of empty cells."""
    _, here, (_, _, left, top) = _best_site(architect, BOXES)
    cells = [cell for cell in here.lattice.where if cell & here.free]
    out: Weighed = []
    for on in combinations(cells, 2):
        for cards in permutations(architect.cards, 2):
            for colours in product(*(CARDS[card] for card in cards)):
                new = here.copy()
                new.cards = tuple(card for card in architect.cards if card not in cards)
                cards_laid = []
                for cell, colour in zip(on, colours, strict=True):
                    x, y = here.lattice.where[cell]
                    rotation = _turned(here.lattice, cell)
                    new.lay(cell, colour, 1, CARD_ICONS[rotation], False)
                    cards_laid.append(Laid(COLOURS[colour], x + left, y + top, rotation))
                out.append((worth(new), (Fill((cards_laid[0], cards_laid[1])),)))
    return out
