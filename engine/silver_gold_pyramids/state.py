"""Everything there is to know about a game of Silver & Gold: Pyramids, frozen."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.chance import Stream
from engine.core import Outcome
from engine.silver_gold_pyramids import cards
from engine.silver_gold_pyramids.actions import Submission
from engine.silver_gold_pyramids.cards import COLOURS
from engine.silver_gold_pyramids.shapes import ROUNDS, STEPS_A_ROUND

DECK = cards.built_in()
DEALT, KEPT, RESERVE = 4, 2, 4
GEMS = 10
SKULLS = (1, 2, 3, 4, 6, 8, 10, 13, 16, 20)
"""What the worst marked skull costs (docs/rules.md D1.2)."""

PYRAMID_POINTS = (10, 6, 3)
"""For the 2nd, 4th or 6th finished card of a colour, best first (docs/rules.md D3 part 5)."""

TOMBS = tuple(card.tomb if card else 0 for card in DECK.cards)
"""By number: the cell that finishes the card."""

STEPS = STEPS_A_ROUND * ROUNDS

SOURCES = ("finished", "pyramids", "gems", "torches", "skulls")
"""What a score card is added up from (docs/rules.md D4)."""


def still_open(taken: Iterable[int]) -> list[int]:
    """The pyramid points of a colour that nobody has taken, best first (docs/rules.md D3 part 5)."""
    gone = set(taken)
    return [points for points in PYRAMID_POINTS if points not in gone]


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """A score card: counts, the torches' rounds as bits, and pyramid points taken, by colour."""

    red_gems: int = 0
    green_gems: int = 0
    torches: int = 0
    skulls: int = 0
    pyramids: tuple[tuple[int, ...], ...] = ((),) * len(COLOURS)

    @property
    def gems(self) -> int:
        """5 a pair of one red and one green, 1 each without a partner (docs/rules.md D4)."""
        pairs = min(self.red_gems, self.green_gems)
        return 5 * pairs + abs(self.red_gems - self.green_gems)

    @property
    def skull(self) -> int:
        """What the worst marked skull costs."""
        return SKULLS[self.skulls - 1] if self.skulls else 0

    def by_source(self, finished: int) -> tuple[int, ...]:
        """The points with so many finished cards, in the order of SOURCES (docs/rules.md D4)."""
        return 10 * finished, sum(map(sum, self.pyramids)), self.gems, 5 * self.torches.bit_count(), -self.skull

    def total(self, finished: int) -> int:
        return sum(self.by_source(finished))


class Started(msgspec.Struct, frozen=True, gc=False):
    """One of a player's cards and the cells marked on it."""

    number: int
    marked: int = 0

    @property
    def finished(self) -> bool:
        return bool(self.marked & TOMBS[self.number])


class Explorer(msgspec.Struct, frozen=True, gc=False):
    """A player. `dealt` are the four cards of the start, until two are kept; `explored` are the finished cards with
    their marks, in their order.

    `served` counts how many of `explored` have been looked at for pyramid points. `out` is None, or how many had gone
    out when this one did, itself counted (docs/rules.md A7).
    """

    dealt: tuple[int, ...] = ()
    cards: tuple[Started, ...] = ()
    explored: tuple[Started, ...] = ()
    served: int = 0
    sheet: Sheet = Sheet()
    out: int | None = None

    @property
    def finished(self) -> tuple[int, ...]:
        """The numbers of the finished cards, in their order."""
        return tuple(started.number for started in self.explored)

    @property
    def by_source(self) -> tuple[int, ...]:
        return self.sheet.by_source(len(self.explored))

    @property
    def total(self) -> int:
        return self.sheet.total(len(self.explored))


class State(msgspec.Struct, frozen=True, gc=False):
    """A game.

    `phase` is keep, mark, replace or over. `step` counts from 0 to 27; `expedition` are this round's shapes still to
    come, the one of this step first. `replacing` are (seat, cards still to replace) in order. `submissions` is None
    outside keep and mark. `rounds` are what everybody's points by source were at the end of each round but this one.
    """

    phase: str
    explorers: tuple[Explorer, ...]
    deck: tuple[int, ...]
    deck_stream: Stream
    expedition: tuple[str, ...]
    expedition_stream: Stream
    reserve: tuple[int, ...] = ()
    step: int = 0
    replacing: tuple[tuple[int, int], ...] = ()
    submissions: tuple[Submission | None, ...] | None = None
    revealed: int = 0
    rounds: tuple[tuple[tuple[int, ...], ...], ...] = ()
    outcome: Outcome | None = None

    @property
    def playing(self) -> list[int]:
        """The explorers still in, in rising seat order."""
        return [seat for seat, explorer in enumerate(self.explorers) if explorer.out is None]

    @property
    def shape(self) -> str | None:
        """This step's shape."""
        return self.expedition[0] if self.expedition else None

    @property
    def round(self) -> int:
        return self.step // STEPS_A_ROUND

    def all_cards(self) -> list[int]:
        """Every pyramid card, wherever it lies, in rising order: always 1 to 48."""
        out = [*self.deck, *self.reserve]
        for explorer in self.explorers:
            out += explorer.dealt
            out += (card.number for card in explorer.cards if not card.finished or card.number not in explorer.finished)
            out += explorer.finished
        return sorted(out)
