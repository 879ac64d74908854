"""What the shapes of all games share: the types of their views and facts as JSON, from which schemas are made.

Views and facts are made by hand, for speed; tests compare them with these. Only the facts of study files are read with
them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Seat = Annotated[int, Meta(ge=0)]
"""The number of a seat, from 0."""
Turned = Literal[0, 90, 180, 270]
"""Degrees, clockwise."""
XY = Annotated[list[int], Meta(min_length=2, max_length=2, description="`[x, y]`")]
Placement = Annotated[list[int], Meta(min_length=3, max_length=3, description="`[x, y, rotation]`")]


class Shape(Struct, frozen=True, kw_only=True):
    """Part of a view, or a fact."""


class Outcome(Shape, frozen=True, kw_only=True):
    """The result of a game, by seat; ranks count from 1."""

    reason: str
    scores: list[int]
    ranks: list[int]
    winners: list[Seat]


class LaidDomino(Shape, frozen=True, kw_only=True):
    """A domino that lies in a pyramid: `blocks[0]` on cell (x, y) of its stage."""

    domino: int
    stage: int
    x: int
    y: int
    rotation: Turned


class Box(Shape, frozen=True, kw_only=True):
    """The size of stage 1, in blocks."""

    columns: int
    rows: int


class OutFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="out"):
    """The seat has left the game."""

    seat: Seat


class NoRoomFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="no_room"):
    """No domino fits for the seat."""

    seat: Seat


class StageBegunFact(Shape, frozen=True, kw_only=True, tag_field="type", tag="stage_begun"):
    """A stage begins with this seat."""

    stage: int
    starter: Seat
