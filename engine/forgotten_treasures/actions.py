"""The actions of a seat, as JSON and as text (docs/formats/actions.md)."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.core import JSON
from engine.forgotten_treasures.gems import KINDS, LETTERS, NUMBER_OF, Kind
from engine.wire import read_action, unreadable

Space = Annotated[int, Meta(ge=1, le=5)]
# Wider than any pyramid (−4 … 4), so that a placement outside the stage gets a refusal that says so, not `malformed`.
Coordinate = Annotated[int, Meta(ge=-9, le=9)]
Rotation = Literal[0, 90, 180, 270]
Count = Annotated[int, Meta(ge=1, le=63)]


class Take(msgspec.Struct, frozen=True, tag_field="type", tag="take", forbid_unknown_fields=True):
    """Take the face-up domino and one gem of a space (docs/rules.md B2 step 1)."""

    space: Space
    gem: Kind


class Reveal(msgspec.Struct, frozen=True, tag_field="type", tag="reveal", forbid_unknown_fields=True):
    """Turn up the top domino of a face-down pile (docs/rules.md B2 step 3)."""

    space: Space


class Place(msgspec.Struct, frozen=True, tag_field="type", tag="place", forbid_unknown_fields=True):
    """Place the domino in hand: `blocks[0]` on cell (x, y) of the open stage (docs/rules.md B2 step 4, A1)."""

    x: Coordinate
    y: Coordinate
    rotation: Rotation


class Activation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """The activation of one area, named by its corner quadrant (docs/rules.md B3).

    It costs one unit, or three if the area counts `double`. A unit is one gem of the area's colour or two mythical
    gems; `mythical` is the number of units paid in mythical gems.
    """

    x: Annotated[int, Meta(ge=0, le=9)]
    y: Annotated[int, Meta(ge=0, le=9)]
    double: bool = False
    mythical: Annotated[int, Meta(ge=0, le=3)] = 0


class Score(msgspec.Struct, frozen=True, tag_field="type", tag="score", forbid_unknown_fields=True):
    """The secret submission at the end of a stage: activations and discards (docs/rules.md B3.1)."""

    activate: Annotated[tuple[Activation, ...], Meta(max_length=40)] = ()
    discard: dict[Kind, Count] = {}


class Legend(msgspec.Struct, frozen=True, tag_field="type", tag="legend", forbid_unknown_fields=True):
    """The Legend's whole turn (docs/rules.md B5)."""


Action = Take | Reveal | Place | Score | Legend

_ACTIVATION = re.compile(r"(\d),(\d)(,d)?(?:,m([1-3]))?")
_DISCARD = re.compile(r"([obpgrm])([1-9]\d?)")


def from_json(raw: object) -> Action:
    """Return the action that the JSON describes. Raise Malformed, with the path of the field at fault, if it is
    invalid.
    """
    action: Action = read_action(raw, Action, "take, reveal, place, score or legend")
    return action


def to_json(action: Action) -> JSON:
    """Return the action as JSON, its discards in the order of KINDS."""
    raw: JSON = msgspec.to_builtins(action)
    if isinstance(action, Score):
        raw["activate"] = list(raw["activate"])
        raw["discard"] = {name: action.discard[name] for name in KINDS if name in action.discard}
    return raw


def from_text(text: str) -> Action:
    """Return the action of a text made by `to_text`. Raise Malformed for any other text."""
    simple = _SIMPLE.get(text)
    if simple is not None:
        return simple
    if text == "S" or text.startswith("S "):
        areas, _, discards = text[1:].partition(" /")
        activations = [_ACTIVATION.fullmatch(word) for word in areas.split()]
        dropped = [_DISCARD.fullmatch(word) for word in discards.split()]
        if all(activations) and all(dropped):
            score = Score(
                tuple(Activation(int(m[1]), int(m[2]), m[3] is not None, int(m[4] or 0)) for m in activations if m),
                {KINDS[LETTERS.index(m[1])]: int(m[2]) for m in dropped if m},
            )
            # Only the canonical text is accepted; the trip through JSON checks the ranges of the fields.
            if to_text(score) == text:
                return from_json(to_json(score))
    raise unreadable(text, "T2b; R4; P3,1,90; S 3,2,d,m1 / r1; L")


def to_text(action: Action) -> str:
    """Return the action's short text form."""
    match action:
        case Take():
            return f"T{action.space}{LETTERS[NUMBER_OF[action.gem]]}"
        case Reveal():
            return f"R{action.space}"
        case Place():
            return f"P{action.x},{action.y},{action.rotation}"
        case Legend():
            return "L"
        case Score():
            words = ["S"]
            for a in action.activate:
                words.append(f"{a.x},{a.y}{',d' if a.double else ''}{f',m{a.mythical}' if a.mythical else ''}")
            if action.discard:
                words.append("/")
                words += (f"{LETTERS[NUMBER_OF[k]]}{action.discard[k]}" for k in KINDS if k in action.discard)
            return " ".join(words)


_ROTATIONS: tuple[Rotation, ...] = (0, 90, 180, 270)
_PLAIN: list[Action] = [
    *(Take(space, kind) for space in range(1, 6) for kind in KINDS),
    *(Reveal(space) for space in range(1, 6)),
    *(Place(x, y, turn) for x in range(-9, 10) for y in range(-9, 10) for turn in _ROTATIONS),
    Legend(),
]
_SIMPLE = {to_text(action): action for action in _PLAIN}
"""All actions except Score, by their text."""
