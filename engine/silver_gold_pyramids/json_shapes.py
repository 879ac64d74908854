"""The types of views and facts as JSON (docs/formats/view.md, docs/formats/log.md): schemas are made from them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.json_shapes import Outcome, OutFact, Seat, Shape
from engine.silver_gold_pyramids.actions import Cell, Keep, Mark, Number, Pass

Colour = Literal["green", "orange", "purple"]
ShapeName = Literal["I2", "I3", "I4", "V3", "L4", "O4"]
Round = Annotated[int, Meta(ge=1, le=4)]
Step = Annotated[int, Meta(ge=1, le=28)]


class Options(Shape, frozen=True, kw_only=True):
    """The options of the table."""

    seats: int


class Replacing(Shape, frozen=True, kw_only=True):
    """A seat that has so many finished cards to replace."""

    seat: Seat
    cards: int


class MarkedCard(Shape, frozen=True, kw_only=True):
    """A card and its marked cells; what is printed on it is in the component file."""

    number: Number
    marked: list[Cell]


class PyramidPoints(Shape, frozen=True, kw_only=True):
    """The pyramid points taken, by colour."""

    green: list[int]
    orange: list[int]
    purple: list[int]


class Sheet(Shape, frozen=True, kw_only=True):
    """Counts of gems and skulls, the rounds whose torch is lit, and the pyramid points taken."""

    red_gems: int
    green_gems: int
    torches: list[Round]
    skulls: int
    pyramids: PyramidPoints


class Points(Shape, frozen=True, kw_only=True):
    """Points by source."""

    finished: int
    pyramids: int
    gems: int
    torches: int
    skulls: int


class Explorer(Shape, frozen=True, kw_only=True, tag_field="kind", tag="explorer"):
    """A seat. `out`: the how manieth player who went out, or null. `rounds`: the points at the end of each round before
    this one.
    """

    seat: Seat
    out: int | None
    cards: list[MarkedCard]
    finished: list[MarkedCard]
    sheet: Sheet
    points: Points
    rounds: list[Points]
    total: int
    submitted: bool


# --- decisions --------------------------------------------------------------------------------------------------------
class KeepDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="keep"):
    """Keep two of these cards."""

    cards: list[Number]


class CardToMark(Shape, frozen=True, kw_only=True):
    """Every legal position of the shape on the card, and every legal single cell."""

    number: Number
    shapes: list[list[Cell]]
    singles: list[Cell]


class MarkDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="mark"):
    """Mark the shape, or a single cell, on one of these cards."""

    shape: ShapeName
    cards: list[CardToMark]


class ReplaceDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="replace"):
    """Replace a finished card by one of the reserve or, if `deck`, by the unseen top of the deck."""

    reserve: list[Number]
    deck: bool


Decision = KeepDecision | MarkDecision | ReplaceDecision


class View(Shape, frozen=True, kw_only=True, tag_field="game", tag="silver-gold-pyramids"):
    """The game as a seat (null: the public) may see it."""

    version: int
    options: Options
    seat: Seat | None
    phase: Literal["keep", "mark", "replace", "over"]
    round: Round | None
    step: Step | None
    shape: ShapeName | None
    shapes_left: list[ShapeName]
    to_move: list[Seat]
    reserve: list[Number]
    deck: int
    replacing: list[Replacing]
    seats: list[Explorer]
    dealt: list[Number]
    submission: Keep | Mark | None
    decision: Decision | None
    outcome: Outcome | None


# --- facts ------------------------------------------------------------------------------------------------------------
class DealtFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="dealt"):
    """Each player was dealt so many cards."""

    cards: int


class KeptFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="kept"):
    """The cards that each seat keeps (null for one that is out), and the open cards."""

    seats: list[list[Number] | None]
    reserve: list[Number]


class StepBegunFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="step_begun"):
    """A step begins with this shape."""

    step: Step
    shape: ShapeName


class MarkedFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="marked"):
    """What each seat has marked in a step; null for one that is out."""

    step: Step
    seats: list[Mark | Pass | None]


class FinishedCardsFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="finished_cards"):
    """Cards that a seat has finished."""

    seat: Seat
    cards: list[Number]


class ReplacedFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="replaced"):
    """A finished card was replaced by this one; `unseen`: from the top of the deck."""

    seat: Seat
    card: Number
    unseen: bool


class ReserveFilledFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="reserve_filled"):
    """These cards were turned up."""

    cards: list[Number]


class PyramidPointsFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="pyramid_points"):
    """A seat has taken pyramid points, with this card."""

    seat: Seat
    card: Number
    colour: Colour
    points: int


Fact = (
    DealtFact
    | KeptFact
    | StepBegunFact
    | MarkedFact
    | FinishedCardsFact
    | ReplacedFact
    | ReserveFilledFact
    | PyramidPointsFact
    | OutFact
)
