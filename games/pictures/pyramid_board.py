"""A pyramid as SVG, seen from above and a little from the front, as `pyramid/draw.js` draws it in the browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.pictures.drawings import Drawing
from games.pictures.shapes import Piece, all_drawn, common, element, number, together

JSON = Mapping[str, Any]

MARGIN = 22
CORNERS = ("tl", "tr", "br", "bl")
"""Clockwise."""
OFFSET = {"tl": (0, 0), "tr": (1, 0), "br": (1, 1), "bl": (0, 1)}
SECOND = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
"""Where the second block of a domino lies from its first, by rotation."""
SIDES = ("right", "down", "left", "up")


@dataclass(frozen=True, slots=True)
class Block:
    """One block as it lies. `join` is the side of its other half; `under` is the stone below a card."""

    stage: int
    x: int
    y: int
    tint: str
    icons: tuple[str, ...]
    join: str
    under: str | None = None

    @property
    def corner(self) -> tuple[float, float]:
        """The upper left corner of its top in the drawing."""
        unit, lift = common()["unit"], common()["lift"]
        return (self.stage - 1 + 2 * self.x) * unit, (self.stage - 1 + 2 * self.y) * unit - lift * self.stage


def board(seat: JSON, stage: int, faces: Mapping[int, JSON], shapes: JSON, *, over: bool) -> Drawing:
    """Return the pyramid of a seat of a view. `over`: the game has ended, so that nothing is marked as the latest."""
    prefix = shapes["prefix"]
    blocks = with_cards(list(blocks_of(seat["dominoes"], faces, prefix)), seat.get("resurfaced", ()), prefix)
    left, top, right, bottom = window(blocks, seat["box"])
    unit, lift = common()["unit"], common()["lift"]
    parts = [_foundation(seat["box"], stage, (left, top, right, bottom), common()["grounds"][shapes["ground"]])]
    for number_ in (1, 2, 3, 4):
        lying = sorted((one for one in blocks if one.stage == number_), key=lambda one: (one.y, one.x))
        parts += [_shadows(lying), _blocks(lying, shapes["tints"])]
    if seat["dominoes"] and not over:
        parts.append(_latest(seat["dominoes"][-1]))
    parts += _markers(seat.get("marked", ()), blocks, stage, shapes)
    return Drawing(
        left * unit - MARGIN,
        top * unit - MARGIN - lift,
        (right - left) * unit + 2 * MARGIN,
        (bottom - top) * unit + 2 * MARGIN + lift,
        "".join(parts),
    )


def blocks_of(dominoes: Iterable[JSON], faces: Mapping[int, JSON], prefix: str) -> Iterable[Block]:
    """Return the blocks of dominoes as they lie."""
    for placed in dominoes:
        rotation = placed["rotation"]
        dx, dy = SECOND[rotation]
        for half, face in enumerate(faces[placed["domino"]]["blocks"]):
            yield Block(
                placed["stage"],
                placed["x"] + half * dx,
                placed["y"] + half * dy,
                prefix + face["colour"],
                tuple(_turned(corner, rotation) for corner in face["icons"]),
                SIDES[(rotation // 90 + 2 * half) % 4],
            )


def with_cards(blocks: list[Block], cards: Iterable[JSON], prefix: str) -> list[Block]:
    """Return the blocks with resurfacing cards laid: each covers the face of a block, or closes a gap."""
    for card in cards:
        tint, icons = prefix + card["colour"], (_turned("tl", card["rotation"]),)
        place = card["stage"], card["x"], card["y"]
        for at, block in enumerate(blocks):
            if (block.stage, block.x, block.y) == place:
                blocks[at] = replace(block, tint=tint, icons=icons, under=block.under or block.tint)
                break
        else:
            blocks.append(Block(*place, tint, icons, "alone", under=tint))
    return blocks


def window(blocks: Sequence[Block], box: JSON | None) -> tuple[int, int, int, int]:
    """Return the part of the ground to show, in quadrants: left, top, right, bottom. While stage 1 is open, it is as
    large as a whole stage, with what is built in the middle.
    """
    if box is not None:
        return 0, 0, 2 * box["columns"], 2 * box["rows"]
    if not blocks:
        return -2, -4, 8, 4
    xs, ys = [block.x for block in blocks], [block.y for block in blocks]
    width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    columns, rows = (4, 5) if height > 4 else (5, 4)
    x, y = min(xs) - (columns - width) // 2, min(ys) - (rows - height) // 2
    return 2 * x, 2 * y, 2 * (x + columns), 2 * (y + rows)


def slab(x: float, y: float, width: float, height: float, radii: Sequence[float]) -> str:
    """Return the path of a rectangle with a radius for each corner, clockwise from the upper left one."""
    a, b, c, d = radii
    n = number
    return (
        f"M{n(x + a)} {n(y)}H{n(x + width - b)}q{b} 0 {b} {b}V{n(y + height - c)}q0 {c} {-c} {c}"
        f"H{n(x + d)}q{-d} 0 {-d} {-d}V{n(y + a)}q0 {-a} {a} {-a}Z"
    )


def _turned(corner: str, rotation: int) -> str:
    return CORNERS[(CORNERS.index(corner) + rotation // 90) % 4]


def _foundation(box: JSON | None, stage: int, part: tuple[int, int, int, int], ground: JSON) -> str:
    unit = common()["unit"]
    x, y = part[0] * unit, part[1] * unit
    width, height = (part[2] - part[0]) * unit, (part[3] - part[1]) * unit
    across = (f"M{x + at} {y}V{y + height}" for at in range(2 * unit, width, 2 * unit))
    down = (f"M{x} {y + at}H{x + width}" for at in range(2 * unit, height, 2 * unit))
    plan = ground["fixed"] if box is not None or stage > 1 else ground["plan"]
    around = {"x": x - 5, "y": y - 5, "width": width + 10, "height": height + 10, "rx": 10}
    return (
        element("rect", around | plan)
        + element("path", {"d": "".join((*across, *down)), **ground["lines"]})
        + element("rect", {"x": x, "y": y, "width": width, "height": height, "rx": 6, **ground["border"]})
    )


def _shadows(blocks: Sequence[Block]) -> str:
    shadow, lift = common()["shadow"], common()["lift"]
    parts = []
    for part in shadow["parts"]:
        d = "".join(
            slab(x + part["right"], y + lift + part["down"], part["size"], part["size"], _radii(block.join, 10))
            for block in blocks
            for x, y in (block.corner,)
        )
        parts.append(element("path", {"d": d, "fill": shadow["fill"], "fill-opacity": part["dark"]}))
    return "".join(parts) if blocks else ""


def _radii(join: str, radius: float) -> tuple[float, float, float, float]:
    def corner(*sides: str) -> float:
        return 1.5 if join in sides else radius

    return corner("left", "up"), corner("right", "up"), corner("right", "down"), corner("left", "down")


def _blocks(blocks: Sequence[Block], tints: JSON) -> str:
    """Return the blocks of one stage, which do not cover one another but for their fronts."""
    parts, unit = common(), common()["unit"]
    stones = [(one.join, _words(one.under or one.tint, tints), *one.corner) for one in blocks]
    out = [together([(parts[part][join], *rest) for join, *rest in stones]) for part in ("front", "top")]
    for one in blocks:
        if one.under is not None:
            x, y = one.corner
            out.append(all_drawn(parts["tile"], {**_words(one.tint, tints), "x": number(x), "y": number(y)}, x, y))
    icons: list[Piece] = [
        (tints[one.tint]["icon"], {}, one.corner[0] + unit / 2 + unit * dx, one.corner[1] + unit / 2 + unit * dy)
        for one in blocks
        for dx, dy in (OFFSET[corner] for corner in one.icons)
    ]
    return "".join((*out, together(icons)))


def _words(tint: str, tints: JSON) -> dict[str, str]:
    _lit, _shaded, dark, rim = common()["stones"][tint]
    return {"colour": tint, "dark": dark, "rim": rim, "carved": tints[tint]["carved"]}


def _latest(placed: JSON) -> str:
    dx, dy = SECOND[placed["rotation"]]
    first = Block(placed["stage"], min(placed["x"], placed["x"] + dx), min(placed["y"], placed["y"] + dy), "", (), "")
    x, y = first.corner
    width, height = (200, 100) if dx else (100, 200)
    return element("path", {"d": slab(x - 1, y - 1, width + 2, height + 2, (10, 10, 10, 10)), **common()["latest"]})


def _markers(marked: Iterable[JSON], blocks: Iterable[Block], stage: int, shapes: JSON) -> list[str]:
    """Return the markers, each on a quadrant of its block without an icon, if possible in front."""
    standing = {(block.x, block.y): block for block in blocks if block.stage == stage}
    out = []
    for mark in marked:
        block = standing.get((mark["x"], mark["y"]))
        if block is not None:
            free = next((corner for corner in ("br", "bl", "tr", "tl") if corner not in block.icons), "br")
            (x, y), (dx, dy), unit = block.corner, OFFSET[free], common()["unit"]
            tint = shapes["prefix"] + mark["colour"]
            out.append(all_drawn(shapes["markers"][tint], {}, x + unit * (dx + 0.5), y + unit * (dy + 0.36)))
    return out
