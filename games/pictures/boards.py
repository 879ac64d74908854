"""The board of a seat, drawn from a view (docs/formats/view.md)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core import Rules
from engine.newtypes import SeatNumber
from games.pictures import card_board, pyramid_board
from games.pictures.card_board import PLACES
from games.pictures.drawings import Drawing
from games.pictures.shapes import common, set_of

JSON = Mapping[str, Any]


def has_board(seat: JSON) -> bool:
    """Whether a seat of a view has a board; one that plays by itself may have none."""
    return bool({"dominoes", "cards"} & seat.keys())


def board(rules: Rules[Any, Any], view: JSON, seat: SeatNumber) -> Drawing:
    """Return the board of a seat that has one, as the audience of the view sees it."""
    shown, over = view["seats"][seat], view["outcome"] is not None
    colours, printed = pieces(rules)
    shapes = set_of(colours)
    if "dominoes" in shown:
        return pyramid_board.board(shown, view["stage"], printed, shapes, over=over)
    dealt = view["dealt"] if view["seat"] == seat else []
    cards: list[JSON] = [{"number": number, "marked": ()} for number in dealt] or shown["cards"]
    if over and len(cards) < PLACES:  # at the end, explored cards fill the empty places
        cards = [*shown["finished"][len(cards) - PLACES :], *cards]
    return card_board.board([(printed[card["number"]], card["marked"]) for card in cards], shapes)


def field(rules: Rules[Any, Any]) -> list[str]:
    """Return the colours of the ground around boards: in the light, in the middle, at the edges."""
    colours, _ = pieces(rules)
    return [light for light, _dark in common()["grounds"][set_of(colours)["ground"]]["field"]]


@functools.cache
def _read(component_file: bytes) -> tuple[frozenset[str], dict[int, JSON]]:
    read = msgspec.json.decode(component_file)
    if "dominoes" in read:
        return frozenset(read["colours"]), {one["id"]: one for one in read["dominoes"]}
    return frozenset(one["colour"] for one in read["cards"]), {one["number"]: one for one in read["cards"]}


def pieces(rules: Rules[Any, Any]) -> tuple[frozenset[str], dict[int, JSON]]:
    """Return the colours of a game, and its printed pieces by id or number."""
    return _read(rules.component_file)
