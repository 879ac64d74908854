"""The types of views and facts as JSON (docs/formats/view.md, docs/formats/log.md): schemas are made from them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from engine.json_shapes import (
    XY,
    Box,
    LaidDomino,
    NoRoomFact,
    Outcome,
    OutFact,
    Placement,
    Seat,
    Shape,
    StageBegunFact,
    Turned,
)
from engine.pyramido.actions import Block, Colour, Laid

Space = Annotated[int, Meta(ge=1, le=3)]
PileNumber = Annotated[int, Meta(ge=1, le=4)]
Card = Annotated[list[Colour], Meta(min_length=2, max_length=2, description="The colours of its two sides.")]


class Options(Shape, frozen=True, kw_only=True):
    """The options of the table."""

    seats: int


class QuarrySpace(Shape, frozen=True, kw_only=True):
    """A space of the quarry; `domino` is null while it is empty."""

    space: Space
    domino: int | None


class Pile(Shape, frozen=True, kw_only=True):
    """A pile; `domino` is its top."""

    pile: PileNumber
    height: int
    domino: int


class Current(LaidDomino, frozen=True, kw_only=True):
    """The domino that was placed in this turn, and the space of the quarry that it came from."""

    seat: Seat
    space: Space


class Marker(Shape, frozen=True, kw_only=True):
    """A marker on a cell of the open stage."""

    colour: Colour
    x: int
    y: int


class Resurfaced(Shape, frozen=True, kw_only=True):
    """A card that was laid, with this colour up; `fill`: in a gap."""

    colour: Colour
    stage: int
    x: int
    y: int
    rotation: Turned
    fill: bool


class Area(Shape, frozen=True, kw_only=True):
    """An area as seen from above, named by its uppermost, then leftmost quadrant."""

    x: int
    y: int
    colour: Colour
    icons: int
    quadrants: list[XY]
    marked: bool


class ScoredArea(Shape, frozen=True, kw_only=True):
    """A marked area that was scored."""

    x: int
    y: int
    colour: Colour
    icons: int


class StageScore(Shape, frozen=True, kw_only=True):
    """A row of the score sheet; `mino` is the bonus."""

    stage: int
    areas: list[ScoredArea]
    mino: int
    points: int


class Architect(Shape, frozen=True, kw_only=True, tag_field="kind", tag="architect"):
    """A seat. `out`: the how manieth player who went out, or null. `markers` are not yet placed, `cards` not yet laid.
    `box`: null while stage 1 is open.
    """

    seat: Seat
    out: int | None
    markers: list[Colour]
    marked: list[Marker]
    cards: list[Card]
    resurfaced: list[Resurfaced]
    complete: bool
    box: Box | None
    dominoes: list[LaidDomino]
    areas: list[Area]
    scores: list[StageScore]
    total: int


# --- decisions --------------------------------------------------------------------------------------------------------
class PlaceDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="place"):
    """Place a domino of the quarry; `placements` are the same for all."""

    quarry: list[QuarrySpace]
    placements: list[Placement]


class MarkDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="mark"):
    """Mark one of these blocks of the new domino."""

    blocks: list[Block]


class FillDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="fill"):
    """Lay two of these cards on two of these cells."""

    cells: list[XY]
    cards: list[Card]


class FinishDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="finish"):
    """Replenish from one of these piles, or first lay one of these cards on one of these blocks, if there are any."""

    piles: list[PileNumber]
    blocks: list[Block]
    cards: list[Card]


Decision = PlaceDecision | MarkDecision | FillDecision | FinishDecision


class View(Shape, frozen=True, kw_only=True, tag_field="game", tag="pyramido"):
    """The game as a seat (null: the public) may see it."""

    version: int
    options: Options
    seat: Seat | None
    phase: Literal["place", "mark", "finish", "fill", "over"]
    stage: int
    order: list[Seat]
    turn: Seat | None
    to_move: list[Seat]
    quarry: list[QuarrySpace]
    piles: list[Pile]
    current: Current | None
    seats: list[Architect]
    decision: Decision | None
    outcome: Outcome | None


# --- facts ------------------------------------------------------------------------------------------------------------
class SetUpFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="set_up"):
    """The set-up: the dominoes of the quarry, and the tops of the piles."""

    starter: Seat
    quarry: list[int]
    tops: list[int]


class PlacedFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="placed"):
    """A domino of the quarry was placed."""

    seat: Seat
    space: Space
    domino: int
    stage: int
    x: int
    y: int
    rotation: Turned


class MarkedFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="marked"):
    """A block was marked."""

    seat: Seat
    colour: Colour
    x: int
    y: int


class ResurfacedFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="resurfaced"):
    """A card was laid on a block."""

    seat: Seat
    colour: Colour
    stage: int
    x: int
    y: int
    rotation: Turned


class ReplenishedFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="replenished"):
    """A space of the quarry was filled from a pile; `top` is that pile's next domino."""

    space: Space
    pile: PileNumber
    domino: int
    top: int


class RefilledFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="refilled"):
    """An emptied pile got these dominoes of another."""

    pile: PileNumber
    from_: PileNumber = field(name="from")
    dominoes: int


class FilledFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="filled"):
    """Cards were laid into gaps."""

    seat: Seat
    stage: int
    cards: list[Laid]


class ScoredSeat(StageScore, frozen=True, kw_only=True):
    """A seat's row of the score sheet."""

    seat: Seat


class StageScoredFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="stage_scored"):
    """The stage was scored: a row for each seat, null for one that is out."""

    stage: int
    seats: list[ScoredSeat | None]


Fact = (
    SetUpFact
    | PlacedFact
    | MarkedFact
    | ResurfacedFact
    | ReplenishedFact
    | RefilledFact
    | FilledFact
    | NoRoomFact
    | StageScoredFact
    | StageBegunFact
    | OutFact
)
