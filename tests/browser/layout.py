"""What is wrong with the layout of a page: too wide, too small for a thumb, hidden, cut off."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize

WHOLE_BOARD = ".board[data-phase]:has(.side)"
"""A table's page with its panel, which comes once the board has been painted."""

WIDE = """() => {
  const limit = document.documentElement.clientWidth;
  const wider = [...document.querySelectorAll("body *")].filter(element => {
    if (element.closest("svg, .visually-hidden, .flyer")) return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && (box.right > limit + 1 || box.left < -1) && getComputedStyle(element).position !== "fixed";
  });
  return [document.documentElement.scrollWidth - limit, wider.map(element => element.className)];
}"""
SMALL = """() => [...document.querySelectorAll(".board button, .board-dialog button, .board-dialog a.board-button")]
  .filter(button => !button.disabled && button.offsetParent !== null)
  .map(button => [button.className, button.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""

FRAMED = """() => {
  const board = document.querySelector(".board:not(.before)");
  // no table's page, too low for a frame, or over: then the points are below the board
  if (!board || innerHeight < 340 || board.dataset.phase === "over") return true;
  const [head, bar] = [".head", ".action-bar"].map((name) => board.querySelector(name).getBoundingClientRect());
  return document.documentElement.scrollHeight <= innerHeight && head.top >= 0 && bar.bottom <= innerHeight + 1;
}"""
"""The strip and the action bar are in the window, and only panels scroll."""
CLIPPED = """selector => [...document.querySelectorAll(selector)].filter((one) => {
  const [box, inside] = [one.getBoundingClientRect(), document.createRange()];
  inside.selectNodeContents(one);
  const text = inside.getBoundingClientRect();
  return text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 1;
}).map((one) => one.className + ": " + one.textContent)"""

FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def resized(page: Page, size: ViewportSize) -> None:
    """Resize the window (pixels) and wait until a frame of the new size was drawn.

    The board is rendered anew when a layout begins (table/screen.js), before anything of it is painted. A script that
    asks earlier measures the new style sheet with the old layout's elements, which nobody sees.
    """
    page.set_viewport_size(size)
    page.evaluate(FRAMES)


def fits(page: Page) -> None:
    wide, small = page.evaluate(WIDE), page.evaluate(SMALL)
    assert wide == [0, []], f"wider than the screen, and what is: {wide}"
    assert small == [], f"too small: {small}"
    page.wait_for_function(FRAMED)
