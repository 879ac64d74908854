"""One player's step: which marks are legal, and what they do (RULES.md D3 parts 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.core import Illegal, gettext_noop
from engine.silver_gold_pyramids.actions import Extra, Mark, names
from engine.silver_gold_pyramids.cards import FULL, Card, beside, cells, name, named
from engine.silver_gold_pyramids.shapes import LIES, SINGLES, where
from engine.silver_gold_pyramids.state import DECK, GEMS, SKULLS, Explorer, Sheet, Started


def open_cells(card: Card, marked: int) -> int:
    """The cells that may be marked next, one at a time: the start, then what lies beside a marked cell."""
    return (beside(marked) if marked else card.start) & card.free & ~marked


def lies(card: Card, marked: int, shape: str) -> list[int]:
    """Every legal position of the shape on a card."""
    found, every, left = [], LIES[shape], where(shape, open_cells(card, marked), marked | FULL ^ card.free)
    while left:
        low = left & -left
        found.append(every[low.bit_length() - 1])
        left ^= low
    return found


def first_marks(explorer: Explorer, shape: str) -> list[tuple[int, int]]:
    """Every legal first mark as (card, cells): the shape, or a single cell, on one of the cards."""
    found = []
    for started in explorer.cards:
        card, marked = DECK[started.number], started.marked
        found += [(card.number, lie) for lie in lies(card, marked, shape)]
        found += [(card.number, single) for single in cells(open_cells(card, marked))]
    return found


class Step:
    """A step while it is carried out: the cards, the sheet and the crosses owed. Made anew for each submission."""

    def __init__(self, explorer: Explorer, round_: int) -> None:
        self.marked = {started.number: started.marked for started in explorer.cards}
        self.sheet = explorer.sheet
        self.round = round_
        self.owed = 0

    def copy(self) -> Step:
        made = Step.__new__(Step)
        made.marked, made.sheet, made.round, made.owed = dict(self.marked), self.sheet, self.round, self.owed
        return made

    def mark(self, number: int, mask: int) -> None:
        """Mark the cells together and resolve their symbols (Ruling D3.1): gems, torches, skulls, potions, crosses."""
        self.marked[number] |= mask
        card = DECK[number]
        if mask & card.symbols:
            self.owed += (mask & card.crosses).bit_count()
            self.sheet = resolve(self.sheet, card, mask, self.round)

    def open(self) -> list[tuple[int, int]]:
        """Each cell that a cross can be paid with, as (card, cell), by card and reading order."""
        return [
            (number, cell) for number, marked in self.marked.items() for cell in cells(open_cells(DECK[number], marked))
        ]

    def extra(self, number: int, cell: int) -> None:
        """Pay one owed cross with a cell."""
        self.owed -= 1
        self.mark(number, cell)

    def after(self, explorer: Explorer) -> Explorer:
        """The explorer with this step done; finished cards are still among the cards."""
        cards = tuple([Started(number, marked) for number, marked in self.marked.items()])
        return Explorer(explorer.dealt, cards, explorer.explored, explorer.served, self.sheet, explorer.out)


def resolve(sheet: Sheet, card: Card, mask: int, round_: int) -> Sheet:
    """The score card after these cells, all marked together."""
    skulls = min(len(SKULLS), sheet.skulls + (mask & card.skulls).bit_count())
    return Sheet(
        min(GEMS, sheet.red_gems + (mask & card.red_gems).bit_count()),
        min(GEMS, sheet.green_gems + (mask & card.green_gems).bit_count()),
        sheet.torches | (1 << round_ if mask & card.torches else 0),
        max(0, skulls - 2 * (mask & card.potions).bit_count()),
        sheet.pyramids,
    )


_done: dict[int, tuple[Explorer, str, int, Mark, Explorer]] = {}
"""Submissions carried out lately, by identity: one is checked when it comes and carried out when the last one is in.
Each entry keeps its action alive, so no other action has its id meanwhile."""

_LATELY = 256


def _remember(explorer: Explorer, shape: str, round_: int, action: Mark, after: Explorer) -> None:
    if len(_done) >= _LATELY:
        _done.clear()
    _done[id(action)] = (explorer, shape, round_, action, after)


def carry_out(explorer: Explorer, shape: str, round_: int, action: Mark) -> Explorer:
    """Check a submission and carry it out. Raises Illegal."""
    done = _done.get(id(action))
    if done is not None and done[0] is explorer and done[1] == shape and done[2] == round_ and done[3] is action:
        return done[4]
    after = _carry_out(explorer, shape, round_, action)
    _remember(explorer, shape, round_, action, after)
    return after


def _carry_out(explorer: Explorer, shape: str, round_: int, action: Mark) -> Explorer:
    started = _card_of(explorer, action.card, "card")
    mask = 0
    for text in action.cells:
        bit = named(text) or 0
        if mask & bit:
            raise _cell_refused("cell_twice", gettext_noop("Cell %(cell)s is named twice."), "cells", text, action.card)
        mask |= bit
    _check_cells(DECK[action.card], started.marked, mask)
    if mask not in LIES[shape] and mask not in SINGLES:
        raise Illegal(
            "wrong_shape",
            gettext_noop("Cells %(cells)s are neither the shape %(shape)s nor a single cell."),
            field="cells",
            cells=" ".join(names(mask)),
            shape=shape,
        )
    step = Step(explorer, round_)
    step.mark(action.card, mask)
    for index, extra in enumerate(action.extra):
        _check_extra(explorer, step, extra, index)
        step.extra(extra.card, named(extra.cell) or 0)
    if step.owed and (left := step.open()):
        raise Illegal(
            "cross_owed",
            gettext_noop("%(owed)s more cells must be marked for red crosses; for example %(cell)s of card %(card)s."),
            field="extra",
            owed=step.owed,
            card=left[0][0],
            cell=name(left[0][1]),
        )
    return step.after(explorer)


def _card_of(explorer: Explorer, number: int, field: str) -> Started:
    for started in explorer.cards:
        if started.number == number:
            return started
    mine = ", ".join(str(started.number) for started in explorer.cards)
    raise Illegal(
        "not_your_card",
        gettext_noop("Card %(card)s is not one of yours (%(mine)s)."),
        field=field,
        card=number,
        mine=mine,
    )


def _check_cells(card: Card, marked: int, mask: int) -> None:
    touch = beside(marked) if marked else card.start
    if mask & touch and not mask & (marked | ~card.free):
        return
    for bit in cells(mask):
        if not bit & card.free:
            raise _cell_refused(
                "wall", gettext_noop("Cell %(cell)s of card %(card)s is a wall."), "cells", name(bit), card.number
            )
        if bit & marked:
            raise _cell_refused(
                "marked_already",
                gettext_noop("Cell %(cell)s of card %(card)s is marked already."),
                "cells",
                name(bit),
                card.number,
            )
    if not marked:
        raise _cell_refused(
            "must_start",
            gettext_noop("The first mark on card %(card)s must include its start %(cell)s."),
            "cells",
            name(card.start),
            card.number,
        )
    raise _cell_refused(
        "not_beside",
        gettext_noop("%(cell)s of card %(card)s shares no side with a cell marked before."),
        "cells",
        " ".join(names(mask)),
        card.number,
    )


def _check_extra(explorer: Explorer, step: Step, extra: Extra, index: int) -> None:
    field = f"extra[{index}]"
    _card_of(explorer, extra.card, f"{field}.card")
    if not step.owed:
        raise _cell_refused(
            "no_cross_owed",
            gettext_noop("No red cross is left to pay with cell %(cell)s of card %(card)s."),
            field,
            extra.cell,
            extra.card,
        )
    bit = named(extra.cell) or 0
    if not bit & open_cells(DECK[extra.card], step.marked[extra.card]):
        raise _cell_refused(
            "not_open",
            gettext_noop(
                "Cell %(cell)s of card %(card)s cannot be marked for a red cross: it takes a free cell that is"
                " the start of an empty card or lies beside a marked cell."
            ),
            field,
            extra.cell,
            extra.card,
        )


def _cell_refused(code: str, template: str, field: str, cell: str, card: int) -> Illegal:
    return Illegal(code, template, field=field, cell=cell, card=card)


def marks(explorer: Explorer, shape: str, round_: int) -> Iterator[Mark]:
    """Every legal submission, with every way to pay its crosses. Lazy: chains of crosses can make very many."""
    for number, mask in first_marks(explorer, shape):
        step = Step(explorer, round_)
        step.mark(number, mask)
        for extra in _chains(step):
            yield Mark(number, names(mask), extra)


def _chains(step: Step) -> Iterator[tuple[Extra, ...]]:
    left = step.open() if step.owed else []
    if not left:
        yield ()
        return
    for number, cell in left:
        deeper = step.copy()
        deeper.extra(number, cell)
        for rest in _chains(deeper):
            yield (Extra(number, name(cell)), *rest)


def random_mark(explorer: Explorer, shape: str, round_: int, rng: Random) -> Mark:
    """A random legal submission: shapes and single cells alike. Raises IndexError when the explorer has no card."""
    ways, count = [], 0
    for started in explorer.cards:
        card, marked = DECK[started.number], started.marked
        open_ = (beside(marked) if marked else card.start) & card.free & ~marked
        placed = where(shape, open_, marked | FULL ^ card.free)
        ways.append((card, placed, open_))
        count += placed.bit_count() + open_.bit_count()
    card, mask = _first_mark(ways, shape, int(rng.random() * count))
    step = Step(explorer, round_)
    step.mark(card.number, mask)
    extra = []
    while step.owed and (left := step.open()):
        number, cell = left[int(rng.random() * len(left))]
        step.extra(number, cell)
        extra.append(Extra(number, name(cell)))
    made = Mark(card.number, names(mask), tuple(extra))
    _remember(explorer, shape, round_, made, step.after(explorer))
    return made


def _first_mark(ways: list[tuple[Card, int, int]], shape: str, at: int) -> tuple[Card, int]:
    """What `first_marks` has at this place, from each card's positions of the shape and its open cells."""
    for card, placed, open_ in ways:
        if at < (shapes := placed.bit_count()):
            return card, LIES[shape][_nth(placed, at).bit_length() - 1]
        at -= shapes
        if at < (singles := open_.bit_count()):
            return card, _nth(open_, at)
        at -= singles
    raise IndexError("nothing can be marked")


def _nth(bits: int, n: int) -> int:
    """The lowest bit but n."""
    for _ in range(n):
        bits &= bits - 1
    return bits & -bits
