"""Boards drawn wrongly on purpose: for each kind of fault a drawing in which all pieces have it, and where they lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core import Rules
from engine.newtypes import SeatNumber
from games.pictures import boards, card_board, pyramid_board
from games.pictures.card_board import LETTERS
from games.pictures.drawings import Drawing
from games.pictures.pyramid_board import OFFSET, SECOND, Block
from games.pictures.shapes import common, set_of
from tests.browser.board_pictures import BLOCK, Box, cards_of, moved

JSON = Mapping[str, Any]

CELL = 100
GROUNDS = (".", "#")
"""What a cell may have that is no symbol: a free floor, or a wall."""
SYMBOLS = LETTERS.keys() - {*GROUNDS, "S", "T"}

Quadrant = tuple[int, int]


@dataclass(frozen=True)
class Fault:
    """`places` has a rectangle for each piece that is wrong in the drawing, in which the difference must be seen."""

    name: str
    drawing: Drawing
    places: list[Box]


def faults(rules: Rules[Any, Any], view: JSON, seat: SeatNumber) -> list[Fault]:
    """Return the faults that the board of a seat can have; those of which it has no piece are left out."""
    kind = _of_pyramid if "dominoes" in view["seats"][seat] else _of_cards
    return [fault for fault in kind(rules, view, seat) if fault.places]


# --- pyramids ---------------------------------------------------------------------------------------------------------
def _of_pyramid(rules: Rules[Any, Any], view: JSON, seat: SeatNumber) -> list[Fault]:
    colours, printed = boards.pieces(rules)
    shapes, shown = set_of(colours), view["seats"][seat]
    prefix, over = shapes["prefix"], view["outcome"] is not None

    def drawn(shown: JSON, printed: Mapping[int, JSON] = printed) -> Drawing:
        return pyramid_board.board(shown, view["stage"], printed, shapes, over=over)

    def seen(shown: JSON) -> dict[Quadrant, tuple[Block, str]]:
        """The block and its corner that can be seen at each quadrant."""
        blocks = list(pyramid_board.blocks_of(shown["dominoes"], printed, prefix))
        blocks = pyramid_board.with_cards(blocks, shown.get("resurfaced", ()), prefix)
        return {
            (block.stage - 1 + 2 * block.x + dx, block.stage - 1 + 2 * block.y + dy): (block, corner)
            for block in sorted(blocks, key=lambda one: one.stage)
            for corner, (dx, dy) in OFFSET.items()
        }

    faces = seen(shown)
    turned = {**shown, "dominoes": [_turned(one) for one in shown["dominoes"]]}
    others = seen(turned)
    order = sorted(colours)
    following = dict(zip(order, order[1:] + order[:1], strict=True))
    bare = {number: _with(piece, icons=lambda _: []) for number, piece in printed.items()}
    painted = {number: _with(piece, colour=following.__getitem__) for number, piece in printed.items()}
    standing = {(mark["x"], mark["y"]) for mark in shown.get("marked", ()) if not over}
    marked = {block for block, _ in faces.values() if block.stage == view["stage"] and (block.x, block.y) in standing}
    open_faces = {
        place: (block, corner)
        for place, (block, corner) in faces.items()
        if block.under is None and not (block in marked and corner == _below_marker(block))
    }
    too_many = []
    if "resurfaced" in shown:
        block = next(block for block, _ in reversed(open_faces.values()))
        card: dict[str, Any] = {"stage": block.stage, "x": block.x, "y": block.y, "rotation": 0, "fill": False}
        card["colour"] = following[block.tint.removeprefix(prefix)]
        covered = [_top(*face) for face in open_faces.values() if face[0] == block]
        drawing = drawn({**shown, "resurfaced": [*shown["resurfaced"], card]})
        too_many.append(Fault("there is a resurfacing card too many", drawing, covered))
    return [
        Fault(
            "a gem is missing",
            drawn(shown, bare),
            [_top(block, corner) for block, corner in open_faces.values() if corner in block.icons],
        ),
        Fault(
            "a block has another colour",
            drawn(shown, painted),
            [_top(*face) for face in open_faces.values()],
        ),
        Fault(
            "a domino is turned",
            drawn(turned),
            [_top(*face) for place, face in open_faces.items() if _looks(*face) != _looks(*others[place])],
        ),
        Fault(
            "a marker is missing",
            drawn({**shown, "marked": []}),
            [(*block.corner, BLOCK, BLOCK) for block in marked],
        ),
        Fault(
            "a resurfacing card is missing",
            drawn({**shown, "resurfaced": []}),
            [_top(*face) for face in faces.values() if face[0].under is not None and face[0].under != face[0].tint],
        ),
        *too_many,
    ]


def _turned(placed: JSON) -> JSON:
    """The domino on the same cells, its halves exchanged."""
    dx, dy = SECOND[placed["rotation"]]
    half_round = (placed["rotation"] + 180) % 360
    return {**placed, "x": placed["x"] + dx, "y": placed["y"] + dy, "rotation": half_round}


def _with(piece: JSON, **changes: Any) -> JSON:
    """The printed domino, its blocks changed."""
    blocks = [{**block, **{name: make(block[name]) for name, make in changes.items()}} for block in piece["blocks"]]
    return {**piece, "blocks": blocks}


def _below_marker(block: Block) -> str:
    """The corner of a marked block that its marker covers."""
    return next((corner for corner in ("br", "bl", "tr", "tl") if corner not in block.icons), "br")


def _looks(block: Block, corner: str) -> tuple[str, bool]:
    return block.tint, corner in block.icons


def _top(block: Block, corner: str) -> Box:
    """What can be seen of a quadrant whatever stands before it."""
    (x, y), (dx, dy), unit = block.corner, OFFSET[corner], common()["unit"]
    return x + dx * unit + 5, y + dy * unit + 5, unit - 10, unit - 14


# --- cards ------------------------------------------------------------------------------------------------------------
def _of_cards(rules: Rules[Any, Any], view: JSON, seat: SeatNumber) -> list[Fault]:
    colours, printed = boards.pieces(rules)
    shapes = set_of(colours)
    order = sorted(colours)
    following = dict(zip(order, order[1:] + order[:1], strict=True))
    there = [(x, printed[card["number"]], set(card["marked"])) for x, card in cards_of(rules, view, seat)]
    before = _explored_before(view, seat, printed)

    def drawn(cards: list[tuple[JSON, set[str]]]) -> Drawing:
        return card_board.board([*before, *cards], shapes)

    def places(chosen: Any) -> list[Box]:
        """The cells of all cards that a function of a card, the marked cells, and a cell's name and letter chooses."""
        return [
            moved((CELL * column + 4, CELL * line + 4, CELL - 8, CELL - 8), x)
            for x, card, marked in there
            for line, row in enumerate(card["grid"])
            for column, letter in enumerate(row)
            if chosen(card, marked, f"{'abcde'[column]}{line + 1}", letter)
        ]

    def half_round(card: JSON) -> JSON:
        return {**card, "grid": [row[::-1] for row in card["grid"][::-1]]}

    def differs(card: JSON, marked: set[str], cell: str, letter: str) -> bool:
        column, line = "abcde".index(cell[0]), int(cell[1]) - 1
        return cell not in marked and half_round(card)["grid"][line][column] != letter

    def bare(card: JSON) -> JSON:
        return {**card, "grid": ["".join("." if one in SYMBOLS else one for one in row) for row in card["grid"]]}

    left, top, width, height = shapes["card"]["box"]
    return [
        Fault(
            "a symbol is missing",
            drawn([(bare(card), marked) for _, card, marked in there]),
            places(lambda _, marked, cell, letter: letter in SYMBOLS and cell not in marked),
        ),
        Fault(
            "a card has another colour",
            drawn([({**card, "colour": following[card["colour"]]}, marked) for _, card, marked in there]),
            [(x + left, top, width, height) for x, _, _ in there],
        ),
        Fault(
            "a card is turned",
            drawn([(half_round(card), marked) for _, card, marked in there]),
            places(differs),
        ),
        Fault(
            "a mark is missing",
            drawn([(card, set()) for _, card, _ in there]),
            places(lambda _, marked, cell, letter: cell in marked),
        ),
        Fault(
            "the mark of a finished card is wrong",
            drawn([(card, marked ^ {_tomb(card)}) for _, card, marked in there]),
            places(lambda _, marked, cell, letter: letter == "T"),
        ),
    ]


def _explored_before(view: JSON, seat: SeatNumber, printed: Mapping[int, JSON]) -> list[tuple[JSON, set[str]]]:
    shown = view["seats"][seat]
    free = card_board.PLACES - len(shown["cards"])
    explored = shown["finished"][-free:] if view["outcome"] and free > 0 else []
    return [(printed[card["number"]], set(card["marked"])) for card in explored]


def _tomb(card: JSON) -> str:
    return next(
        f"{'abcde'[column]}{line + 1}"
        for line, row in enumerate(card["grid"])
        for column, letter in enumerate(row)
        if letter == "T"
    )
