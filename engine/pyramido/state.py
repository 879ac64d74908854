"""Everything there is to know about a game of Pyramido, frozen."""

from __future__ import annotations

import msgspec

from engine import dominoes
from engine.core import Outcome
from engine.dominoes import Block
from engine.pyramid import Pyramid
from engine.pyramido.scoring import StageScore

DOMINOES = dominoes.built_in("pyramido_dominoes")
COLOURS = DOMINOES.colours
CARDS = ((0, 1), (2, 3), (4, 5))
"""The two colours of each resurfacing card (docs/rules.md C1)."""

CARD_OF = {colour: card for card, sides in enumerate(CARDS) for colour in sides}
CARD_ICON = 0b0001
"""The quadrant of a card's icon, tl, before it is turned."""

ALL_MARKERS = 0b111111
QUARRY = range(3)
PILES = range(4)
PILE_HEIGHTS = (22, 22, 22, 21)


def card_block(colour: int, rotation: int) -> Block:
    """A card as a block, this side up, turned clockwise."""
    return Block(colour, CARD_ICON).turned(rotation)


class Marked(msgspec.Struct, frozen=True):
    """A marker on cell (x, y) of the open stage."""

    colour: int
    x: int
    y: int


class Resurfaced(msgspec.Struct, frozen=True):
    """A card in the pyramid; `fill` when it lies in a gap, not on a domino."""

    colour: int
    stage: int
    x: int
    y: int
    rotation: int
    fill: bool


class Architect(msgspec.Struct, frozen=True):
    """A player. `markers` are the unplaced ones, as bits; `cards` the cards not yet laid, by number.

    `out` is None, or how many had gone out when this one did, itself counted (docs/rules.md A7).
    """

    pyramid: Pyramid = Pyramid()
    markers: int = ALL_MARKERS
    marked: tuple[Marked, ...] = ()
    cards: tuple[int, ...] = (0, 1, 2)
    resurfaced: tuple[Resurfaced, ...] = ()
    complete: bool = False
    scores: tuple[StageScore, ...] = ()
    out: int | None = None

    @property
    def total(self) -> int:
        return sum(score.points for score in self.scores)


class State(msgspec.Struct, frozen=True):
    """A game. Quarry spaces and piles count from 0 here; an empty quarry space is 0.

    `phase` is place, mark, finish (resurface or replenish), fill or over. `space` is the quarry space that the turn's
    domino came from; `may_resurface` says that no card has been laid in this turn.
    """

    phase: str
    stage: int
    order: tuple[int, ...]
    turn: int | None
    quarry: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]
    architects: tuple[Architect, ...]
    space: int | None = None
    may_resurface: bool = False
    outcome: Outcome | None = None

    @property
    def playing(self) -> list[int]:
        """The architects still in, in rising seat order."""
        return [seat for seat, architect in enumerate(self.architects) if architect.out is None]

    def all_dominoes(self) -> list[int]:
        """Every domino, wherever it lies, in rising order: always 1 to 90."""
        out = [d for pile in self.piles for d in pile]
        out += (d for d in self.quarry if d)
        out += (p.domino for architect in self.architects for p in architect.pyramid.placed)
        return sorted(out)
