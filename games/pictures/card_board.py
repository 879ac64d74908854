"""Pyramid cards as SVG, as `art_card.js` of their game draws them in the browser."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.pictures.drawings import Drawing
from games.pictures.shapes import all_drawn, common, drawn, element, number

JSON = Mapping[str, Any]

SIZE = 5
LETTERS = {
    "#": "wall", "S": "start", "T": "tomb", "x": "cross", "r": "red_gem", "g": "green_gem", "t": "torch", "k": "skull",
    "p": "potion",
}  # fmt: skip
ORDER = ("start", "tomb", "red_gem", "green_gem", "torch", "skull", "potion", "cross", "wall")
"""What is printed later lies above."""
PLACES = 2
"""Cards on which a player works at a time."""
GAP = 28
MARGIN = 26


def board(cards: Sequence[tuple[JSON, Iterable[str]]], shapes: JSON) -> Drawing:
    """Return cards side by side, each a card of the component file and the names of its marked cells: two places, or
    one for each card if there are more.
    """
    left, top, width, height = shapes["card"]["box"]
    places = max(PLACES, len(cards))
    body = "".join(
        element("g", {"transform": f"translate({at * (width + GAP)} 0)"}, _card(card, set(marked), shapes["card"]))
        for at, (card, marked) in enumerate(cards)
    )
    empty = {"fill": "none", "stroke": shapes["card"]["frame"][1][1]["stroke"], "stroke-width": 4}
    for at in range(len(cards), places):
        place = {"x": left + at * (width + GAP), "y": top, "width": width, "height": height, "rx": 24}
        body += element("rect", {**place, **empty, "stroke-dasharray": "18 16", "stroke-opacity": 0.4})
    wide = places * width + (places - 1) * GAP
    return Drawing(left - MARGIN, top - MARGIN, wide + 2 * MARGIN, height + 2 * MARGIN, body)


def _card(card: JSON, marked: set[str], parts: JSON) -> str:
    colour = card["colour"]
    ink, rim = parts["inks"][colour][0], common()["stones"][colour][3]
    words = {"colour": colour, "number": card["number"], "rim": rim, "ink": ink}
    out = all_drawn(parts["frame"], words) + _floor(card, parts["floor"]) + all_drawn(parts["title"], words)
    for what in ORDER:
        size, up = parts["printed"][what]["size"], parts["printed"][what]["up"]
        for x, y, letter in _cells(card):
            if LETTERS.get(letter) == what:
                at = {"x": 100 * x + 50 - size / 2, "y": 100 * y + 50 - up - size / 2}
                out += element("use", {"href": f"#{parts['symbols'][what]}", **at, "width": size, "height": size})
    for x, y, _ in _cells(card):
        if f"{'abcde'[x]}{y + 1}" in marked:
            turn = element("g", {"transform": f"rotate({_turn(card, x, y)})"}, drawn(parts["steps"]))
            middle = {"transform": f"translate({100 * x + 50} {100 * y + 50})"}
            out += element("g", middle, drawn(parts["marked"]), turn)
    return out


def _floor(card: JSON, floor: JSON) -> str:
    """Return the floor: a path for each tone of its stones, for their lit and shaded edges, and for cracks."""
    tones = [""] * len(floor["tones"])
    lit = shaded = cracks = ""
    upper, lower = floor["cracks"]["upper"], floor["cracks"]["lower"]
    for x, y, letter in _cells(card):
        if letter == "#":
            continue

        def here(part: JSON, across: float = 0, x: int = x, y: int = y) -> str:
            right, down = part["at"]
            return f"M{number(100 * x + right + across)} {number(100 * y + down)}{part['d']}"

        one = chance(card["number"], SIZE * y + x)
        tones[int(one * len(tones))] += here(floor["stone"])
        lit += here(floor["lit"])
        shaded += here(floor["shaded"])
        if one > upper["from"]:
            cracks += here(upper, upper["wide"] * one)
        if one < lower["below"]:
            cracks += here(lower, lower["wide"] * one)
    painted = [element("path", {"d": d, "fill": tone}) for d, tone in zip(tones, floor["tones"], strict=True) if d]
    painted.append(element("path", {"d": lit, **floor["lit"]["paint"]}))
    painted.append(element("path", {"d": shaded, **floor["shaded"]["paint"]}))
    if cracks:
        painted.append(element("path", {"d": cracks, **floor["cracks"]["paint"]}))
    return "".join(painted)


def chance(card: int, at: int) -> float:
    """Return a number from 0 to 1 that looks random but is always the same for a cell of a card."""
    return ((card * 31 + at * 17 + 7) * 2654435761 % 2**32 >> 8) % 1000 / 1000


def _turn(card: JSON, x: int, y: int) -> int:
    """Return by how many degrees the boot prints in a cell are turned."""
    return math.floor(chance(card["number"] + 50, SIZE * y + x) * 50 - 24.5)


def _cells(card: JSON) -> Iterable[tuple[int, int, str]]:
    return ((x, y, letter) for y, row in enumerate(card["grid"]) for x, letter in enumerate(row))
