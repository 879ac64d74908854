"""One player's step: legal marks, and their effects (docs/rules.md D3 part 2, D3 part 3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.core import Illegal, gettext_noop
from engine.silver_gold_pyramids.actions import Extra, Mark, cell_names
from engine.silver_gold_pyramids.cards import FULL, Card, beside, cell_bit, cell_name, cells
from engine.silver_gold_pyramids.scoring import GEMS, SKULLS, Sheet
from engine.silver_gold_pyramids.shapes import POSITIONS, SINGLES, positions_touching
from engine.silver_gold_pyramids.state import DECK, Explorer, MarkedCard


def open_cells(card: Card, marked: int) -> int:
    """The cells that may be marked next as single cells: the start of an empty card, then cells beside a marked one."""
    return (beside(marked) if marked else card.start) & card.free & ~marked


def positions(card: Card, marked: int, shape: str) -> list[int]:
    """All legal positions of the shape on a card."""
    return _positions(card, marked, shape, open_cells(card, marked))


def _positions(card: Card, marked: int, shape: str, open_: int) -> list[int]:
    every, left = POSITIONS[shape], positions_touching(shape, open_, marked | FULL ^ card.free)
    found = []
    while left:
        low = left & -left
        found.append(every[low.bit_length() - 1])
        left ^= low
    return found


def first_on(card: Card, marked: int, shape: str) -> list[int]:
    """All legal first marks on a card: the positions of the shape, then the single cells."""
    open_ = open_cells(card, marked)
    return _positions(card, marked, shape, open_) + cells(open_)


def first_marks(explorer: Explorer, shape: str) -> list[tuple[int, int]]:
    """All legal first marks as (card, cells): the shape, or a single cell, on one of the cards."""
    return [(card.number, mask) for card in explorer.cards for mask in first_on(DECK[card.number], card.marked, shape)]


class Marking:
    """One player's marking in a step while it is carried out: the cards, the score card, and `owed`, the number of red
    crosses for which an extra cell must still be marked. Each submission gets its own Marking.
    """

    def __init__(self, explorer: Explorer, round_: int) -> None:
        self.marked = {card.number: card.marked for card in explorer.cards}
        self.sheet = explorer.sheet
        self.round = round_
        self.owed = 0

    def copy(self) -> Marking:
        """Return a copy that can be changed independently."""
        made = Marking.__new__(Marking)
        made.marked, made.sheet, made.round, made.owed = dict(self.marked), self.sheet, self.round, self.owed
        return made

    def mark(self, number: int, mask: int) -> None:
        """Mark the cells together and resolve their symbols: gems, torches, skulls, potions, crosses (docs/rules.md
        D3.1).
        """
        self.marked[number] |= mask
        card = DECK[number]
        if mask & card.symbols:
            self.owed += (mask & card.crosses).bit_count()
            self.sheet = resolve(self.sheet, card, mask, self.round)

    def open(self) -> list[tuple[int, int]]:
        """All cells that may be marked as the extra cell for a red cross, as (card, cell), by card and in reading
        order.
        """
        return [
            (number, cell) for number, marked in self.marked.items() for cell in cells(open_cells(DECK[number], marked))
        ]

    def extra(self, number: int, cell: int) -> None:
        """Mark the extra cell for one of the red crosses."""
        self.owed -= 1
        self.mark(number, cell)

    def after(self, explorer: Explorer) -> Explorer:
        """Return the explorer after this step; finished cards are still among the cards."""
        cards = tuple([MarkedCard(number, marked) for number, marked in self.marked.items()])
        return Explorer(explorer.dealt, cards, explorer.finished_cards, explorer.considered, self.sheet, explorer.out)


def resolve(sheet: Sheet, card: Card, mask: int, round_: int) -> Sheet:
    """Return the score card after these cells, all marked together."""
    red = sheet.red_gems + (mask & card.red_gems).bit_count()
    green = sheet.green_gems + (mask & card.green_gems).bit_count()
    skulls, torches = sheet.skulls, sheet.torches
    if mask & (card.skulls | card.potions):
        skulls = min(len(SKULLS), skulls + (mask & card.skulls).bit_count())
        skulls = max(0, skulls - 2 * (mask & card.potions).bit_count())
    if mask & card.torches:
        torches |= 1 << round_
    return Sheet(red if red < GEMS else GEMS, green if green < GEMS else GEMS, torches, skulls, sheet.pyramids)


_PLACED = {shape: {cell_names(mask): mask for mask in (*POSITIONS[shape], *SINGLES)} for shape in POSITIONS}
"""By shape: each set of cells that the shape or a single cell can cover, by the cells' names in reading order."""


def check(explorer: Explorer, shape: str, round_: int, action: Mark) -> None:
    """Check a submission. Raise Illegal if the rules forbid it."""
    mask = _first_cells(_card_of(explorer, action.card, "card"), shape, action)
    if action.extra or mask & DECK[action.card].crosses:
        _check_crosses(explorer, round_, action, mask)


def check_and_apply(explorer: Explorer, shape: str, round_: int, action: Mark) -> Explorer:
    """Check a submission and carry it out. Raise Illegal if the rules forbid it."""
    check(explorer, shape, round_, action)
    return apply_checked(explorer, shape, round_, action)


def apply_checked(explorer: Explorer, shape: str, round_: int, action: Mark) -> Explorer:
    """Carry out a submission that `check` has accepted for this explorer."""
    # `_PLACED` has the names in reading order; if the action has them in another order, sum the cells.
    mask = _PLACED[shape].get(action.cells) or sum(cell_bit(text) or 0 for text in action.cells)
    card = DECK[action.card]
    if not mask & card.symbols:
        sheet = explorer.sheet
    elif not mask & card.crosses:
        sheet = resolve(explorer.sheet, card, mask, round_)
    else:
        marking = Marking(explorer, round_)
        marking.mark(action.card, mask)
        for extra in action.extra:
            marking.extra(extra.card, cell_bit(extra.cell) or 0)
        return marking.after(explorer)
    cards = []
    for own in explorer.cards:
        cards.append(MarkedCard(action.card, own.marked | mask) if own.number == action.card else own)
    return Explorer(explorer.dealt, tuple(cards), explorer.finished_cards, explorer.considered, sheet, explorer.out)


def _first_cells(marked_card: MarkedCard, shape: str, action: Mark) -> int:
    """The cells of a submission's first mark. Raise Illegal if it is not legal."""
    card, marked = DECK[marked_card.number], marked_card.marked
    placed = _PLACED[shape].get(action.cells, 0)
    if placed & (beside(marked) if marked else card.start) and not placed & (marked | ~card.free):
        return placed
    mask = 0
    for text in action.cells:
        bit = cell_bit(text) or 0
        if mask & bit:
            raise _cell_refused("cell_twice", gettext_noop("Cell %(cell)s is named twice."), "cells", text, action.card)
        mask |= bit
    _check_cells(card, marked, mask)
    if mask not in POSITIONS[shape] and mask not in SINGLES:
        raise Illegal(
            "wrong_shape",
            gettext_noop("Cells %(cells)s are neither the shape %(shape)s nor a single cell."),
            field="cells",
            cells=" ".join(cell_names(mask)),
            shape=shape,
        )
    return mask


def _check_crosses(explorer: Explorer, round_: int, action: Mark, mask: int) -> None:
    """Raise Illegal unless the extra cells for the red crosses of a legal first mark are right."""
    marking = Marking(explorer, round_)
    marking.mark(action.card, mask)
    for index, extra in enumerate(action.extra):
        _check_extra(explorer, marking, extra, index)
        marking.extra(extra.card, cell_bit(extra.cell) or 0)
    if marking.owed and (left := marking.open()):
        raise Illegal(
            "cross_owed",
            gettext_noop(
                "%(owed)s more cells must be marked for red crosses; for example %(cell)s of pyramid %(card)s."
            ),
            field="extra",
            owed=marking.owed,
            card=left[0][0],
            cell=cell_name(left[0][1]),
        )


def _card_of(explorer: Explorer, number: int, field: str) -> MarkedCard:
    """The explorer's card with this number. Raise Illegal if there is none."""
    for card in explorer.cards:
        if card.number == number:
            return card
    numbers = ", ".join(str(card.number) for card in explorer.cards)
    raise Illegal(
        "not_your_card",
        gettext_noop("Pyramid %(card)s is not one of yours (%(mine)s)."),
        field=field,
        card=number,
        mine=numbers,
    )


def _check_cells(card: Card, marked: int, mask: int) -> None:
    """Raise Illegal if the cells of a first mark are not free, or do not join the start or a marked cell."""
    touch = beside(marked) if marked else card.start
    if mask & touch and not mask & (marked | ~card.free):
        return
    for bit in cells(mask):
        if not bit & card.free:
            raise _cell_refused(
                "wall",
                gettext_noop("Cell %(cell)s of pyramid %(card)s is a wall."),
                "cells",
                cell_name(bit),
                card.number,
            )
        if bit & marked:
            raise _cell_refused(
                "marked_already",
                gettext_noop("Cell %(cell)s of pyramid %(card)s is already marked."),
                "cells",
                cell_name(bit),
                card.number,
            )
    if not marked:
        raise _cell_refused(
            "must_start",
            gettext_noop("The first mark on pyramid %(card)s must include its entrance, %(cell)s."),
            "cells",
            cell_name(card.start),
            card.number,
        )
    raise _cell_refused(
        "not_beside",
        gettext_noop("The mark on pyramid %(card)s must share a side with a marked cell; %(cell)s does not."),
        "cells",
        " ".join(cell_names(mask)),
        card.number,
    )


def _check_extra(explorer: Explorer, marking: Marking, extra: Extra, index: int) -> None:
    """Raise Illegal if no extra cell is owed, or if this cell may not be marked."""
    field = f"extra[{index}]"
    _card_of(explorer, extra.card, f"{field}.card")
    if not marking.owed:
        raise _cell_refused(
            "no_cross_owed",
            gettext_noop("You have no red cross left for cell %(cell)s of pyramid %(card)s."),
            field,
            extra.cell,
            extra.card,
        )
    bit = cell_bit(extra.cell) or 0
    if not bit & open_cells(DECK[extra.card], marking.marked[extra.card]):
        raise _cell_refused(
            "not_open",
            gettext_noop(
                "Cell %(cell)s of pyramid %(card)s cannot be marked for a red cross: choose a free cell next to a"
                " marked one, or the entrance of an untouched pyramid."
            ),
            field,
            extra.cell,
            extra.card,
        )


def _cell_refused(code: str, template: str, field: str, cell: str, card: int) -> Illegal:
    return Illegal(code, template, field=field, cell=cell, card=card)


def marks(explorer: Explorer, shape: str, round_: int) -> Iterator[Mark]:
    """Yield all legal submissions, with all choices of extra cells for red crosses. Crosses that lead to further
    crosses can make very many.
    """
    for number, mask in first_marks(explorer, shape):
        marking = Marking(explorer, round_)
        marking.mark(number, mask)
        for extra in _chains(marking):
            yield Mark(number, cell_names(mask), extra)


def _chains(marking: Marking) -> Iterator[tuple[Extra, ...]]:
    left = marking.open() if marking.owed else []
    if not left:
        yield ()
        return
    for number, cell in left:
        deeper = marking.copy()
        deeper.extra(number, cell)
        for rest in _chains(deeper):
            yield (Extra(number, cell_name(cell)), *rest)


def random_mark(explorer: Explorer, shape: str, round_: int, rng: Random) -> Mark:
    """Return a random legal submission: a uniformly random first mark, and a random extra cell for each red cross.
    Raise IndexError if the explorer has no card.
    """
    lists, count = [], 0
    for card in explorer.cards:
        masks = first_on(DECK[card.number], card.marked, shape)
        lists.append((card.number, masks))
        count += len(masks)
    at = int(rng.random() * count)
    for number, masks in lists:
        if at < len(masks):
            return _with_random_extras(explorer, round_, number, masks[at], rng)
        at -= len(masks)
    raise IndexError("nothing can be marked")


def _with_random_extras(explorer: Explorer, round_: int, number: int, mask: int, rng: Random) -> Mark:
    """A submission with this first mark, and random extra cells for its red crosses."""
    if not mask & DECK[number].crosses:
        return Mark(number, cell_names(mask))
    marking = Marking(explorer, round_)
    marking.mark(number, mask)
    extra = []
    while marking.owed and (left := marking.open()):
        other, cell = left[int(rng.random() * len(left))]
        marking.extra(other, cell)
        extra.append(Extra(other, cell_name(cell)))
    return Mark(number, cell_names(mask), tuple(extra))
