"""What is wrong with the layout of a page: too wide, too small for a thumb, hidden, cut off."""

from __future__ import annotations

from playwright.sync_api import Page

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

END_IS_FREE = """() => {
  const last = document.querySelector(".leave > :last-child");
  if (!last) return true; // no table's page
  const before = scrollY;
  scrollTo(0, document.documentElement.scrollHeight);
  const bar = document.querySelector(".action-bar");
  const over = bar && bar.offsetHeight > 0 && getComputedStyle(bar).position === "fixed";
  const free = last.getBoundingClientRect().bottom <= (over ? bar.getBoundingClientRect().top : innerHeight);
  scrollTo(0, before);
  return free;
}"""
CLIPPED = """selector => [...document.querySelectorAll(selector)].filter((one) => {
  const [box, inside] = [one.getBoundingClientRect(), document.createRange()];
  inside.selectNodeContents(one);
  const text = inside.getBoundingClientRect();
  return text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 1;
}).map((one) => one.className + ": " + one.textContent)"""


def fits(page: Page) -> None:
    assert page.evaluate(WIDE) == [0, []]
    assert page.evaluate(SMALL) == []
    page.wait_for_function(END_IS_FREE)
