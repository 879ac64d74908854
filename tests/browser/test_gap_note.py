"""The note about a hole that no domino can fill."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.architects import ByFinger, ByKeyboard, cells, walk_ghost
from tests.browser.player import NewContext, Player
from tests.browser.scenes import DESK, RING, board

pytestmark = pytest.mark.slow(20)


def test_the_hint_about_holes_blocks_nothing_and_can_be_dismissed(
    new_context: NewContext, scenes: dict[str, str]
) -> None:
    hole = cells(*RING[-1])
    page = board(new_context(viewport=DESK, reduced_motion="reduce").new_page(), "Ada Scene", scenes["ring"])
    note = page.locator(".hole-note")

    def lay() -> None:
        typist = ByKeyboard(page, 1, [hole])
        typist.tab_into(".quarry-stone:enabled")
        typist.press("Enter")
        expect(page.locator('[data-focus="placing"]')).to_be_focused()
        typist.press("ArrowRight")
        walk_ghost(typist, hole)
        expect(page.locator('[aria-live="polite"]').last).to_contain_text(re.compile("mark", re.IGNORECASE))
        typist.press("Enter")
        expect(page.locator(".ghost.set")).to_be_visible()

    lay()
    expect(note).to_contain_text("no domino can fill")
    Player(page, 1).tab_into('[data-action="no-hole-note"]')
    page.keyboard.press("Enter")
    expect(note).to_have_count(0)
    expect(page.locator('[data-action="confirm"]')).to_be_enabled()
    page.reload()
    page.wait_for_selector(".board[data-phase]")
    lay()
    expect(note).to_have_count(0)

    phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    page = board(new_context(reduced_motion="reduce", **phone).new_page(), "Ada Scene", scenes["ring"])
    finger, note = Hesitant(page, 1, [hole]), page.locator(".hole-note")
    seq = finger.seq()
    finger.do_place()
    expect(note).to_contain_text("no domino can fill")
    note.get_by_role("button", name="Don’t show this again").tap()
    expect(note).to_have_count(0)
    page.locator('[data-action="pick-up"]').tap()
    expect(page.locator(".ghost.set")).to_have_count(0)
    page.evaluate("localStorage.clear()")
    finger.plan = [hole]
    finger.do_place()
    expect(note).to_be_visible()
    Player(page, 1).confirm()  # the note blocks nothing
    finger.wait_past(seq)


class Hesitant(ByFinger):
    """Places a domino and does not confirm it."""

    def confirm(self) -> None:
        expect(self.page.locator('[data-action="confirm"]')).to_be_enabled()
