"""The types of views and facts as JSON (docs/formats/view.md, docs/formats/log.md): schemas are made from them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from engine.forgotten_treasures import actions
from engine.forgotten_treasures.gems import Colour, Kind
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

Gems = Annotated[dict[Kind, int], Meta(description="Counts by gem, without zeros.")]
Space = Annotated[int, Meta(ge=1, le=5)]


class Options(Shape, frozen=True, kw_only=True):
    """The options of the table."""

    seats: int
    legend: Literal["a", "the"] | UnsetType = UNSET


class Block(Shape, frozen=True, kw_only=True):
    """A block of the back of a domino."""

    colour: Colour
    icons: int


class SpaceShown(Shape, frozen=True, kw_only=True):
    """A space: `domino` if the top of its pile is face up, otherwise `back`, in no meaningful order."""

    space: Space
    height: int
    face_up: bool
    domino: int | UnsetType = UNSET
    back: list[Block] | UnsetType = UNSET
    gems: Gems


class Hand(Shape, frozen=True, kw_only=True):
    """The domino that was taken and is not yet placed."""

    seat: Seat
    domino: int


class Area(Shape, frozen=True, kw_only=True):
    """An area as seen from above, named by its uppermost, then leftmost quadrant."""

    x: int
    y: int
    colour: Colour
    icons: int
    quadrants: list[XY]


class Activated(Shape, frozen=True, kw_only=True):
    """An area that was scored; `mythical` is the number of units paid in mythical gems."""

    x: int
    y: int
    colour: Colour
    icons: int
    double: bool
    mythical: int
    points: int


class StageScore(Shape, frozen=True, kw_only=True):
    """An explorer's row of the score sheet; `mythical` are the points of unused mythical gems."""

    stage: int
    activations: list[Activated]
    mythical: int
    points: int
    discarded: Gems


class LegendScore(Shape, frozen=True, kw_only=True):
    """The Legend's row of the score sheet: `coloured` and `mythical` are counts of gems."""

    stage: int
    coloured: int
    mythical: int
    points: int


class Explorer(Shape, frozen=True, kw_only=True, tag_field="kind", tag="explorer"):
    """A seat of an explorer. `out`: the how manieth player who went out, or null. `box`: null while stage 1 is open."""

    seat: Seat
    out: int | None
    gems: Gems
    complete: bool
    box: Box | None
    dominoes: list[LaidDomino]
    areas: list[Area]
    scores: list[StageScore]
    total: int
    submitted: bool


class LegendSeat(Shape, frozen=True, kw_only=True, tag_field="kind", tag="legend"):
    """The seat of the Legend. The last id in `pile` is its top."""

    seat: Seat
    mode: Literal["a", "the"]
    gems: Gems
    pile: list[int]
    preferences: list[Colour]
    scores: list[LegendScore]
    total: int


# --- decisions --------------------------------------------------------------------------------------------------------
class SpaceToTake(Shape, frozen=True, kw_only=True):
    """A space from which to take, and the gems to choose from."""

    space: Space
    gems: list[Kind]


class TakeDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="take"):
    """Take a domino and a gem; `placements` are all legal ones of that domino."""

    spaces: list[SpaceToTake]
    placements: list[Placement]


class RevealDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="reveal"):
    """Turn up one of these piles."""

    spaces: list[Space]


class PlaceDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="place"):
    """Place the domino."""

    domino: int
    placements: list[Placement]


class PayableArea(Shape, frozen=True, kw_only=True):
    """An area that can be paid for: the numbers of units that may be mythical, if it counts once or double."""

    x: int
    y: int
    colour: Colour
    icons: int
    single: list[int]
    double: list[int]


class ScoreDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="score"):
    """Score the stage. `keep`: how many gems may be kept, null for all; `best`: the action with the most points now."""

    areas: list[PayableArea]
    keep: int | None
    best: actions.Score


class LegendDecision(Shape, frozen=True, kw_only=True, tag_field="kind", tag="legend"):
    """The Legend plays its turn."""


Decision = TakeDecision | RevealDecision | PlaceDecision | ScoreDecision | LegendDecision


class View(Shape, frozen=True, kw_only=True, tag_field="game", tag="forgotten-treasures"):
    """The game as a seat (null: the public) may see it."""

    version: int
    options: Options
    seat: Seat | None
    phase: Literal["take", "reveal", "place", "legend", "score", "over"]
    stage: int
    order: list[Seat]
    turn: Seat | None
    to_move: list[Seat]
    spaces: list[SpaceShown]
    bag: Gems
    discard: Gems
    hand: Hand | None
    lost: list[int]
    seats: list[Explorer | LegendSeat]
    submission: actions.Score | None
    decision: Decision | None
    outcome: Outcome | None


# --- facts ------------------------------------------------------------------------------------------------------------
class FirstSpace(Shape, frozen=True, kw_only=True):
    """A space after the set-up; `domino` is null where the pile is face down."""

    space: Space
    domino: int | None
    gems: Gems


class SetUpFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="set_up"):
    """The set-up. `legend` is the Legend's first domino, of a solo game."""

    starter: Seat
    spaces: list[FirstSpace]
    legend: int | UnsetType = UNSET


class TookFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="took"):
    """A domino and a gem were taken."""

    seat: Seat
    space: Space
    domino: int
    gem: Kind


class RefilledFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="refilled"):
    """An emptied pile got these dominoes of another."""

    space: Space
    from_: Space = field(name="from")
    dominoes: int


class DrewFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="drew"):
    """Gems came from the bag onto a space."""

    space: Space
    gems: Gems


class RecycledFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="recycled"):
    """Discarded gems went into the bag; `gems` counts them."""

    gems: int


class TurnedFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="turned"):
    """The top of a pile was turned up."""

    space: Space
    domino: int


class PlacedFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="placed"):
    """A domino was placed."""

    seat: Seat
    domino: int
    stage: int
    x: int
    y: int
    rotation: Turned


class LostFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="lost"):
    """A domino is out of play."""

    domino: int


class ScoredSeat(Shape, frozen=True, kw_only=True):
    """A seat's row of the score sheet: an explorer's has `activations` and `discarded`, the Legend's `coloured`."""

    seat: Seat
    stage: int
    activations: list[Activated] | UnsetType = UNSET
    coloured: int | UnsetType = UNSET
    mythical: int
    points: int
    discarded: Gems | UnsetType = UNSET


class StageScoredFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="stage_scored"):
    """The stage was scored: a row for each seat, null for one that is out."""

    stage: int
    seats: list[ScoredSeat | None]


class GemOfSpace(Shape, frozen=True, kw_only=True):
    """A gem that was taken from a space."""

    space: Space
    gem: Kind


class LegendTookFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="legend_took"):
    """What the Legend took in its turn."""

    gems: list[GemOfSpace]
    space: Space
    domino: int


class LegendDrewFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="legend_drew"):
    """The Legend drew a gem from the bag."""

    gem: Kind


Fact = (
    SetUpFact
    | TookFact
    | RefilledFact
    | DrewFact
    | RecycledFact
    | TurnedFact
    | PlacedFact
    | NoRoomFact
    | LostFact
    | StageScoredFact
    | StageBegunFact
    | LegendTookFact
    | LegendDrewFact
    | OutFact
)
