"""The domino by hand: dragged by mouse and by finger, turned on the way, set down, picked up, and only then sent."""

from __future__ import annotations

import re

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.architects import POINT, VIEW, cells, where
from tests.browser.player import NewContext, Player, open_solo, rendered


def to_placing(page: Page, turns: int = 1) -> Player:
    """Play a solo game up to the placing of its `turns`-th domino."""
    open_solo(page)
    player = Player(page, seed=8)
    for _ in range(turns - 1):
        for decision in ("take", "reveal", "place"):
            assert player.wait_for_decision() == decision
            player.act_by_clicking(decision)
    for decision in ("take", "reveal"):
        assert player.wait_for_decision() == decision
        player.act_by_clicking(decision)
    assert player.wait_for_decision() == "place"
    return player


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def upright(page: Page) -> bool:
    """Return whether the domino in the pyramid stands upright."""
    box = page.locator(".ghost-frame").bounding_box()
    assert box is not None
    return box["height"] > box["width"]


def test_by_mouse(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800}).new_page()
    player = to_placing(page, turns=2)
    seq = player.seq()
    page.mouse.move(*middle(page.locator(".hand-domino")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".market")), steps=4)
    expect(page.locator(".dragging")).to_be_visible()
    page.mouse.move(*middle(page.locator(".legal-cells path").first), steps=4)
    expect(page.locator(".dragging")).to_have_count(0)
    expect(page.locator(".ghost")).to_be_visible()
    before = upright(page)
    page.keyboard.press("r")
    assert upright(page) is not before
    page.keyboard.press("Shift+R")
    assert upright(page) is before
    page.mouse.up()
    expect(page.locator(".ghost.set")).to_be_visible()

    page.mouse.click(*middle(page.locator(".ghost-frame")))  # a click on the domino turns it
    rendered(page)
    assert upright(page) is not before
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    assert player.seq() == seq  # nothing has been sent so far
    page.locator(".hand-domino").click()
    expect(page.locator(".ghost.set")).to_be_visible()
    page.get_by_role("button", name="Pick up again").click()
    expect(page.locator(".ghost.set")).to_have_count(0)
    player.act_by_clicking("place")
    assert player.seq() > seq


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    session.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]},
    )


def test_by_finger(new_context: NewContext) -> None:
    context = new_context(
        reduced_motion="reduce", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    player = to_placing(page)
    session = context.new_cdp_session(page)
    start = middle(page.locator(".hand-domino"))
    x, y = middle(page.locator(".legal-cells path").first)
    target = (x, y + 56)  # a dragged domino is shown slightly above the finger
    touch(session, "touchStart", start)
    touch(session, "touchMove", ((start[0] + x) / 2, (start[1] + y) / 2))
    touch(session, "touchMove", target)
    expect(page.locator(".ghost")).to_be_visible()
    before = upright(page)
    touch(session, "touchStart", target, (40, 40))  # a second finger turns it
    touch(session, "touchEnd", target)
    assert upright(page) is not before
    touch(session, "touchEnd")
    expect(page.locator(".ghost.set")).to_be_visible()
    page.touchscreen.tap(*middle(page.locator(".ghost-frame")))
    rendered(page)
    assert upright(page) is before
    seq = player.seq()
    player.confirm()
    player.wait_past(seq)


def test_a_tap_lays_the_same_half_on_its_cell_and_the_next_domino_is_not_turned(new_context: NewContext) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = new_context(reduced_motion="reduce", **phone).new_page()
    player = to_placing(page, turns=2)
    legal = [tuple(one) for one in page.evaluate(VIEW)["decision"]["placements"]]
    turn = page.get_by_role("button", name="Rotate right").locator("visible=true")
    for rotation in (0, 90):
        for cell in sorted({cell for one in legal for cell in cells(*one)})[::3]:
            over = [cells(*one) for one in legal if one[2] == rotation and cell in cells(*one)]
            first = [one for one in over if min(one) == cell]
            for dx, dy in ((-0.4, -0.4), (0.4, 0.4)):
                page.touchscreen.tap(*page.evaluate(POINT, [cell[0] + dx, cell[1] + dy]))
                rendered(page)
                lies = where(page)
                assert lies is not None and cell in lies
                assert not over or lies in (first or over)
                page.locator('[data-action="pick-up"]').tap()
                rendered(page)
        turn.tap()
        rendered(page)
    hand = page.locator(".hand-domino").locator("visible=true")
    expect(hand).not_to_have_class(re.compile(r"\bturned-0\b"))
    player.act_by_clicking("place")
    for decision in ("take", "reveal"):
        assert player.wait_for_decision() == decision
        player.act_by_clicking(decision)
    assert player.wait_for_decision() == "place"
    expect(hand).to_have_class(re.compile(r"\bturned-0\b"))
