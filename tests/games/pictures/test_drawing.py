"""Drawings of positions: whole SVG files that need nothing outside themselves, with every piece of the view."""

from __future__ import annotations

import re
import struct
from typing import Any
from xml.etree import ElementTree

import pytest

from engine import registry
from engine.core import JSON, Rules
from engine.newtypes import SeatNumber
from games.pictures import boards, shapes, share_card
from games.pictures.selectors import has_board, tag_of
from games.pictures.services.draw import Captions, draw
from tests.games.pictures.positions import views
from tests.seats import SEAT_0, SEAT_1

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {
    "svg", "defs", "g", "path", "rect", "circle", "ellipse", "polygon", "use", "symbol", "pattern", "linearGradient",
    "radialGradient", "stop", "text", "tspan",
}  # fmt: skip
NAMES = ("Ada", "Ben", "Cleo", "Dagmar")


def drawn(rules: Rules[Any, Any], view: JSON, board: SeatNumber | None = None, names: tuple[str, ...] = NAMES) -> str:
    captions = Captions(rules.name, "stage 1", names[: len(view["seats"])], "What it shows")
    return draw(rules, view, captions, board, "svg").decode()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_is_a_whole_svg_file(seats: int) -> None:
    seen = set()
    for rules, view in views(seats):
        text = drawn(rules, view)
        seen.add((rules.key, view["phase"]))
        root = ElementTree.fromstring(text)
        assert (root.tag, root.get("width"), root.get("height")) == (f"{SVG}svg", "1200", "630")
        assert root.get("role") == "img" and root.get("aria-label") == "What it shows"
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= TAGS
        assert "$" not in text and "light-dark" not in text and "None" not in text
    assert len({key for key, _ in seen}) == len(registry.games()) and len(seen) > 2 * len(registry.games())


def test_it_refers_to_nothing_outside_and_to_all_that_is_inside() -> None:
    for rules, view in views(2):
        for board in (None, SEAT_0):
            text = drawn(rules, view, board)
            ids = re.findall(r' id="([^"]+)"', text)
            assert len(ids) == len(set(ids))
            wanted = re.findall(r'(?:href="|url\()([^")]+)', text)
            assert {one.removeprefix("#") for one in wanted} <= set(ids) and (wanted or board is not None)
            assert all(one.startswith("#") for one in wanted)
            assert text.count("http") == 1, "only the name space"
            assert not re.search(r" (on\w+|style|class)=", text.replace(' class="card-number"', ""))


def test_each_piece_of_the_view_is_drawn() -> None:
    for rules, view in views(2):
        for seat, shown in enumerate(view["seats"]):
            body = boards.board(rules, view, SeatNumber(seat)).body
            if "dominoes" in shown:
                cards = shown.get("resurfaced", [])
                blocks = 2 * len(shown["dominoes"]) + sum(card["fill"] for card in cards)
                assert body.count('"url(#face-') == blocks + len(cards)
                assert body.count('"url(#carving-') == len(cards)
                standing = {(mark["x"], mark["y"]) for mark in shown.get("marked", ())}
                assert body.count('fill="#fff7e0"') == len(standing)
                assert (body.count('stroke="#fff4c9"') == 1) is (bool(shown["dominoes"]) and not view["outcome"])
            elif not view["outcome"]:
                marked = sum(len(card["marked"]) for card in shown["cards"])
                assert body.count('"#sgp-steps"') == marked
                assert body.count('"#sgp-start"') == len(shown["cards"])
                assert [f">{card['number']}<" in body for card in shown["cards"]] == [True] * len(shown["cards"])


def test_what_only_a_player_knows_is_drawn_for_the_player_alone() -> None:
    known = {rules.key: view for rules, view in reversed(views(2, SEAT_0)) if view.get("dealt")}
    assert known, "a game deals hands"
    for rules, public in views(2):
        if view := known.get(rules.key):
            if public["phase"] != view["phase"]:
                continue
            own, others = (boards.board(rules, view, seat).body for seat in (SEAT_0, SEAT_1))
            assert all(f">{number}<" in own for number in view["dealt"])
            assert others == boards.board(rules, public, SEAT_1).body
            assert boards.board(rules, public, SEAT_0).body == others, "nobody has anything to show"


def test_names_are_text() -> None:
    rules, view = views(2)[0]
    wicked = ("<script>alert('&amp;')</script>", '"/><image href="http://elsewhere.example/x.png"/>')
    text = drawn(rules, view, names=wicked)
    root = ElementTree.fromstring(text)
    said = [element.text for element in root.iter(f"{SVG}text")]
    assert any(one is not None and one.startswith("<script>") for one in said)
    assert not any(element.tag in (f"{SVG}script", f"{SVG}image") for element in root.iter())


def test_the_alternative_text_is_escaped() -> None:
    rules, view = views(2)[0]
    about = 'Ada "the <first>" & Ben'
    made = draw(rules, view, Captions(rules.name, "", NAMES[:2], about), SEAT_0, "svg")
    assert ElementTree.fromstring(made).get("aria-label") == about


@pytest.mark.parametrize("rules", registry.GAMES, ids=lambda rules: f"{rules.key}-{rules.version}")
def test_every_version_of_every_game_has_shapes(rules: Rules[Any, Any]) -> None:
    state = rules.start(rules.options_from_json({"seats": 2}), b"1" * 32)
    view = rules.view(state, None)
    assert all(has_board(seat) for seat in view["seats"])
    assert len(boards.field(rules)) == 3 and drawn(rules, view)


def test_unknown_colours_have_no_shapes() -> None:
    with pytest.raises(LookupError, match="no shapes"):
        shapes.set_of(frozenset({"orange", "beige"}))


@pytest.mark.parametrize("board", [None, SEAT_0])
def test_a_png_has_the_size_of_its_svg(board: SeatNumber | None) -> None:
    rules, view = views(2)[3]
    captions = Captions(rules.name, "stage 2", ("Zoë", "Ярослав"), "What it shows")
    made = draw(rules, view, captions, board, "png")
    assert made[:8] == b"\x89PNG\r\n\x1a\n" and made[12:16] == b"IHDR"
    width, height = struct.unpack(">II", made[16:24])
    assert (width, height) == (1200, 630) if board is None else width == 600
    assert len(made) < 600_000
    assert draw(rules, view, captions, board, "png") == made, "the same each time"


def test_long_names_are_shortened_and_all_of_them_fit() -> None:
    assert share_card.fitted("Ada", 200, 30) == "Ada"
    short = share_card.fitted("Wolfeschlegelsteinhausenbergerdorff", 200, 30)
    assert short.endswith("…") and share_card.wide(short, 30) <= 200
    assert share_card.fitted("WWW", 1, 30) == "…"


def test_the_card_has_seats_without_boards_too() -> None:
    rules, view = views(2)[2]
    board = boards.board(rules, view, SEAT_0)
    lines = [share_card.Line("Ada", 7, board, won=True), share_card.Line("Nobody’s pile", 9, None)]
    text = share_card.card("Game", "final result", lines, boards.field(rules)).document(1200, "About")
    assert ">Nobody’s pile<" in text and ">9<" in text and text.count("<polygon") > 0


def test_the_tag_follows_what_is_shown() -> None:
    assert tag_of("game", 1, None) == tag_of("game", 1, None) != tag_of("game", 2, None)
    assert tag_of("game", 1, None, ["Ada"]) != tag_of("game", 1, None, ["Anonymous"])
