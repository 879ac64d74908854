"""The complete state of a game of Forgotten Treasures, immutable."""

from __future__ import annotations

import msgspec

from engine import dominoes
from engine.chance import Stream
from engine.core import Outcome
from engine.forgotten_treasures import gems
from engine.forgotten_treasures.actions import Score
from engine.forgotten_treasures.score_sheet import LegendScore, StageScore
from engine.pyramid import Area, Pyramid

DOMINOES = dominoes.built_in("forgotten_treasures_dominoes")
SPACES = range(5)
GEMS_PER_SPACE = 3
KEEP = 5
"""Gems a player may keep after a scoring (docs/rules.md B3)."""


class Explorer(msgspec.Struct, frozen=True):
    """A player. `out` is None, or the player's position in the order of going out, from 1 (docs/rules.md A7).

    `areas` are determined when the stage is complete; until then they are empty.
    """

    pyramid: Pyramid = Pyramid()
    gems: int = 0
    scores: tuple[StageScore, ...] = ()
    complete: bool = False
    areas: tuple[Area, ...] = ()
    out: int | None = None

    @property
    def total(self) -> int:
        """The player's points so far."""
        return sum(score.points for score in self.scores)


class Submission(msgspec.Struct, frozen=True):
    """A secret submission, with its row of the score sheet and the packed gems it spends."""

    score: Score
    row: StageScore
    spent: int


class LegendState(msgspec.Struct, frozen=True):
    """The Legend of a solo game. `pile[-1]` is the top of its pile."""

    mode: str
    pile: tuple[int, ...]
    gems: int = 0
    scores: tuple[LegendScore, ...] = ()

    @property
    def total(self) -> int:
        """The Legend's points so far."""
        return sum(score.points for score in self.scores)

    @property
    def preferences(self) -> tuple[int, ...]:
        """The colours of the two icons of its top domino (docs/rules.md B5)."""
        return tuple(block.colour for block in DOMINOES.faces[self.pile[-1]] for _ in range(block.icons.bit_count()))


class State(msgspec.Struct, frozen=True):
    """The state of a game. Spaces count from 0 here; gems are packed (`gems.py`) except in `bag`.

    - `phase`: take, reveal and place within a turn, legend (the Legend's turn), score, or over.
    - `mover`: the seat that is to act; None in the phases score and over. The Legend has the last seat of a solo game.
    - `bag`: the gems in the bag, in the order of drawing; `discard`: the used ones, which are shuffled with `stream`
      when the bag is empty.
    - `hand`: the domino taken and not yet placed, or 0. `lost`: the dominoes that players who left had
      in hand.
    - `submissions`: None outside the phase score.
    """

    phase: str
    stage: int
    order: tuple[int, ...]
    mover: int | None
    piles: tuple[tuple[int, ...], ...]
    face_up: tuple[bool, ...]
    spaces: tuple[int, ...]
    bag: tuple[int, ...]
    stream: Stream
    discard: int
    hand: int
    explorers: tuple[Explorer, ...]
    legend: LegendState | None
    submissions: tuple[Submission | None, ...] | None = None
    lost: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def legend_seat(self) -> int | None:
        """The Legend's seat; None without a Legend."""
        return None if self.legend is None else len(self.explorers)

    @property
    def playing(self) -> list[int]:
        """The seats of explorers still in, ascending."""
        return [seat for seat, explorer in enumerate(self.explorers) if explorer.out is None]

    def all_gems(self) -> int:
        """All gems, wherever they lie, packed: always `gems.FULL_BAG`."""
        held = sum(explorer.gems for explorer in self.explorers) + (self.legend.gems if self.legend else 0)
        return held + sum(self.spaces) + gems.pack(self.bag) + self.discard

    def all_dominoes(self) -> list[int]:
        """All dominoes, wherever they lie, sorted: always 1 to 90."""
        out = [d for pile in self.piles for d in pile]
        out += (p.domino for explorer in self.explorers for p in explorer.pyramid.placed)
        out += self.lost
        if self.legend:
            out += self.legend.pile
        if self.hand:
            out.append(self.hand)
        return sorted(out)
