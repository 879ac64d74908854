"""The actions of a seat, as JSON and as text (docs/formats/actions.md)."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.core import JSON
from engine.silver_gold_pyramids.cards import cell_name
from engine.wire import read_action, unreadable

Number = Annotated[int, Meta(ge=1, le=48)]
Cell = Annotated[str, Meta(pattern="^[a-e][1-5]$", description="a1 … e5")]


class Keep(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="keep", forbid_unknown_fields=True):
    """Keep these two of the four dealt cards (docs/rules.md D2). Secret until all have submitted."""

    cards: tuple[Number, Number]


class Extra(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One more cell for a red cross (docs/rules.md D3.2)."""

    card: Number
    cell: Cell


class Mark(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="mark", forbid_unknown_fields=True):
    """A whole step: the shape or a single cell on one card, then one cell for each red cross, in order (docs/rules.md
    D3.2).
    """

    card: Number
    cells: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=4)]
    extra: Annotated[tuple[Extra, ...], Meta(max_length=50)] = ()


class Pass(msgspec.Struct, frozen=True, tag_field="type", tag="pass", forbid_unknown_fields=True):
    """The empty submission of a player without cards; always automatic."""


class Replace(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="replace", forbid_unknown_fields=True):
    """Replace a finished card by a card of the reserve (its number), or by the unseen top of the deck (0)
    (docs/rules.md D3.4).
    """

    card: Annotated[int, Meta(ge=0, le=48)]


Action = Keep | Mark | Pass | Replace
Submission = Keep | Mark | Pass

_KEEP = re.compile(r"K(\d{1,2}),(\d{1,2})")
_REPLACE = re.compile(r"R(\d{1,2})")
_FIRST = re.compile(r"M(\d{1,2})((?: [a-e][1-5]){1,4})")
_EXTRA = re.compile(r"(\d{1,2}) ([a-e][1-5])")


def from_json(raw: object) -> Action:
    """Return the action that the JSON describes. Raise Malformed, with the path of the field at fault, if it is
    invalid.
    """
    action: Action = read_action(raw, Action, "keep, mark, pass or replace")
    return action


def to_json(action: Action) -> JSON:
    """Return the action as JSON."""
    raw: JSON = msgspec.to_builtins(action)
    for field in ("cards", "cells", "extra"):
        if field in raw:
            raw[field] = list(raw[field])
    return raw


def from_text(text: str) -> Action:
    """Return the action of a text made by `to_text`. Raise Malformed for any other text."""
    action = _read(text)
    if action is None or to_text(action) != text:
        raise unreadable(text, "K12,31; M12 a1 b1; M12 c1 > 12 c2 > 31 a1; R17; R0")
    return action


def _read(text: str) -> Action | None:
    if text == "-":
        return Pass()
    if found := _KEEP.fullmatch(text):
        pair = (int(found[1]), int(found[2]))
        return Keep(pair) if all(1 <= n <= 48 for n in pair) else None
    if found := _REPLACE.fullmatch(text):
        return Replace(int(found[1])) if int(found[1]) <= 48 else None
    first, *rest = text.split(" > ")
    found = _FIRST.fullmatch(first)
    extras = [_EXTRA.fullmatch(word) for word in rest]
    if found is None or not all(extras) or len(extras) > 50:
        return None
    numbers = [int(found[1]), *(int(m[1]) for m in extras if m)]
    if not all(1 <= n <= 48 for n in numbers):
        return None
    return Mark(numbers[0], tuple(found[2].split()), tuple(Extra(int(m[1]), m[2]) for m in extras if m))


def to_text(action: Action) -> str:
    """Return the action's short text form."""
    match action:
        case Keep():
            return f"K{action.cards[0]},{action.cards[1]}"
        case Replace():
            return f"R{action.card}"
        case Pass():
            return "-"
        case Mark():
            first = " ".join([f"M{action.card}", *action.cells])
            return " > ".join([first, *(f"{e.card} {e.cell}" for e in action.extra)])


@cache
def cell_names(mask: int) -> tuple[str, ...]:
    """The names of a set's cells, in reading order."""
    out = []
    while mask:
        low = mask & -mask
        out.append(cell_name(low))
        mask ^= low
    return tuple(out)
