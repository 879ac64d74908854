"""One end that a game may come to: an architect's own turns, played on quickly on a site (docs/ai.md).

What the rivals build does not matter; they take dominoes. A turn takes the domino and the pair of cells of most gain,
found for many cells at once: `_levels` gives the cells by what a block of a colour with so many icons brings there.
"""

from __future__ import annotations

from operator import itemgetter
from random import Random

from msgspec.structs import replace

from engine.pyramido.actions import Block
from engine.pyramido.outlook import worth
from engine.pyramido.site import BELOW, BLOCKS, CARD_ICONS, HALVES, RIGHT, Half, Site, boxes, fillable, site
from engine.pyramido.state import CARD_OF, CARDS, COLOURS, DOMINOES, Architect, Marked, State

MARKS = 1.5
"""What a colour's marker brings beyond the icons that are there."""

STRAY = 0.3
"""The part of a block's icons that counts where it joins no marked area."""

HEIR = 0.4
"""The part of the second colour that counts when a domino could mark two: a later block may mark it."""

STAYS = (0.5, 0.4, 0.3, 0.0)
"""What an icon that stays visible brings besides, by stage."""

CARD_PAYS = 3.5
"""A card is laid on stage 3 where it brings so many points, and on stage 4 always where it brings any."""

TO_THE_END = 3
"""From this stage on the game is played to its end, before to the end of the stage, and the outlook counts the rest."""

OUT = 30.0
"""What it costs to be out."""

TRIED = 4
"""Of the ways to lay a domino that bring most so many are weighed."""

Level = tuple[float, int]


def foresee(state: State, seat: int, rng: Random) -> float:
    """The points at one possible end. `state` is an imagined one: its piles are dealt from."""
    architect = state.architects[seat]
    if state.outcome is not None or architect.out is not None:
        return architect.total - (OUT if architect.out is not None else 0)
    if state.phase == "mark" and state.turn == seat:
        architect = _marked(architect)
    quarry = list(state.quarry)
    piles = [list(pile[::-1]) for pile in state.piles]
    if state.space is not None:
        _replenish(quarry, piles, state.space, rng)
    rivals = len(state.playing) - 1
    before = _turns_before(state, seat)
    here = _some_site(architect, rng).copy()
    while True:
        while here.free:
            for _ in range(before):
                _replenish(quarry, piles, int(rng.random() * 3), rng)
            before = rivals
            if here.lattice.stage == 4:
                return here.points + last_turn(here, quarry)
            across, down = here.pairs()
            if not (across or down):
                if not fill(here):
                    return here.points - OUT
                continue
            space, here = turn(here, quarry, across, down, rng)
            _replenish(quarry, piles, space, rng)
        if here.lattice.stage == 4:
            return float(here.points + here.scored())
        if here.lattice.stage < TO_THE_END:
            return worth(here)
        here.open_next()


def _marked(architect: Architect) -> Architect:
    """With the marker that is owed on the block of the newest domino where it brings most."""
    box = boxes(architect.pyramid)[0]
    ways = [with_marker(architect, block) for block in BLOCKS]
    return max(ways, key=lambda marked: worth(site(marked, box)))


def with_marker(architect: Architect, block: Block, colour: int | None = None) -> Architect:
    """With a marker on a block of the newest domino; `colour` is that of the card that lies on it."""
    newest = architect.pyramid.placed[-1]
    x, y = newest.cells[block]
    colour = DOMINOES.faces[newest.domino][block].colour if colour is None else colour
    return replace(
        architect, markers=architect.markers & ~(1 << colour), marked=(*architect.marked, Marked(colour, x, y))
    )


def _turns_before(state: State, seat: int) -> int:
    """How many rivals take a domino before the seat's next turn."""
    turn = state.turn
    assert turn is not None
    if turn == seat:
        return len(state.playing) - 1 if state.space is not None else 0
    seats = len(state.architects)
    between = [(turn + i) % seats for i in range((seat - turn) % seats)]
    return sum(not state.architects[other].complete and state.architects[other].out is None for other in between)


def _replenish(quarry: list[int], piles: list[list[int]], space: int, rng: Random) -> None:
    pile = piles[space + (rng.random() < 0.5)]
    if not pile:
        pile = max(piles, key=len)
    quarry[space] = pile.pop()


def _some_site(architect: Architect, rng: Random) -> Site:
    """A site in one of the boxes that are left, if possible one that dominoes can fill."""
    found = boxes(architect.pyramid)
    if len(found) == 1:
        return site(architect, found[0])
    rng.shuffle(found)
    for box in found:
        here = site(architect, box)
        if fillable(here.free):
            return here
    return site(architect, found[0])


def turn(here: Site, quarry: list[int], across: int, down: int, rng: Random) -> tuple[int, Site]:
    """The quarry space of a good turn and the site after it, with a card where it pays. There is room for a domino."""
    found = _best(here, quarry, across, down)
    found.sort(key=itemgetter(0), reverse=True)
    best, out = -1e9, (0, here)
    for _, space, where, rotation in found[:TRIED]:
        for _ in range(int(rng.random() * where.bit_count())):
            where &= where - 1
        cell = where & -where
        new = here.copy()
        low, high = HALVES[quarry[space]][rotation]
        _lay(new, low, cell, high, cell << (RIGHT if rotation in (0, 180) else BELOW))
        points = worth(new)
        if points > best:
            best, out = points, (space, new)
    return out


def _best(here: Site, quarry: list[int], across: int, down: int) -> list[tuple[float, int, int, int]]:
    """For each domino and rotation what it brings at most, and on which left or upper cells: gain, space, cells,
    rotation."""
    stays = STAYS[here.lattice.stage - 1]
    most = 2 * stays
    known: dict[tuple[int, int], list[Level]] = {}
    out = []
    for space, domino in enumerate(quarry):
        for pairs, shift, rotations in ((across, RIGHT, (0, 180)), (down, BELOW, (90, 270))):
            if not pairs:
                continue
            for rotation in rotations:
                low, high = HALVES[domino][rotation]
                ones, twos = here.lattice.kept(domino, rotation)
                best, found = -1.0, 0
                if low.colour == high.colour:
                    key = (low.colour, low.count + high.count)
                    levels = known.get(key) or known.setdefault(key, _levels(here, *key))
                    for value, cells in levels:
                        if value + most <= best:
                            break
                        where = (cells | cells >> shift) & pairs
                        if where:
                            if where & twos:
                                where &= twos
                                value += most
                            elif where & ones:
                                where &= ones
                                value += stays
                            if value > best:
                                best, found = value, where
                    out.append((best, space, found, rotation))
                    continue
                key = (low.colour, low.count)
                levels = known.get(key) or known.setdefault(key, _levels(here, *key))
                key = (high.colour, high.count)
                others = known.get(key) or known.setdefault(key, _levels(here, *key))
                two = low.count and high.count and here.marked[low.colour] is here.marked[high.colour] is None
                top = others[0][0] + most
                for first, cells in levels:
                    if first + top <= best:
                        break
                    cells &= pairs
                    if not cells:
                        continue
                    for second, beyond in others:
                        value = first + second
                        if value + most <= best:
                            break
                        where = cells & beyond >> shift
                        if where:
                            if two:
                                value -= (1 - HEIR) * (first if first < second else second)
                            if where & twos:
                                where &= twos
                                value += most
                            elif where & ones:
                                where &= ones
                                value += stays
                            if value > best:
                                best, found = value, where
                out.append((best, space, found, rotation))
    return out


def _levels(here: Site, colour: int, count: int) -> list[Level]:
    """What a block of this colour with so many icons brings, and the cells where it does, best first."""
    free = here.free
    area = here.marked[colour]
    if area is not None:
        beside = area[0] & free
        levels = [(float(count), beside), (STRAY * count, free)]
        levels += [
            (float(count + icons), reach & beside) for reach, icons in here.loose[colour] if icons and reach & beside
        ]
    elif count:
        levels = [(MARKS + count, free)]
        levels += [
            (MARKS + count + icons, reach & free) for reach, icons in here.loose[colour] if icons and reach & free
        ]
    else:
        levels = [(0.0, free)]
        levels += [(STRAY * icons, reach & free) for reach, icons in here.loose[colour] if icons and reach & free]
    levels.sort(reverse=True)
    return levels


def _joined(here: Site, colour: int, cell: int) -> int:
    """The icons of unmarked groups beside a cell."""
    return sum([icons for reach, icons in here.loose[colour] if reach & cell])


def _lay(here: Site, low: Half, cell: int, high: Half, other: int) -> None:
    """Both blocks, one of them marked if possible; the other is covered with a card where that pays (C2)."""
    marked = here.marked
    gains = [
        half.count + _joined(here, half.colour, at) if half.count and marked[half.colour] is None else -1
        for half, at in ((low, cell), (high, other))
    ]
    mark = -1 if max(gains) < 0 else 0 if gains[0] >= gains[1] else 1
    covered, card = -1, -1
    if here.lattice.stage == 3 and len(here.cards) > 1:
        covered, card = _card(here, low, cell, high, other, mark)
    for number, (half, at) in enumerate(((low, cell), (high, other))):
        if number == covered:
            icons = max(CARD_ICONS.values(), key=lambda bits: (bits * at & here.lattice.rings).bit_count())
            here.cards = tuple([c for c in here.cards if c != CARD_OF[card]])
            here.lay(at, card, 1, icons, marked[card] is None)
        else:
            here.lay(at, half.colour, half.count, half.icons, number == mark)


def _card(here: Site, low: Half, cell: int, high: Half, other: int, mark: int) -> tuple[int, int]:
    """The block to cover and with which colour, or (−1, −1)."""
    best, found = CARD_PAYS, (-1, -1)
    marks = (low, high)[mark].colour if mark >= 0 else -1
    for number, (half, at) in enumerate(((low, cell), (high, other))):
        if number == mark:
            continue
        area = here.marked[half.colour]
        lost = half.count if area is not None and area[0] & at else 0
        for card in here.cards:
            for colour in CARDS[card]:
                if here.marked[colour] is None and colour != marks:
                    gain = 1 + _joined(here, colour, at) - lost
                    if gain > best:
                        best, found = gain, (number, colour)
    return found


def last_turn(here: Site, quarry: list[int]) -> int:
    """The most points that stage 4 can bring with one of these dominoes and the cards left (C4)."""
    cell = here.free & -here.free
    first, second = ([_joined(here, colour, at) for colour in range(len(COLOURS))] for at in (cell, here.free ^ cell))
    whole = [_joined(here, colour, here.free) for colour in range(len(COLOURS))]
    cards = [colour for card in here.cards for colour in CARDS[card]]
    best = 0
    for domino in quarry:
        for rotation in (0, 180):
            low, high = HALVES[domino][rotation]
            for half, next_, this, that in ((low, high, first, second), (high, low, second, first)):
                if not half.count:
                    continue
                if next_.colour == half.colour:
                    best = max(best, 2 * (half.count + next_.count + whole[half.colour]))
                mine = half.count + this[half.colour]
                best = max(best, 2 * mine)
                for colour in cards:
                    if colour == half.colour:
                        best = max(best, 2 * (half.count + 1 + whole[colour]))
                    else:
                        other = 1 + that[colour]
                        best = max(best, mine + other + min(mine, other))
    return best


def fill(here: Site) -> bool:
    """Two cards on the two cells left; False when there are too few (C3)."""
    cells = here.free.bit_count()
    if cells > len(here.cards):
        return False
    while here.free:
        cell = here.free & -here.free
        card, *rest = here.cards
        here.cards = tuple(rest)
        here.lay(cell, CARDS[card][0], 1, CARD_ICONS[0], False)
    return True
