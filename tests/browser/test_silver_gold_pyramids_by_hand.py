"""The board of Silver & Gold: Pyramids by mouse, by touch, by keyboard only, and at 360 px."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.silver_gold_pyramids.scoring import SKULLS
from tests.browser.explorers import (
    DECISIONS,
    Explorer,
    fingers,
    in_step,
    middle_of,
    sit_down_together,
    walk_to_cell,
)
from tests.browser.layout import fits
from tests.browser.player import NewContext, Player

pytestmark = pytest.mark.slow(25)

IN_SIGHT = """() => {
  const box = name => document.querySelector(name).getBoundingClientRect();
  const cards = [...document.querySelectorAll(".marking .work-card")].map(card => card.getBoundingClientRect());
  return cards.length === 2
    && cards.every(card => card.top >= box(".head").bottom && card.bottom <= box(".action-bar").top);
}"""
"""Both pyramids are between the strip and the action bar."""


@pytest.mark.timeout(120)
def test_a_shape_is_carried_turned_and_taken_back(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context, viewport={"width": 1280, "height": 900})
    players = [Explorer(host, 7), Explorer(guest, 8)]
    for player in players:
        player.act()
    in_step([host, guest])
    host.mouse.move(*middle_of(host.locator(".expedition")))
    host.mouse.down()
    host.mouse.move(*middle_of(host.locator(".tool-note")), steps=3)
    expect(host.locator(".sgp-floating")).to_have_count(1)
    host.mouse.move(*middle_of(host.locator("[data-lit]").first), steps=5)
    expect(host.locator(".sgp-floating")).to_have_count(0)
    expect(host.locator(".hovering")).to_have_count(1)
    for key in "rrrrfrrr":  # until its orientation fits at the entrance
        if host.locator('[data-lit="now"]').count():
            break
        host.keyboard.press(key)
    host.mouse.move(*middle_of(host.locator('[data-lit="now"]').first))
    expect(host.locator(".hovering.legal")).to_have_count(1)
    host.mouse.up()
    expect(host.locator(".drafted-edge")).not_to_have_count(0)
    expect(host.locator("[data-gain]")).to_have_count(1)
    before = host.locator('[data-marked="now"]').count()
    host.keyboard.press("Backspace")
    expect(host.locator('[data-marked="now"]')).to_have_count(0)
    assert before > 1
    host.keyboard.press("s")
    expect(host.locator('[data-use="single"]')).to_have_attribute("aria-pressed", "true")
    host.keyboard.press("s")
    expect(host.locator('[data-use="single"]')).to_have_attribute("aria-pressed", "false")


@pytest.mark.timeout(120)
def test_a_tap_on_the_small_pyramid_enlarges_it(new_context: NewContext) -> None:
    narrow: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    host, guest = sit_down_together(new_context, **narrow)
    for number, page in enumerate([host, guest]):
        Explorer(page, number).act()
    in_step([host, guest])
    for _ in range(2):
        small = host.locator(".work-card.aside .enlarge-card")
        card = small.get_attribute("data-active")
        small.tap()
        expect(host.locator(f'.work-card.active [data-card="{card}"]')).to_be_visible()
        expect(host.locator(f'.work-card.active [data-card="{card}"] [data-focus="placing"]')).to_be_focused()


@pytest.mark.timeout(120)
def test_a_press_on_what_was_found_shows_what_symbols_bring(new_context: NewContext) -> None:
    narrow: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    host, guest = sit_down_together(new_context, **narrow)
    for number, page in enumerate([host, guest]):
        Explorer(page, number).act()
    in_step([host, guest])
    host.locator(".work-card.active [data-lit]").first.tap()
    expect(host.locator(".status-text")).to_have_text(re.compile("choose another cell"))
    found = host.locator(".found-button")
    box = found.bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= 44
    found.tap()
    shown = host.get_by_role("dialog", name="What symbols bring")
    expect(shown.locator(".skull-track .worth")).to_have_text([f"−{cost}" for cost in SKULLS])
    expect(shown.locator("[data-gain]")).to_have_count(1)
    fits(host)
    host.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    expect(host.locator('[data-marked="now"]')).not_to_have_count(0)


@pytest.mark.timeout(120)
def test_a_second_finger_turns_the_shape_that_the_first_one_carries(new_context: NewContext) -> None:
    narrow: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    host, guest = sit_down_together(new_context, **narrow)
    players = [Explorer(host, 7), Explorer(guest, 8)]
    turn = host.locator('[data-tool="turn"]')
    for _ in range(DECISIONS):  # until there is a shape that rotation changes
        for player in players:
            player.act()
        in_step([host, guest])
        if turn.is_enabled():
            break
    touch = fingers(host)
    shape = host.locator(".expedition .shape-drawing")
    first = middle_of(host.locator(".expedition"))
    over = middle_of(host.locator(".work-card.active"))
    before = shape.inner_html()
    touch("touchStart", first)
    touch("touchMove", (over[0] + 40, over[1] + 60))
    touch("touchMove", over)
    expect(host.locator(".hovering")).to_have_count(1)
    looks = {before}
    for _ in range(8):
        touch("touchStart", (320, 600), 1)
        expect(shape).not_to_have_js_property("innerHTML", before)
        touch("touchEnd", (320, 600), 1)
        before = shape.inner_html()
        looks.add(before)
    assert len(looks) in (2, 4, 8), "a second finger reaches every orientation of the shape"
    touch("touchEnd", over)
    expect(host.locator(".hovering")).to_have_count(0)


@pytest.mark.timeout(120)
def test_a_finger_moves_the_shape_that_lies_and_not_the_page(new_context: NewContext) -> None:
    narrow: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    host, guest = sit_down_together(new_context, **narrow)
    for player in (Explorer(host, 7), Explorer(guest, 8)):
        player.act()
    in_step([host, guest])
    touch = fingers(host)
    host.locator(".work-card.active [data-lit]").first.tap()
    marked = host.locator('[data-marked="now"]')
    expect(marked).not_to_have_count(0)
    cells = marked.evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
    start, scrolled = middle_of(marked.first), host.evaluate("scrollY")
    upper = host.locator(".work-card .card-drawing").first.bounding_box()
    assert upper is not None
    end = upper["y"] - 10  # upwards, as in scrolling, off both cards: the shape may land on the lower one
    touch("touchStart", start)
    for step in range(1, 6):
        touch("touchMove", (start[0], start[1] + (end - start[1]) * step / 5))
    expect(host.locator(".sgp-floating")).to_have_count(1)
    assert host.evaluate("scrollY") == scrolled
    touch("touchEnd", (start[0], end))
    expect(host.locator(".sgp-floating")).to_have_count(0)
    assert marked.evaluate_all("cells => cells.map(cell => cell.dataset.cell)") == cells, "it returns to its place"


@pytest.mark.sampled(one_of=6, of="whole games in the browser")
@pytest.mark.timeout(180)
def test_by_keyboard_alone(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context)
    other = Explorer(guest, 12)
    typist = Player(host, 11)
    typist.tab_into(".keep-card")
    typist.press("Enter", "ArrowRight", "ArrowRight", "Enter")
    expect(host.locator(".keep-card.kept")).to_have_count(2)
    typist.tab_into('[data-action="confirm"]')
    typist.press("Enter")
    expect(host.locator(".status-text")).to_contain_text("Your choice is sent")
    other.act()
    for _ in range(12):
        in_step([host, guest])
        while other.owes():
            other.act()
            in_step([host, guest])
        seq = typist.seq()
        decision = typist.wait_for_decision()
        if decision == "replace":
            typist.tab_into(".choosing [data-reserve]")
            typist.press("ArrowRight", "Enter")
            typist.tab_into('[data-action="confirm"]')
        else:
            mark_by_keyboard(typist)
        typist.press("Enter")
        typist.wait_past(seq)


def mark_by_keyboard(typist: Player) -> None:
    """Tab to the cards, press arrow keys to a highlighted cell, then Enter; repeat until Enter sends."""
    page = typist.page
    typist.tab_into(".cell")
    while page.locator('[data-action="confirm"]').is_disabled():
        lit = page.locator('[data-lit="now"]').or_(page.locator("[data-lit]")).first
        walk_to_cell(typist, lit)
        marked = page.locator('[data-marked="now"]').count()
        typist.press("Enter")
        expect(page.locator('[data-marked="now"]')).not_to_have_count(marked)
    assert page.evaluate("document.activeElement.matches('.cell')")


@pytest.mark.timeout(180)
def test_every_phase_fits_a_narrow_screen(new_context: NewContext) -> None:
    narrow: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    host, guest = sit_down_together(new_context, **narrow)
    players = [Explorer(host, 9), Explorer(guest, 10)]
    looked: set[str] = set()
    for moves in range(DECISIONS):
        in_step([host, guest])
        owing = [player for player in players if player.owes()]
        decision = players[0].decision()
        kind = f"{decision}-{owing[0] is players[0]}" if owing else "over"
        if kind not in looked:
            looked.add(kind)
            fits(host)
            if decision == "mark":
                sizes = host.locator(".work-card.active .cell").evaluate_all(
                    "cells => cells.map(cell => cell.getBoundingClientRect().width)"
                )
                assert min(sizes) >= 44
                host.locator(".chip[data-look]").click()
                expect(host.get_by_role("dialog")).to_be_visible()
                fits(host)
                host.keyboard.press("Escape")
                expect(host.get_by_role("dialog")).to_have_count(0)
        if not owing or {"keep-True", "mark-True", "replace-True", "sent"} <= looked:
            break
        player = owing[moves % len(owing)]
        player.act()
        if decision == "mark" and len(owing) == 2 and player is players[0]:
            looked.add("sent")
            host.wait_for_function(IN_SIGHT)
    assert {"keep-True", "mark-True", "replace-True", "sent"} <= looked
