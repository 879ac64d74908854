"""The actions of a seat, as JSON and as text (docs/formats/actions.md)."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.core import JSON
from engine.wire import read_action, unreadable

Colour = Literal["brown", "blue", "yellow", "turquoise", "red", "green"]
COLOURS: tuple[Colour, ...] = ("brown", "blue", "yellow", "turquoise", "red", "green")
LETTERS = "nbytrg"

# Wider than any pyramid (−4 … 4), so that a placement outside the stage gets a refusal that says so, not `malformed`.
Coordinate = Annotated[int, Meta(ge=-9, le=9)]
Rotation = Literal[0, 90, 180, 270]
Block = Literal[0, 1]


class Place(msgspec.Struct, frozen=True, tag_field="type", tag="place", forbid_unknown_fields=True):
    """Take the domino of a quarry space and place it: `blocks[0]` on cell (x, y) of the open stage
    (docs/rules.md C2 step 1, A1)."""

    quarry: Annotated[int, Meta(ge=1, le=3)]
    x: Coordinate
    y: Coordinate
    rotation: Rotation


class Mark(msgspec.Struct, frozen=True, tag_field="type", tag="mark", forbid_unknown_fields=True):
    """Mark `blocks[block]` of the new domino. Players choose only if both blocks qualify; a single one is marked
    automatically (docs/rules.md C2 step 2).
    """

    block: Block


class Resurface(msgspec.Struct, frozen=True, tag_field="type", tag="resurface", forbid_unknown_fields=True):
    """Put the card on `blocks[block]` of the new domino, with the side of this colour up, turned (docs/rules.md C2 step
    3).
    """

    block: Block
    colour: Colour
    rotation: Rotation


class Replenish(msgspec.Struct, frozen=True, tag_field="type", tag="replenish", forbid_unknown_fields=True):
    """Fill the empty quarry space from a pile behind it (docs/rules.md C2 step 4)."""

    pile: Annotated[int, Meta(ge=1, le=4)]


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card on a cell of the open stage, with the side of this colour up."""

    colour: Colour
    x: Coordinate
    y: Coordinate
    rotation: Rotation


class Fill(msgspec.Struct, frozen=True, tag_field="type", tag="fill", forbid_unknown_fields=True):
    """Lay two cards on two empty cells, as no domino fits (docs/rules.md C3)."""

    cards: tuple[Laid, Laid]


Action = Place | Mark | Resurface | Replenish | Fill

_ROTATIONS: tuple[Rotation, ...] = (0, 90, 180, 270)
_LAID = re.compile(rf"([{LETTERS}])(-?\d),(-?\d),(0|90|180|270)")


def from_json(raw: object) -> Action:
    """Return the action that the JSON describes. Raise Malformed, with the path of the field at fault, if it is
    invalid.
    """
    action: Action = read_action(raw, Action, "place, mark, resurface, replenish or fill")
    return action


def to_json(action: Action) -> JSON:
    """Return the action as JSON."""
    raw: JSON = msgspec.to_builtins(action)
    if isinstance(action, Fill):
        raw["cards"] = list(raw["cards"])
    return raw


def laid_to_json(laid: Laid) -> JSON:
    """Return a card of a fill as JSON."""
    raw: JSON = msgspec.to_builtins(laid)
    return raw


def from_text(text: str) -> Action:
    """Return the action of a text made by `to_text`. Raise Malformed for any other text."""
    simple = _SIMPLE.get(text)
    if simple is not None:
        return simple
    words = text.split(" ")
    if len(words) == 3 and words[0] == "F":
        laid = [_LAID.fullmatch(word) for word in words[1:]]
        first, second = (
            Laid(COLOURS[LETTERS.index(m[1])], int(m[2]), int(m[3]), _ROTATIONS[int(m[4]) // 90]) if m else None
            for m in laid
        )
        if first and second:
            return Fill((first, second))
    raise unreadable(text, "P2,3,1,90; M1; C0y90; R3; F b0,0,0 y1,0,90")


def to_text(action: Action) -> str:
    """Return the action's short text form."""
    match action:
        case Place():
            return f"P{action.quarry},{action.x},{action.y},{action.rotation}"
        case Mark():
            return f"M{action.block}"
        case Resurface():
            return f"C{action.block}{LETTERS[COLOURS.index(action.colour)]}{action.rotation}"
        case Replenish():
            return f"R{action.pile}"
        case Fill():
            return "F " + " ".join(f"{LETTERS[COLOURS.index(c.colour)]}{c.x},{c.y},{c.rotation}" for c in action.cards)


_PLAIN: list[Action] = [
    *(Place(q, x, y, r) for q in (1, 2, 3) for x in range(-9, 10) for y in range(-9, 10) for r in _ROTATIONS),
    *(Mark(block) for block in (0, 1)),
    *(Resurface(block, colour, r) for block in (0, 1) for colour in COLOURS for r in _ROTATIONS),
    *(Replenish(pile) for pile in range(1, 5)),
]
_SIMPLE = {to_text(action): action for action in _PLAIN}
"""All actions except Fill, by their text."""
