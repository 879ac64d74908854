"""A quick playout: the architect's own turns, played on a `Building` (docs/ai.md).

The other players only take dominoes; what they build does not matter.
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.pyramido.actions import Block
from engine.pyramido.ai.building import BLOCKS, CARD_ICONS, HALVES, Building, building_of, fillable
from engine.pyramido.ai.outlook import expected_total
from engine.pyramido.ai.quick import joined, turn
from engine.pyramido.scoring import stage_points
from engine.pyramido.state import CARDS, COLOURS, DOMINOES, Architect, Marked, State

TO_THE_END = 3
"""From this stage on, the game is played to its end. Before, it is played to the end of the stage, and the outlook
estimates the rest.
"""

OUT = 30.0
"""Cost (points) of going out."""


def play_out(state: State, seat: int, rng: Random) -> float:
    """Play the rest of the game quickly and return the seat's points. Pass an imagined state: the playout looks at its
    piles, which in a real state are hidden.
    """
    architect = state.architects[seat]
    if state.outcome is not None or architect.out is not None:
        return architect.total - (OUT if architect.out is not None else 0)
    if state.phase == "mark" and state.mover == seat:
        architect = _marked(architect)
    quarry = list(state.quarry)
    piles = [list(pile[::-1]) for pile in state.piles]
    if state.space is not None:
        _replenish(quarry, piles, state.space, rng)
    others = len(state.playing) - 1
    before = _turns_before(state, seat)
    building = _some_building(architect, rng).copy()
    while True:
        while building.free:
            for _ in range(before):
                _replenish(quarry, piles, int(rng.random() * 3), rng)
            before = others
            if building.lattice.stage == 4:
                return building.points + last_turn(building, quarry)
            across, down = building.pairs()
            if not (across or down):
                if not fill(building):
                    return building.points - OUT
                continue
            space, building = turn(building, quarry, across, down, rng)
            _replenish(quarry, piles, space, rng)
        if building.lattice.stage == 4:
            return float(building.points + building.scored())
        if building.lattice.stage < TO_THE_END:
            return expected_total(building)
        building.open_next()


def _marked(architect: Architect) -> Architect:
    """Return the architect after the mark that is owed, on the better block of the newest domino."""
    box = architect.pyramid.boxes()[0]
    ways = [with_marker(architect, block) for block in BLOCKS]
    return max(ways, key=lambda marked: expected_total(building_of(marked, box)))


def with_marker(architect: Architect, block: Block, colour: int | None = None) -> Architect:
    """Return the architect with a marker on a block of the newest domino. `colour` is that of a card on the block."""
    newest = architect.pyramid.placed[-1]
    x, y = newest.cells[block]
    colour = DOMINOES.faces[newest.domino][block].colour if colour is None else colour
    return replace(
        architect, markers=architect.markers & ~(1 << colour), marked=(*architect.marked, Marked(colour, x, y))
    )


def _turns_before(state: State, seat: int) -> int:
    """The number of other players that take a domino before the seat's next turn."""
    mover = state.mover
    assert mover is not None
    if mover == seat:
        return len(state.playing) - 1 if state.space is not None else 0
    seats = len(state.architects)
    between = [(mover + i) % seats for i in range((seat - mover) % seats)]
    return sum(not state.architects[other].complete and state.architects[other].out is None for other in between)


def _replenish(quarry: list[int], piles: list[list[int]], space: int, rng: Random) -> None:
    pile = piles[space + (rng.random() < 0.5)]  # this pile or the next one
    if not pile:
        pile = max(piles, key=len)
    quarry[space] = pile.pop()


def _some_building(architect: Architect, rng: Random) -> Building:
    """The architect's building in a random one of the possible boxes, if possible one that dominoes can fill."""
    found = architect.pyramid.boxes()
    if len(found) == 1:
        return building_of(architect, found[0])
    rng.shuffle(found)
    for box in found:
        building = building_of(architect, box)
        if fillable(building.free):
            return building
    return building_of(architect, found[0])


def last_turn(building: Building, quarry: list[int]) -> int:
    """The most points possible in stage 4 with one of these dominoes and the cards left (docs/rules.md C4).

    The stage has two cells, so its points come from one marked area (`alone` is the most icons it can have) or from
    two: a block of the domino is marked, and a card of another colour is laid over the other block and marked.
    """
    cell = building.free & -building.free
    first, second = (
        [joined(building, colour, at) for colour in range(len(COLOURS))] for at in (cell, building.free ^ cell)
    )
    whole = [joined(building, colour, building.free) for colour in range(len(COLOURS))]
    cards = [colour for card in building.cards for colour in CARDS[card]]
    alone = best = 0
    for domino in quarry:
        for rotation in (0, 180):
            low, high = HALVES[domino][rotation]
            for marked, rest, joined_here, joined_there in ((low, high, first, second), (high, low, second, first)):
                if not marked.count:
                    continue
                if rest.colour == marked.colour:  # both blocks in one area
                    alone = max(alone, marked.count + rest.count + whole[marked.colour])
                own = marked.count + joined_here[marked.colour]  # the marked block, with the groups it joins
                alone = max(alone, own)
                other = -1
                for colour in cards:
                    if colour == marked.colour:  # the card joins the marked block
                        alone = max(alone, marked.count + 1 + whole[colour])
                    elif joined_there[colour] > other:
                        other = joined_there[colour]
                if other >= 0:
                    best = max(best, stage_points((own, 1 + other)))
    return max(best, stage_points((alone,)))


def fill(building: Building) -> bool:
    """Lay cards on the last empty cells of the stage; False if there are too few cards (docs/rules.md C3)."""
    cells = building.free.bit_count()
    if cells > len(building.cards):
        return False
    while building.free:
        cell = building.free & -building.free
        card, *rest = building.cards
        building.cards = tuple(rest)
        building.lay(cell, CARDS[card][0], 1, CARD_ICONS[0], False)
    return True
