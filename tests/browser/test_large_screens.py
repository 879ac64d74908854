"""Layout on a desk's screen and on a tablet."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.layout import CLIPPED, WHOLE_BOARD
from tests.browser.player import NewContext
from tests.browser.scenes import DESK, board

pytestmark = pytest.mark.slow(30)

LOW: ViewportSize = {"width": 1280, "height": 700}

CONTRAST = """element => {
  const linear = (c) => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const numbers = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const ink = numbers(getComputedStyle(element).color);
  const alpha = Number(getComputedStyle(element).opacity);
  const grounds = [getComputedStyle(element.closest(".chip")).backgroundColor].map(numbers);
  return Math.min(...grounds.map((ground) => {
    const [one, other] = [light(ink.map((c, at) => alpha * c + (1 - alpha) * ground[at])), light(ground)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }));
}"""
UNNAMED = """() => [...document.querySelectorAll("button .height")]
  .map((one) => [one.textContent, one.closest("button").getAttribute("aria-label")])
  .filter(([count, name]) => !new RegExp(`\\\\b${count}\\\\b`).test(name)).map(([, name]) => name)"""
ROWS = """selector => new Set([...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length)
  .map((one) => one.getBoundingClientRect()).map((box) => Math.round((box.top + box.height / 2) / 12))).size"""


@pytest.mark.timeout(180)
def test_on_a_desk(new_context: NewContext, scenes: dict[str, str], wrong: list[str]) -> None:
    page = board(new_context(viewport=DESK, reduced_motion="reduce").new_page(), "Ada Scene", scenes["live"])
    parts = page.locator(".chip :is(.name, .note, .points, .clock-text)")
    contrasts = [round(one.evaluate(CONTRAST), 1) for one in parts.all()]
    if not contrasts or min(contrasts) < 4.5:
        wrong.append(f"contrast of what the strip says: {contrasts}")
    if (rows := page.evaluate(ROWS, ".leave > *")) != 1:
        wrong.append(f"the links beside the board take {rows} lines")
    if unnamed := page.evaluate(UNNAMED):
        wrong.append(f"piles whose number is not in their names: {unnamed}")

    page.set_viewport_size(LOW)
    page.goto(f"/games/{scenes['placing']}/")
    page.wait_for_selector(WHOLE_BOARD)
    if unnamed := page.evaluate(UNNAMED):
        wrong.append(f"spaces whose number is not in their names: {unnamed}")
    page.locator(".legal-cells path").first.click(force=True)
    expect(page.locator(".ghost.set")).to_be_visible()
    if clipped := page.evaluate(CLIPPED, ".hand, .hand-note"):
        wrong.append(f"clipped: {clipped}")

    watcher = new_context(viewport=DESK).new_page()
    watcher.goto(f"/games/{scenes['placing']}/")
    caption = watcher.locator(".own-pyramid .pyramid-caption").inner_text()
    if "Scene" not in caption:
        wrong.append(f"the large pyramid is nobody's: {caption!r}")

    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto("/games/mine/")
    if (rows := page.evaluate(ROWS, ".brand, .site-nav li, .site-tools > *")) != 1:
        wrong.append(f"the header takes {rows} lines on a tablet")
    if (rows := page.evaluate(ROWS, ".page-head .actions > *")) != 1:
        wrong.append(f"the buttons of My games take {rows} lines on a tablet")
    uneven = page.evaluate(
        """() => new Set([...document.querySelectorAll(".game-line .act > a:last-child")]
        .map((one) => Math.round(one.getBoundingClientRect().right))).size"""
    )
    if uneven != 1:
        wrong.append(f"the buttons of the games end at {uneven} different places")
