"""The rules: a question is answered as one types, and a table leads to the rule for what it asks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import faults
from tests.browser.player import NewContext, open_solo
from tests.browser.scenes import DESK

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
WAYS: dict[str, dict[str, Any]] = {"pointer": {"viewport": DESK}, "touch": PHONE, "keyboard": {"viewport": DESK}}


def chosen(page: Page, way: str, link: Locator) -> None:
    """Follow a link in this way; by keyboard, from the search field before it."""
    if way == "keyboard":
        page.keyboard.press("ArrowDown")
        expect(link).to_be_focused()
        page.keyboard.press("Enter")
    elif way == "touch":
        link.tap()
    else:
        link.click()


@pytest.mark.parametrize("way", WAYS)
def test_a_question_is_answered_as_one_types(new_context: NewContext, way: str) -> None:
    page = new_context(reduced_motion="reduce", **WAYS[way]).new_page()
    page.goto("/rules/")
    field = page.get_by_role("searchbox", name="May I …?")
    field.focus()
    page.keyboard.type("zzz")
    status = page.locator("form [role=status]")
    expect(status).to_have_text("Nothing found.")
    expect(page.locator("[data-nothing]")).to_be_visible()
    field.fill("")
    expect(page.locator("[data-nothing]")).to_be_hidden()
    expect(page.locator(".found")).to_be_hidden()
    page.keyboard.type("may I rotate a domino")
    expect(status).to_have_text(re.compile(r"^Answers: \d$"))
    first = page.locator(".found a").first
    expect(first).to_contain_text("May I rotate a domino?")
    expect(first).to_contain_text("Forgotten Treasures · Your turn")
    box = first.bounding_box()
    assert box is not None and box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    chosen(page, way, first)
    page.wait_for_url("**/rules/forgotten-treasures/#place")
    expect(page.locator("#place")).to_be_in_viewport()


def test_arrows_and_enter_reach_the_answers(new_context: NewContext) -> None:
    page = new_context(viewport=DESK).new_page()
    page.goto("/rules/pyramido/")
    field = page.get_by_role("searchbox", name="May I …?")
    field.fill("marker")
    links = page.locator(".found a")
    expect(links.nth(1)).to_be_visible()
    for key, focused in (("ArrowDown", links.nth(0)), ("ArrowDown", links.nth(1)), ("ArrowUp", links.nth(0))):
        page.keyboard.press(key)
        expect(focused).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(links.nth(0)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/pyramido/#*")


def test_without_scripts_the_server_answers(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/rules/pyramido/")
    page.get_by_role("searchbox").fill("may I rotate a domino?")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**/rules/?game=pyramido&q=may+I+rotate*")
    expect(page.locator(".found a").first).to_have_attribute("href", "/rules/pyramido/#place")
    expect(page.locator("form [role=status]")).to_have_text(re.compile("^Answers: "))


@pytest.mark.parametrize("screen", [PHONE, {"viewport": DESK}], ids=["phone", "desk"])
def test_help_leads_to_the_rule_for_the_step_the_lessons_and_the_rules(
    new_context: NewContext, screen: dict[str, Any]
) -> None:
    page = new_context(reduced_motion="reduce", bypass_csp=True, **screen).new_page()
    open_solo(page)
    mark, links = page.locator(".strip .help summary"), page.locator(".strip .help").get_by_role("link")
    expect(links).to_have_count(0)
    mark.click()
    expect(links).to_have_text(["The rule for this step", "Learn to play", "Rules"])
    for one in (mark, *links.all()):
        expect(one).to_be_in_viewport(ratio=1)
        box = one.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 44
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(links).to_have_count(0)
    expect(mark).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(links.first).to_be_focused()
    expect(links.first).to_have_attribute("href", "/rules/forgotten-treasures/#take")
    with page.expect_popup() as opened:
        page.keyboard.press("Enter")
    expect(opened.value.locator("#take")).to_be_in_viewport()
    expect(links).to_have_count(0)


def pressed(page: Page, way: str, button: Locator) -> None:
    """Press a button in this way."""
    if way == "keyboard":
        button.focus()
        page.keyboard.press("Enter")
    elif way == "touch":
        button.tap()
    else:
        button.click()


@pytest.mark.parametrize("way", WAYS)
def test_something_is_tried_on_a_small_board(new_context: NewContext, way: str) -> None:
    page = new_context(reduced_motion="reduce", bypass_csp=True, **WAYS[way]).new_page()
    page.goto("/rules/pyramido/#mark")
    pressed(page, way, page.locator("#mark").get_by_role("link", name="Try it on a small board"))
    framed = page.frame_locator("#mark iframe")
    board = framed.locator(".board")
    expect(board).to_have_attribute("data-decision", "mark")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    pressed(page, way, framed.locator("[data-action=show]"))
    pressed(page, way, framed.locator("[data-action=confirm]"))
    expect(board).to_have_attribute("data-over", "true")
    expect(framed.get_by_role("heading", level=1)).to_contain_text("You place a red marker")
    pressed(page, way, framed.locator("[data-action=put-back]"))
    expect(board).to_have_attribute("data-over", "false")
    assert page.context.cookies() == [] or {one["name"] for one in page.context.cookies()} == {"csrftoken"}


def test_what_a_small_board_refuses_leads_to_the_rule(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce", bypass_csp=True, viewport=DESK).new_page()
    page.goto("/rules/forgotten-treasures/")
    page.locator("#later-stages a[data-trial]").click()
    framed = page.frame_locator("#later-stages iframe")
    cells = framed.locator(".legal-cells path")
    expect(cells.first).to_be_attached()
    rightmost = max(cells.all(), key=lambda cell: (cell.bounding_box() or {"x": 0})["x"])
    rightmost.click(force=True)
    expect(framed.locator(".ghost.set")).to_be_visible()
    framed.locator("[data-action=confirm]").click()
    alert = framed.get_by_role("alert")
    expect(alert).to_have_attribute("data-code", "outside_stage")
    assert faults(page) == []
    alert.get_by_role("link", name="The rule").click()
    page.wait_for_url("**/rules/forgotten-treasures/#later-stages")
    framed.locator("[data-action=put-back]").click()
    expect(alert).to_have_count(0)


def test_a_shape_is_refused_on_a_wall_and_a_card_on_a_marker(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce", bypass_csp=True, viewport=DESK).new_page()
    page.goto("/rules/silver-gold-pyramids/")
    page.locator("#where-to-mark a[data-trial]").click()
    framed = page.frame_locator("#where-to-mark iframe")
    framed.locator('[data-card="7"] [data-cell="c2"]').click(force=True)
    framed.locator("[data-action=confirm]").click()
    expect(framed.get_by_role("alert")).to_have_attribute("data-code", "wall")
    page.goto("/rules/pyramido/")
    page.locator("#resurface a[data-trial]").click()
    framed = page.frame_locator("#resurface iframe")
    framed.locator('[data-anchor="pile-4"]').click()
    framed.locator("[data-action=confirm]").click()
    expect(framed.get_by_role("alert")).to_have_attribute("data-code", "pile_not_behind")
