"""The complete state of a game of Pyramido, immutable."""

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
"""The icon's quadrant, tl, on a card that is not turned."""

ALL_MARKERS = 0b111111
QUARRY = range(3)
PILES = range(4)
PILE_HEIGHTS = (22, 22, 22, 21)


def card_block(colour: int, rotation: int) -> Block:
    """A card as a block, with the side of this colour up, turned clockwise."""
    return Block(colour, CARD_ICON).turned(rotation)


class Marked(msgspec.Struct, frozen=True):
    """A marker on cell (x, y) of the open stage."""

    colour: int
    x: int
    y: int


class Resurfaced(msgspec.Struct, frozen=True):
    """A card in the pyramid. `fill`: it lies in a gap, not on a domino."""

    colour: int
    stage: int
    x: int
    y: int
    rotation: int
    fill: bool


class Architect(msgspec.Struct, frozen=True):
    """A player. `markers` are the unplaced ones, as bits; `cards` the numbers of the cards not yet laid.

    `out` is None, or the player's position in the order of going out, from 1 (docs/rules.md A7).
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
        """The player's points so far."""
        return sum(score.points for score in self.scores)


class State(msgspec.Struct, frozen=True):
    """The state of a game. Quarry spaces and piles count from 0 here; an empty quarry space is 0.

    `phase` is place, mark, finish (resurface or replenish), fill or over. `mover` is the seat that is to act; None when
    the game is over. `space` is the quarry space of this turn's domino. `may_resurface`: no card has been laid in this
    turn yet.
    """

    phase: str
    stage: int
    order: tuple[int, ...]
    mover: int | None
    quarry: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]
    architects: tuple[Architect, ...]
    space: int | None = None
    may_resurface: bool = False
    outcome: Outcome | None = None

    @property
    def playing(self) -> list[int]:
        """The seats of architects still in, ascending."""
        return [seat for seat, architect in enumerate(self.architects) if architect.out is None]

    def all_dominoes(self) -> list[int]:
        """All dominoes, wherever they lie, sorted: always 1 to 90."""
        out = [d for pile in self.piles for d in pile]
        out += (d for d in self.quarry if d)
        out += (p.domino for architect in self.architects for p in architect.pyramid.placed)
        return sorted(out)
