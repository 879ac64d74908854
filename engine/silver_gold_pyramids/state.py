"""The complete state of a game of Silver & Gold: Pyramids, immutable."""

from __future__ import annotations

import msgspec

from engine.chance import Stream
from engine.core import JSON, Outcome
from engine.silver_gold_pyramids import cards
from engine.silver_gold_pyramids.actions import Submission
from engine.silver_gold_pyramids.scoring import Sheet
from engine.silver_gold_pyramids.shapes import ROUNDS, STEPS_PER_ROUND

DECK = cards.built_in()
DEALT, KEPT, RESERVE = 4, 2, 4

TOMBS = tuple(card.tomb if card else 0 for card in DECK.cards)
"""The cell that finishes the card, by its number."""

STEPS = STEPS_PER_ROUND * ROUNDS


class MarkedCard(msgspec.Struct, frozen=True, gc=False):
    """One of a player's cards, with the cells marked on it."""

    number: int
    marked: int = 0

    @property
    def finished(self) -> bool:
        """Whether the tomb is marked."""
        return bool(self.marked & TOMBS[self.number])


class Explorer(msgspec.Struct, frozen=True, gc=False):
    """A player. `dealt` are the four cards of the set-up, until two are kept. `finished_cards` are in the order in
    which they were finished.

    `considered`: the number of finished cards that have been considered for pyramid points. `out` is None, or the
    player's position in the order of going out, from 1 (docs/rules.md A7).
    """

    dealt: tuple[int, ...] = ()
    cards: tuple[MarkedCard, ...] = ()
    finished_cards: tuple[MarkedCard, ...] = ()
    considered: int = 0
    sheet: Sheet = Sheet()
    out: int | None = None

    @property
    def finished_numbers(self) -> tuple[int, ...]:
        """The numbers of the finished cards, in order of finishing."""
        return tuple(card.number for card in self.finished_cards)

    @property
    def by_source(self) -> tuple[int, ...]:
        """The player's points so far, in the order of SOURCES."""
        return self.sheet.by_source(len(self.finished_cards))

    @property
    def total(self) -> int:
        """The player's points so far."""
        return self.sheet.total(len(self.finished_cards))


class State(msgspec.Struct, frozen=True, gc=False):
    """The state of a game.

    `phase` is keep, mark, replace or over. `step` counts from 0 to 27; `expedition` are this round's remaining shapes,
    beginning with that of this step. `replacing` are (seat, cards still to replace) in order. `submissions` is None
    outside keep and mark. `rounds` are all seats' points by source at the end of each earlier round.
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
        """The seats of explorers still in, ascending."""
        return [seat for seat, explorer in enumerate(self.explorers) if explorer.out is None]

    @property
    def shape(self) -> str | None:
        """The shape of this step."""
        return self.expedition[0] if self.expedition else None

    @property
    def round(self) -> int:
        """The current round, from 0."""
        return self.step // STEPS_PER_ROUND

    def all_cards(self) -> list[int]:
        """All pyramid cards, wherever they lie, sorted: always 1 to 48."""
        out = [*self.deck, *self.reserve]
        for explorer in self.explorers:
            out += explorer.dealt
            out += (card.number for card in explorer.cards)
            out += explorer.finished_numbers
        return sorted(out)


def with_explorer(state: State, seat: int, explorer: Explorer) -> tuple[Explorer, ...]:
    """The explorers, with the one on the seat replaced."""
    return (*state.explorers[:seat], explorer, *state.explorers[seat + 1 :])


Facts = list[JSON] | None
"""What an event brought about, for those who show it (docs/formats/log.md)."""


def tell(facts: Facts, kind: str, **fields: object) -> None:
    """Append a fact, unless `facts` is None."""
    if facts is not None:
        facts.append({"type": kind, **fields})
