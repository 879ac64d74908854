"""A press shows at once what was pressed; what it changes on the board is rendered after that has been painted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layout import WHOLE_BOARD
from tests.browser.phases import made
from tests.browser.player import NewContext, rendered
from tests.browser.scenes import signed_in
from tests.live import LiveSite

pytestmark = pytest.mark.slow(30)

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
CONTROLS = {
    "forgotten-treasures": {"take-first": ".pile-top:enabled", "place": ".legal-cells path"},
    "pyramido": {"place-first": ".quarry-stone:enabled", "mark": ".mark-button", "finish": ".pile.open"},
    "silver-gold-pyramids": {"keep": ".keep-card", "mark-first": ".work-card.active [data-lit]"},
}
"""What can be pressed, by game and moment."""

WATCH = """
(control) => {
  const look = () => {
    const { boxShadow, fill, stroke } = getComputedStyle(control);
    return [boxShadow, fill, stroke].join();
  };
  const before = look();
  const watching = new MutationObserver(() => {});
  watching.observe(document.querySelector("#board"), { attributes: true, childList: true, subtree: true });
  window.firstFrame = new Promise((done) => addEventListener("click", () => requestAnimationFrame(() => done({
    answered: look() !== before,
    changed: watching.takeRecords().some(({ attributeName }) => attributeName !== "data-pressed"),
  })), { once: true }));
}
"""
"""Note what the first frame after a press on a control shows."""


def at_table(page: Page, table: dict[str, Any]) -> Page:
    page.goto(f"/games/{table['id']}/")
    page.wait_for_selector(WHOLE_BOARD)
    return page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", sorted(CONTROLS))
def test_what_is_pressed_shows_it_before_the_board_changes(
    new_context: NewContext, live_site: LiveSite, game: str, theme: str
) -> None:
    tables = made(live_site, [game], [2], list(CONTROLS[game]))
    page = new_context(reduced_motion="reduce", color_scheme=theme, **PHONE).new_page()
    signed_in(page, tables[0]["host"], "/")
    for table in tables:
        control = at_table(page, table).locator(CONTROLS[game][table["moment"]]).first
        control.scroll_into_view_if_needed()
        control.evaluate(WATCH)
        box = control.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert page.evaluate("() => firstFrame") == {"answered": True, "changed": False}, table["moment"]
        rendered(page)
        expect(page.locator("#board :is(.chosen, .kept, .ghost.set, .drafted)")).not_to_have_count(0)


def test_quick_presses_come_one_after_the_other(new_context: NewContext, live_site: LiveSite) -> None:
    """The second press meets the board that the first one has made, even if no frame has been painted between them."""
    (table,) = made(live_site, ["forgotten-treasures"], [2], ["place-first"])
    page = new_context(reduced_motion="reduce", **PHONE).new_page()
    signed_in(page, table["host"], "/")
    at_table(page, table)
    turns = page.evaluate("""() => {
      const domino = document.querySelector(".hand-domino");
      const press = (detail) => document.querySelector(".bar-turns [aria-label='Rotate right']")
        .dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
      return [1, 1, 1].map((detail) => {
        press(detail);
        return domino.className.match(/turned-[0-9]+/)[0];
      });
    }""")
    assert turns == ["turned-0", "turned-90", "turned-180"]
    expect(page.locator(".hand-domino.turned-270")).to_be_visible()
    # a key is rendered at once, and so is what was pressed before it
    page.evaluate("() => document.querySelector(\".bar-turns [aria-label='Rotate right']\").click()")
    expect(page.locator(".hand-domino.turned-0")).to_be_visible()
    page.keyboard.press("r")
    assert page.locator(".hand-domino.turned-90").count() == 1


def test_a_window_that_paints_nothing_is_rendered_all_the_same(new_context: NewContext, live_site: LiveSite) -> None:
    (table,) = made(live_site, ["forgotten-treasures"], [2], ["place-first"])
    page = new_context(reduced_motion="reduce", **PHONE).new_page()
    signed_in(page, table["host"], "/")
    at_table(page, table)
    page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
    page.get_by_role("button", name="Rotate right").locator("visible=true").tap()
    expect(page.locator(".hand-domino.turned-90")).to_be_visible()
