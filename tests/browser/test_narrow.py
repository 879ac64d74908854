"""At 360 px, in every phase: nothing is wider than the screen, touch targets are large enough for a thumb, and the
action bar hides nothing permanently.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.player import DECISIONS_OF_A_GAME, Player, open_solo

pytestmark = pytest.mark.slow(20)

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


def fits(page: Page) -> None:
    assert page.evaluate(WIDE) == [0, []]
    assert page.evaluate(SMALL) == []
    page.wait_for_function(END_IS_FREE)


def on_screen(page: Page, selector: str) -> None:
    """Check that the subject of the decision is visible without scrolling."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    assert box["y"] < 740 - 120


@pytest.mark.timeout(150)
def test_no_phase_overflows(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    ).new_page()
    open_solo(page)
    player = Player(page, seed=7)
    looked = set()
    for _ in range(DECISIONS_OF_A_GAME):
        decision = player.wait_for_decision()
        stage = page.locator(".score-sheet .now th").inner_text() if decision != "over" else ""
        if (decision, stage) not in looked:
            looked.add((decision, stage))
            fits(page)
            page.evaluate("scrollTo(0, 0)")
            if decision in {"take", "reveal"}:
                on_screen(page, ".space")
            elif decision in {"place", "score"}:
                on_screen(page, ".own-pyramid")
            if decision == "score":
                page.locator('[data-action="best"]').click()
                fits(page)
                clear = page.locator('[data-action="clear"]')
                if clear.count():
                    clear.click()
        if decision == "over" or {("score", "2"), ("place", "2")} <= looked:
            break
        player.act_by_clicking(decision)
    page.get_by_role("button", name="Resign…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    fits(page)
    page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator(".board-dialog.result")).to_be_visible()
    fits(page)
