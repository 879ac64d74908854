"""Pyramido's pieces by hand: markers, cards and the tops of piles dragged by mouse and by finger."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.architects import NARROW, WHOLE, WIDE, Hasty, hasten, in_step, middle, sit_down
from tests.browser.layout import fits
from tests.browser.player import NewContext
from tests.browser.shown_view import BLOCK

ABOVE_FINGER = 56
"""Pixels by which a dragged piece is shown above the finger (games/static/games/board/table/tap_or_drag.js)."""


class Finger:
    """Touches that move; Playwright's own touchscreen only taps."""

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)
        self.at = (0.0, 0.0)
        self.clock = 0.0

    def send(self, kind: str, *points: tuple[float, float], after: float = 0.016) -> None:
        """Send a touch `after` seconds by the finger's own clock, so that its speed does not depend on the machine."""
        self.clock = max(self.clock + after, time.time() - 1)
        touches = [{"x": x, "y": y} for x, y in points]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches, "timestamp": self.clock})

    def press(self, at: tuple[float, float]) -> None:
        self.at = at
        self.send("touchStart", at)

    def carry(self, x: float, y: float, steps: int = 6) -> None:
        """Move until the dragged piece is at a point of the page."""
        (from_x, from_y), (to_x, to_y) = self.at, (x, y + ABOVE_FINGER)
        for step in range(1, steps + 1):
            self.send("touchMove", (from_x + (to_x - from_x) * step / steps, from_y + (to_y - from_y) * step / steps))
        self.at = (to_x, to_y)

    def let_go(self) -> None:
        """Let the finger rest before lifting it: after a fling the browser swallows the next tap."""
        for aside in (1, 0):
            self.send("touchMove", (self.at[0] + aside, self.at[1]), after=0.15)
        self.send("touchEnd", after=0.15)


def lift(page: Page, start: str, beside: str) -> None:
    """Drag by mouse to an invalid place, with the button still down."""
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, beside), steps=5)


@pytest.mark.timeout(150)
def test_markers_and_piles_are_dragged_by_mouse(new_context: NewContext) -> None:
    host, guest = sit_down(new_context, WIDE, WIDE)
    player = hasten([Hasty(host, WHOLE), Hasty(guest, WHOLE)], lambda view: view["phase"] == "mark")
    page = player.page
    expect(page.locator(".target")).to_have_count(2)
    expect(page.locator(".mark-button")).to_have_count(2)
    marker = page.locator(".marker-row .wanted").first
    colour = marker.get_attribute("data-marker")

    lift(page, f'.marker-row [data-marker="{colour}"]', ".quarry")
    expect(page.locator(".dragging .marker")).to_be_visible()
    expect(page.locator(".target.lit").first).to_be_visible()
    for target in page.locator(".target").all():  # only valid places for this marker
        lit = "lit" in (target.get_attribute("class") or "").split()
        assert lit is (f" {colour} " in (target.get_attribute("aria-label") or ""))
    page.mouse.up()
    expect(page.locator(".target.lit, .target.chosen, .dragging")).to_have_count(0)
    expect(page.get_by_role("button", name="Mark it")).to_be_disabled()

    prospect = page.locator(".prospect")
    before = int(prospect.get_attribute("data-points") or "")
    lift(page, f'.marker-row [data-marker="{colour}"]', ".quarry")
    page.mouse.move(*middle(page, ".target.lit >> nth=0"), steps=5)
    expect(page.locator(".standing.ghostly")).to_have_count(1)
    change = int(prospect.get_attribute("data-points") or "") - before  # less than 0 where Mino moves to a smaller area
    told = f"({'+' if change > 0 else '−'}{abs(change)})"
    expect(prospect.locator(".change")).to_have_text([told] if change else [])
    page.mouse.up()
    seq = page.locator(".board").get_attribute("data-seq")
    page.get_by_role("button", name="Mark it").click()
    expect(page.locator(".board")).not_to_have_attribute("data-seq", seq or "")
    expect(page.locator(f'.marker-row .gone[data-marker="{colour}"]')).to_have_count(1)

    expect(page.locator(".board")).to_have_attribute("data-decision", "finish")
    lift(page, ".pile.open >> nth=1", ".own-pyramid")
    expect(page.locator(".quarry-stone.empty.lit")).to_be_visible()
    page.mouse.move(*middle(page, ".quarry-stone.empty"), steps=5)
    expect(page.locator(".quarry-stone.empty .domino")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".pile.open.chosen")).to_have_count(1)
    page.get_by_role("button", name="Replenish and end turn").click()
    expect(page.locator(".board")).to_have_attribute("data-decision", "none")
    expect(page.locator(".quarry-stone.empty")).to_have_count(0)
    other = guest if page is host else host
    expect(other.locator(".board")).to_have_attribute("data-decision", "place")


@pytest.mark.timeout(150)
def test_cards_are_dragged_by_finger(new_context: NewContext) -> None:
    host, guest = sit_down(new_context, WIDE, NARROW)
    players = [Hasty(host, WHOLE), Hasty(guest, WHOLE)]
    hasten(players, lambda view: view["phase"] == "finish" and view["seat"] == 1)
    finger = Finger(guest)
    expect(guest.locator(".card-face:enabled")).to_have_count(6)
    for needed in (".card-face >> nth=5", ".pile.open >> nth=0", '[data-action="confirm"]'):
        expect(guest.locator(needed)).to_be_in_viewport(ratio=0.95)
    fits(guest)
    card = guest.locator(".card-face").first
    colour = card.get_attribute("data-side")

    finger.press(middle(guest, ".card-face >> nth=0"))
    finger.carry(*middle(guest, ".piles"))
    expect(guest.locator(".dragging .card-side")).to_be_visible()
    expect(guest.locator(".target.lit").first).to_be_visible()
    finger.carry(*middle(guest, ".target.lit >> nth=0"))
    expect(guest.locator(".target.chosen")).to_have_count(1)
    expect(guest.locator(".dragging")).to_have_count(0)
    expect(guest.locator(".stage-now")).to_contain_text("Stage: ")
    finger.carry(*middle(guest, ".piles"))  # away again: back into the hand
    expect(guest.locator(".target.chosen")).to_have_count(0)
    finger.carry(*middle(guest, ".target.lit >> nth=0"))
    finger.let_go()
    expect(card).to_have_attribute("aria-pressed", "true")
    fits(guest)

    lying = guest.locator(".target.chosen")
    expect(lying).to_have_accessible_name(re.compile(f"^Rotate the {colour} card"))
    finger.press(middle(guest, ".target.chosen"))  # picked up from its place
    finger.carry(*middle(guest, ".piles"))
    finger.let_go()
    expect(card).to_have_attribute("aria-pressed", "false")

    card.tap()
    expect(guest.get_by_role("button", name="Take back", exact=True)).to_have_count(0)  # one way back at a time
    guest.get_by_role("button", name="Lay the card").tap()
    expect(guest.locator(".holdings-line .small-card")).to_have_count(2)
    expect(guest.locator(f".own-pyramid {BLOCK}")).to_have_count(2 * len(players[1].view()["seats"][1]["dominoes"]))
    in_step([host, guest])
    expect(host.locator(".log-line", has_text=f"resurfaces a block: it is {colour} now")).to_have_count(1)
    expect(guest.get_by_role("button", name="Take back", exact=True)).to_be_visible()
