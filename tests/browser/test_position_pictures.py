"""The server's pictures of positions show what the board in Chromium shows: the same pieces at the same places.

Both draw in the same units, so each quadrant of a pyramid and each cell of a card has its place in both. Of each, the
mean colour of its nine parts is compared: another stone, a turned domino, a missing gem or a mark in the next cell
changes the means of some parts by far more than the two renderers differ (antialiasing, gradients, and shadows that the
browser blurs). What the board shows as an aid to its reader and is no piece is hidden: areas, fresh marks, the frame of
the last domino after the end, and that a player is out.
"""

from __future__ import annotations

import base64
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page

from engine import registry
from games.pictures import boards, pyramid_board
from games.pictures.shapes import common, set_of
from tests.browser.layout import WHOLE_BOARD
from tests.browser.phases import MOMENTS, made
from tests.browser.player import NewContext
from tests.browser.scenes import signed_in
from tests.live import LiveSite

pytestmark = pytest.mark.slow(60)

OTHER = 1
"""The seat whose small board is compared; the reader sits on seat 0."""
SMALL = (
    ".small-pyramid[data-look='1'] > svg",
    ".small-pyramid[data-enlarge='1'] > svg",
    ".other-cards[data-enlarge='1'] > svg",
)
"""Its drawings: one of a pyramid, or one for each card."""
CARD = 548 + 28
"""From a card to the next, in units of the drawing."""
LEAST = 7
"""Positions of each game; those in which the other seat has nothing yet do not count."""
SCALE = 3
"""Pixels of the screen for one of the page."""
SIDE = 3
"""Parts of a quadrant or cell, across and down."""
MOST_OF_A_PART, MOST_ON_AVERAGE = 90, 12
"""Largest difference of a part's mean colour, and of all of a board on average (of 255, the largest channel's)."""

HIDDEN = """() => {
  const style = new CSSStyleSheet();
  style.replaceSync(`.marked-areas, .fresh, [data-phase="over"] .latest { display: none }
    .out, .out * { filter: none !important; opacity: 1 !important }`);
  document.adoptedStyleSheets.push(style);
}"""
MEANS = """async ([files, all]) => {
  const means = [];
  for (const [at, file] of files.entries()) {
    const image = new Image();
    image.src = `data:image/png;base64,${file}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height});
    const paint = canvas.getContext("2d", {willReadFrequently: true});
    paint.drawImage(image, 0, 0);
    means.push(all[at].map(([x, y, width, height]) => {
      const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side)));
      const {data} = paint.getImageData(Math.round(x), Math.round(y), wide, high);
      const sums = [0, 0, 0];
      for (let i = 0; i < data.length; i += 4) for (const c of [0, 1, 2]) sums[c] += data[i + c];
      return sums.map((sum) => sum / (data.length / 4));
    }));
  }
  return means;
}"""

Box = tuple[float, float, float, float]


def quadrants(seat: dict[str, Any], rules: Any) -> list[Box]:
    """Return the rectangles of the quadrants that are seen, in units of the drawing."""
    colours, pieces = boards.pieces(rules)
    prefix, unit = set_of(colours)["prefix"], common()["unit"]
    blocks = list(pyramid_board.blocks_of(seat["dominoes"], pieces, prefix))
    blocks = pyramid_board.with_cards(blocks, seat.get("resurfaced", ()), prefix)
    seen: dict[tuple[int, int], Box] = {}
    for block in sorted(blocks, key=lambda one: one.stage):
        x, y = block.corner
        for dx, dy in pyramid_board.OFFSET.values():
            place = block.stage - 1 + 2 * block.x + dx, block.stage - 1 + 2 * block.y + dy
            seen[place] = (x + unit * dx + 5, y + unit * dy + 5, unit - 10, unit - 14)
    return list(seen.values())


def cells() -> list[Box]:
    """Return the rectangles of the cells of a card."""
    return [(100.0 * x + 6, 100.0 * y + 6, 88, 88) for y in range(5) for x in range(5)]


def parts(box: Box) -> list[Box]:
    x, y, width, height = box
    wide, high = width / SIDE, height / SIDE
    return [(x + wide * column, y + high * row, wide, high) for row in range(SIDE) for column in range(SIDE)]


def on_picture(box: Box, shown: Box, scale: float, left: float, top: float) -> Box:
    """Return where a rectangle of the drawing lies in a picture of the box `shown`."""
    x, y, width, height = box
    return left + (x - shown[0]) * scale, top + (y - shown[1]) * scale, width * scale, height * scale


def numbers(text: str) -> Box:
    left, top, width, height = map(float, text.split())
    return left, top, width, height


@pytest.mark.sampled(one_of=3, of="the server's pictures beside the board")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", sorted(MOMENTS))
def test_it_shows_what_the_board_shows(
    new_context: NewContext, live_site: LiveSite, game: str, wrong: list[str]
) -> None:
    tables = made(live_site, [game], [2, 2, 3])
    context = new_context(
        viewport={"width": 1600, "height": 1000},
        device_scale_factor=SCALE,
        reduced_motion="reduce",
        color_scheme="light",
    )
    page = context.new_page()
    signed_in(page, tables[0]["host"], "/")
    compared = sum(compare(page, table, wrong) for table in tables)
    assert compared >= LEAST


def compare(page: Page, table: dict[str, Any], wrong: list[str]) -> int:
    """Compare the other seat's board at one moment; return 0 if nothing lies on it yet."""
    page.goto(f"/games/{table['id']}/")
    page.wait_for_selector(WHOLE_BOARD)
    if page.locator("dialog[open]").count():
        page.click("dialog[open] .close-button")
    page.evaluate(HIDDEN)
    api = f"/api/v1/games/{table['id']}"
    now = page.request.get(f"{api}/view").json()
    seat, rules = now["view"]["seats"][OTHER], registry.get(table["game"])
    drawings = page.locator(", ".join(SMALL))
    boxes = [quadrants(seat, rules)] if "dominoes" in seat else [cells() for _ in seat["cards"]]
    if not any(boxes) or (now["view"]["outcome"] and seat.get("marked")):  # small boards have no markers after the end
        return 0
    assert drawings.count() == len(boxes), table
    address = f"{api}/pictures/{now['seq']}"
    shown = numbers(ElementTree.fromstring(page.request.get(f"{address}.svg?board={OTHER}").body()).attrib["viewBox"])
    ours, reader_s = (
        base64.b64encode(page.request.get(f"{address}.png?board={board}").body()).decode() for board in (OTHER, 0)
    )
    # at the end, explored cards fill the places before those that were begun
    before = min(2 - len(boxes), len(seat["finished"])) if "finished" in seat and now["view"]["outcome"] else 0
    for at, rectangles in enumerate(boxes):
        drawing = drawings.nth(at)
        drawing.scroll_into_view_if_needed()
        box, size = numbers(drawing.get_attribute("viewBox") or ""), drawing.bounding_box()
        assert size is not None
        fit = SCALE * min(size["width"] / box[2], size["height"] / box[3])
        left, top = (SCALE * size["width"] - box[2] * fit) / 2, (SCALE * size["height"] - box[3] * fit) / 2
        all_parts = [part for rectangle in rectangles for part in parts(rectangle)]
        there = [on_picture(part, box, fit, left, top) for part in all_parts]
        beside = (before + at) * CARD
        here = [on_picture((x + beside, y, w, h), shown, 600 / shown[2], 0, 0) for x, y, w, h in all_parts]
        theirs = base64.b64encode(drawing.screenshot()).decode(), there
        found = differences(page, theirs, (ours, here))
        where = f"{table['moment']}, board {at}: "
        if max(found) > MOST_OF_A_PART:
            wrong.append(f"{where}{max(found):.0f} in {all_parts[found.index(max(found))]}")
        if sum(found) / len(found) > MOST_ON_AVERAGE:
            wrong.append(f"{where}{sum(found) / len(found):.1f} on average")
        others = differences(page, theirs, (reader_s, here))
        if sum(others) / len(others) < 2 * MOST_ON_AVERAGE:
            wrong.append(f"{where}the measure does not tell it from the reader's own board")
    return 1


def differences(page: Page, one: tuple[str, list[Box]], other: tuple[str, list[Box]]) -> list[float]:
    """Return the largest difference of a channel between the mean colours of the same parts in two PNG files."""
    (file, there), (second, here) = one, other
    means = zip(*page.evaluate(MEANS, [[file, second], [there, here]]), strict=True)
    return [max(abs(a - b) for a, b in zip(mine, theirs, strict=True)) for mine, theirs in means]
