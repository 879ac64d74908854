"""The server's pictures of positions show what the board in Chromium shows, and a single wrong piece would be seen."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

from engine import registry
from engine.newtypes import SeatNumber
from games.pictures import rasters
from games.pictures.services.draw import BOARD_WIDTH
from tests.browser.board_pictures import JSON, Board, board_of, differences, of_chromium, place_of, squares_in
from tests.browser.layout import WHOLE_BOARD
from tests.browser.phases import MOMENTS, made
from tests.browser.picture_faults import faults
from tests.browser.player import NewContext
from tests.browser.scenes import signed_in
from tests.live import LiveSite

pytestmark = pytest.mark.slow(60)

OTHER = SeatNumber(1)
"""The seat whose small board is compared; the reader sits on seat 0."""
LEAST = 7
"""Positions of each game; those in which the other seat has nothing yet do not count."""
MOST = 20
"""Largest difference of a square's mean colour: right pictures differ by 9 at most, the least fault made 45."""
FAULTY = {
    "forgotten-treasures": ("take", "score-late"),
    "pyramido": ("finish", "waits", "fill"),
    "silver-gold-pyramids": ("mark", "waits"),
}
"""Moments at which faults are planted."""
KINDS = {"forgotten-treasures": 3, "pyramido": 5, "silver-gold-pyramids": 5}
"""Kinds of faults that a game's pieces can have at any time; a resurfacing card can be missing only if one was laid."""


@dataclass(frozen=True)
class Position:
    """A table at a moment, the other seat's board there, and its picture in Chromium."""

    table: JSON
    now: JSON
    board: Board
    in_chromium: bytes


@functools.cache
def tables(site: LiveSite, game: str) -> list[dict[str, Any]]:
    """Make the tables once on a site."""
    return made(site, [game], [2, 2, 3])


def opened(new_context: NewContext, table: JSON) -> Page:
    """Return a page on which the reader has signed in."""
    context = new_context(
        viewport={"width": 1600, "height": 1000}, reduced_motion="reduce", color_scheme="light",
    )  # fmt: skip
    return signed_in(context.new_page(), table["host"], "/")


def at(page: Page, table: JSON) -> Position | None:
    """Return the position at a table; None if the other seat has nothing yet."""
    page.goto(f"/games/{table['id']}/")
    page.wait_for_selector(WHOLE_BOARD)
    if page.locator("dialog[open]").count():
        page.click("dialog[open] .close-button")
    now = page.request.get(f"/api/v1/games/{table['id']}/view").json()
    view = now["view"]
    board = board_of(registry.get(table["game"]), view, OTHER)
    if board is None:
        return None
    return Position(table, now, board, of_chromium(page, board, OTHER, over=view["outcome"] is not None))


@pytest.mark.sampled(one_of=6, of="the server's pictures beside the board")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", sorted(MOMENTS))
def test_it_shows_what_the_board_shows(
    new_context: NewContext, live_site: LiveSite, game: str, wrong: list[str]
) -> None:
    page = opened(new_context, tables(live_site, game)[0])
    positions = [one for table in tables(live_site, game) if (one := at(page, table))]
    for one in positions:
        address = f"/api/v1/games/{one.table['id']}/pictures/{one.now['seq']}.png?board={OTHER}"
        (found,) = differences(page, one.in_chromium, [page.request.get(address).body()])
        worst = max(one.board.compared, key=found.__getitem__)
        if found[worst] > MOST:
            place = place_of(one.board.drawing, worst)
            wrong.append(f"{one.table['moment']} of {one.table['seats']}: {found[worst]:.0f} at {place}")
    assert len(positions) >= LEAST


@pytest.mark.sampled(one_of=6, of="the server's pictures beside the board")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", sorted(MOMENTS))
def test_a_single_wrong_piece_would_be_seen(
    new_context: NewContext, live_site: LiveSite, game: str, wrong: list[str]
) -> None:
    rules, planted = registry.get(game), Counter[str]()
    page = opened(new_context, tables(live_site, game)[0])
    chosen = [one for one in tables(live_site, game) if one["seats"] == 2 and one["moment"] in FAULTY[game]]
    for one in (position for table in chosen if (position := at(page, table))):
        there = faults(rules, one.now["view"], OTHER)
        drawings = [one.board.drawing, *(fault.drawing for fault in there)]
        pictures = [rasters.png(drawing.document(BOARD_WIDTH, "")) for drawing in drawings]
        right, *others = differences(page, one.in_chromium, pictures)
        assert max(right[square] for square in one.board.compared) <= MOST
        for fault, found in zip(there, others, strict=True):
            planted[fault.name] += len(fault.places)
            for place in fault.places:
                seen = max(found[square] for square in squares_in(fault.drawing, [place]) & one.board.compared)
                if seen <= MOST:
                    wrong.append(f"{one.table['moment']}: {fault.name} at {place}, which makes {seen:.0f}")
    assert len(planted) >= KINDS[game], planted
