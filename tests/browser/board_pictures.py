"""A seat's board as Chromium pictures it, like a picture of the server's, and how pictures of it differ.

Chromium draws a copy of the small board alone, in the box and the size of the server's picture, so that each piece lies
at the same pixels in both. Squares of PART pixels are compared by their mean colours, in which the two renderers'
edges are alike.

Left out of Chromium's picture is what the server does not draw: the glow of areas and the red marks of the latest step,
the paleness of a finished card, and, once the game is over, the frame of the last domino. They help the reader to play
on and are no pieces. That frame has no shadow. Squares are compared where pieces lie; the number of a card is not,
because its letters are those of another font.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from playwright.sync_api import Page

from engine.core import Rules
from engine.newtypes import SeatNumber
from games.pictures import boards, card_board, pyramid_board
from games.pictures.drawings import Drawing
from games.pictures.services.draw import BOARD_WIDTH
from games.pictures.shapes import set_of

JSON = Mapping[str, Any]
Box = tuple[float, float, float, float]
"""Left, top, width and height in units of a drawing."""

PART = 10
"""Pixels of a square's side: a gem is four squares wide, a symbol on a card three."""
BLOCK = 100
NUMBER: Box = (44, -62, 72, 54)
"""Where the number of a card is, and its plate ends."""
EDGE = 6
"""Units at the edge of a card, beside which its shadow lies."""
GROUND = "#dcc68f"
"""The ground below both pictures, which are transparent."""

SMALL = (
    ".small-pyramid[data-look='{seat}'] > svg",
    ".small-pyramid[data-enlarge='{seat}'] > svg",
    ".other-cards[data-enlarge='{seat}'] > svg",
)
"""The drawings of a small board: one of a pyramid, or one for each card."""
AIDS, LAST = ".marked-areas, .fresh", ".latest"

ALONE = """([selector, boxes, width, height, ground, aids]) => {
  const sheet = document.createElement("div");
  sheet.id = "alone";
  Object.assign(sheet.style, {position: "fixed", inset: "0", zIndex: "2147483647", background: ground});
  document.querySelectorAll(selector).forEach((drawing, at) => {
    const copy = drawing.cloneNode(true);
    for (const aid of copy.querySelectorAll(aids)) aid.remove();
    for (const one of [copy, ...copy.querySelectorAll(".latest")]) one.style.filter = "none";
    copy.setAttribute("viewBox", boxes[at]);
    Object.assign(copy.style, {position: "absolute", left: "0", top: "0", width, height});
    sheet.append(copy);
  });
  document.body.append(sheet);
}"""
DIFFERENCES = """async ([files, part, ground]) => {
  const means = [];
  for (const file of files) {
    const image = new Image();
    image.src = `data:image/png;base64,${file}`;
    await image.decode();
    const {width, height} = image;
    const canvas = Object.assign(document.createElement("canvas"), {width, height});
    const paint = canvas.getContext("2d", {willReadFrequently: true});
    paint.fillStyle = ground;
    paint.fillRect(0, 0, width, height);
    paint.drawImage(image, 0, 0);
    const {data} = paint.getImageData(0, 0, width, height);
    const [columns, rows] = [Math.floor(width / part), Math.floor(height / part)];
    const sums = new Float64Array(3 * columns * rows);
    for (let y = 0; y < rows * part; y += 1)
      for (let x = 0; x < columns * part; x += 1)
        for (let colour = 0; colour < 3; colour += 1)
          sums[3 * (columns * Math.floor(y / part) + Math.floor(x / part)) + colour] +=
            data[4 * (width * y + x) + colour] / (part * part);
    means.push(sums);
  }
  const [first, ...others] = means;
  return others.map((other) => {
    if (other.length !== first.length) throw new Error("pictures of two sizes");
    const squares = Array.from({length: first.length / 3}, (_, at) => 3 * at);
    return squares.map((at) => Math.max(...[at, at + 1, at + 2].map((one) => Math.abs(first[one] - other[one]))));
  });
}"""


@dataclass(frozen=True)
class Board:
    """A seat's board. `drawing` is the server's, `places` the boxes of the board's own drawings in it, one of a pyramid
    or of each card, and `compared` the numbers of the squares that are compared.
    """

    drawing: Drawing
    places: list[Box]
    compared: frozenset[int]


def board_of(rules: Rules[Any, Any], view: JSON, seat: SeatNumber) -> Board | None:
    """Return the board of a seat of a view; None if nothing lies on it yet."""
    shown, drawing = view["seats"][seat], boards.board(rules, view, seat)
    box = drawing.left, drawing.top, drawing.width, drawing.height
    if "dominoes" in shown:
        pieces = [(*block.corner, BLOCK, BLOCK) for block in blocks_of(rules, shown)]
        return Board(drawing, [box], frozenset(squares_in(drawing, pieces))) if pieces else None
    at = [x for x, _ in cards_of(rules, view, seat)]
    if not at:
        return None
    left, top, width, height = set_of(boards.pieces(rules)[0])["card"]["box"]
    cards = [(x + left + EDGE, top + EDGE, width - 2 * EDGE, height - 2 * EDGE) for x in at]
    numbers = [moved(NUMBER, x) for x in at]
    compared = frozenset(squares_in(drawing, cards)) - frozenset(squares_in(drawing, numbers))
    return Board(drawing, [moved(box, -x) for x in at], compared)


def blocks_of(rules: Rules[Any, Any], shown: JSON) -> list[pyramid_board.Block]:
    """Return the blocks of a seat's pyramid, resurfacing cards included."""
    colours, printed = boards.pieces(rules)
    prefix = set_of(colours)["prefix"]
    blocks = list(pyramid_board.blocks_of(shown["dominoes"], printed, prefix))
    return pyramid_board.with_cards(blocks, shown.get("resurfaced", ()), prefix)


def cards_of(rules: Rules[Any, Any], view: JSON, seat: SeatNumber) -> list[tuple[float, JSON]]:
    """Return the cards that the small board shows, each with its left end in the server's drawing."""
    shown, across = view["seats"][seat], set_of(boards.pieces(rules)[0])["card"]["box"][2] + card_board.GAP
    cards = [] if view["phase"] == "keep" else shown["cards"]
    # at the end, explored cards fill the places before those that were begun
    before = min(card_board.PLACES - len(cards), len(shown["finished"])) if view["outcome"] else 0
    return [(across * (before + number), card) for number, card in enumerate(cards)]


def moved(box: Box, right: float) -> Box:
    left, top, width, height = box
    return left + right, top, width, height


def squares_in(drawing: Drawing, boxes: Iterable[Box]) -> set[int]:
    """Return the numbers, line by line, of the squares whose middles lie in one of the rectangles."""
    scale = BOARD_WIDTH / drawing.width
    columns, rows = BOARD_WIDTH // PART, height_of(drawing) // PART

    def those(start: float, size: float, most: int) -> range:
        first, last = (ceil(end * scale / PART - 0.5) for end in (start, start + size))
        return range(max(0, first), min(most, last))

    return {
        columns * row + column
        for left, top, width, height in boxes
        for row in those(top - drawing.top, height, rows)
        for column in those(left - drawing.left, width, columns)
    }


def height_of(drawing: Drawing) -> int:
    """Return the height of a picture of the drawing, in pixels."""
    return round(BOARD_WIDTH * drawing.height / drawing.width)


def of_chromium(page: Page, board: Board, seat: SeatNumber, *, over: bool) -> bytes:
    """Return the page's small board of a seat as PNG."""
    selector = ", ".join(SMALL).format(seat=seat)
    assert page.locator(selector).count() == len(board.places)
    boxes = [" ".join(map(str, box)) for box in board.places]
    height = height_of(board.drawing)
    aids = f"{AIDS}, {LAST}" if over else AIDS
    page.evaluate(ALONE, [selector, boxes, f"{BOARD_WIDTH}px", f"{height}px", GROUND, aids])
    picture = page.screenshot(clip={"x": 0, "y": 0, "width": BOARD_WIDTH, "height": height}, animations="disabled")
    page.evaluate("document.getElementById('alone').remove()")
    return picture


def differences(page: Page, one: bytes, others: Sequence[bytes]) -> list[list[float]]:
    """Return for each of other PNG files how much each square differs from that of the first: the largest difference of
    a channel, of 255.
    """
    files = [base64.b64encode(file).decode() for file in (one, *others)]
    found: list[list[float]] = page.evaluate(DIFFERENCES, [files, PART, GROUND])
    return found


def place_of(drawing: Drawing, square: int) -> str:
    """Return where the middle of a square lies, in units of the drawing."""
    scale, (row, column) = BOARD_WIDTH / drawing.width, divmod(square, BOARD_WIDTH // PART)
    x, y = (PART * (at + 0.5) / scale for at in (column, row))
    return f"({drawing.left + x:.0f}, {drawing.top + y:.0f})"
