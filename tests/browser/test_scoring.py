"""A scoring begins with the best choice: sending it at once loses nothing, and what a change costs is said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layout import fits
from tests.browser.player import NewContext, Player, rendered
from tests.browser.scenes import DESK, board
from tests.engine.forgotten_treasures.test_best_plan import by_the_rules

pytestmark = pytest.mark.slow(20)

PHONE = {"width": 360, "height": 640}
VIEW = """async () => {
  const { id } = JSON.parse(document.getElementById("board-frame").textContent).table;
  return (await (await fetch(`/api/v1/games/${id}/view`)).json()).view;
}"""


def number(page: Page, selector: str) -> int:
    found = re.search(r"\d+", page.locator(selector).inner_text())
    assert found is not None
    return int(found[0])


def test_the_gold_button_alone_scores_most(new_context: NewContext, scenes: dict[str, str]) -> None:
    """On a phone by touch, with changes and second thoughts on the way; at a desk by keyboard."""
    phone = new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    ada = board(phone.new_page(), "Ada Scene", scenes["scoring"])
    gold, beside = ada.locator('[data-action="confirm"]'), ada.locator(".beside-best")
    best = number(ada, '[data-action="confirm"]')
    expect(gold).to_be_in_viewport(ratio=1)
    expect(beside).to_have_text("No other choice scores more in this stage.")
    assert best == number(ada, '[data-score="total"]') == by_the_rules(ada.evaluate(VIEW)).most()[0] > 0
    chosen = ada.locator(".area-row:not(.off)")
    names = [row.inner_text().replace("\n", " ") for row in chosen.locator(".area-toggle").all()]
    sums = [re.search(r"^\w+ (\d+) × ([12]) = (\d+) for (\d+) gems? +(once|double)", name) for name in names]
    assert all(one and int(one[1]) * int(one[2]) == int(one[3]) for one in sums), names

    ada.locator('[data-action="clear"]').tap()
    # an area that is pointed at keeps its colours
    area = ada.locator(".area.payable.off").first
    area.dispatch_event("pointerenter")
    expect(ada.locator(".area.hot .area-shape")).to_have_css("fill", "rgba(0, 0, 0, 0)")
    area.dispatch_event("pointerleave")
    area.focus()
    for press in ("once", "double, or off where that cannot be paid", "off"):
        ada.keyboard.press("Enter")
        rendered(ada)
        expect(gold, press).to_be_enabled()
    ada.locator('[data-action="best"]').tap()
    ada.locator('[data-action="clear"]').tap()
    less = number(ada, '[data-score="total"]')
    expect(beside).to_contain_text(f"Compared with the best choice ({best} points): −{best - less} point")
    fits(ada)
    gold.tap()
    question = ada.get_by_role("dialog", name=f"This scores {less}; {best - less} more are possible. Score anyway?")
    expect(question).to_be_visible()
    fits(ada)
    ada.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(chosen).to_have_count(0)
    gold.tap()
    question.get_by_role("button", name="Show the best choice").tap()
    expect(chosen).to_have_count(len(names))
    gold.tap()
    expect(ada.locator(".sent-note")).to_be_visible()

    ben = board(new_context(viewport=DESK, reduced_motion="reduce").new_page(), "Ben Scene", scenes["scoring"])
    bens = number(ben, '[data-action="confirm"]')
    assert bens == by_the_rules(ben.evaluate(VIEW)).most()[0] > 0
    expect(ben.locator('[data-action="confirm"]')).to_be_in_viewport(ratio=1)
    Player(ben, 0).act_by_keyboard("score")
    for page in (ada, ben):
        expect(page.locator('.sheet [data-total="0"]')).to_have_text(str(best))
        expect(page.locator('.sheet [data-total="1"]')).to_have_text(str(bens))
