"""What is said and shown of gaps that no domino can fill, before they are left and after."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.architects import NARROW, ByFinger, ByKeyboard, cells, walk_ghost
from tests.browser.layout import fits
from tests.browser.player import NewContext, Player
from tests.browser.scenes import DESK, RING, SPLIT, board
from tests.browser.six_things import in_sight

pytestmark = pytest.mark.slow(30)

LEAVES_TWO = re.compile(r"^This leaves 2 gaps for single blocks")
CUT = "element => element.scrollHeight > element.clientHeight + 1"


def test_the_note_about_gaps_blocks_nothing_and_can_be_dismissed(
    new_context: NewContext, scenes: dict[str, str]
) -> None:
    hole = cells(*RING[-1])
    page = board(new_context(viewport=DESK, reduced_motion="reduce").new_page(), "Ada Scene", scenes["ring"])
    note, gaps = page.locator(".gap-note"), page.locator(".gaps [data-lone]")

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
    expect(note).to_contain_text(LEAVES_TWO)
    expect(gaps).to_have_count(1)  # where the second one lies depends on the box of the stage, which is open
    Player(page, 1).tab_into('[data-action="no-gap-note"]')
    page.keyboard.press("Enter")
    expect(note).to_have_count(0)
    expect(gaps).to_have_count(0)
    expect(page.locator('[data-action="confirm"]')).to_be_enabled()
    page.reload()
    page.wait_for_selector(".board[data-phase]")
    lay()
    expect(note).to_have_count(0)

    page = board(new_context(reduced_motion="reduce", **NARROW).new_page(), "Ada Scene", scenes["ring"])
    finger, note = Hesitant(page, 1, [hole]), page.locator(".gap-note")
    seq = finger.seq()
    finger.do_place()
    expect(note).to_contain_text(LEAVES_TWO)
    in_the_bar(page)
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


def test_treasures_say_how_many_dominoes_still_fit(new_context: NewContext, scenes: dict[str, str]) -> None:
    context = new_context(reduced_motion="reduce", **NARROW)
    page = board(context.new_page(), "Ada Scene", scenes["split"])
    finger = WithoutQuarry(page, 1, [SPLIT[-1]])
    seq = finger.seq()
    finger.do_place()
    note = page.locator(".gap-note p")
    expect(note).to_have_text("After this, only 2 more dominoes fit in this stage, not 3. You lose 1 turn.")
    expect(page.locator('.gaps [data-lone="1"]')).to_have_count(2)  # three cells each, of which one stays empty
    in_the_bar(page)
    Player(page, 1).confirm()
    finger.wait_past(seq)


def test_who_has_no_room_is_told_so_first(new_context: NewContext, scenes: dict[str, str]) -> None:
    texts = {
        "Ada Scene": "You have no room for another domino: stage 1 ends for you with 9 of 10.",
        "Ben Scene": "",
    }
    for name, text in texts.items():
        page = board(new_context(reduced_motion="reduce", **NARROW).new_page(), name, scenes["no-room"])
        expect(page.locator(".status-text")).to_have_text(re.compile(f"^{re.escape(text)}"))
        news = page.locator(".news-text")
        expect(news).to_have_text(re.compile("no room left: (your|their) stage is over"))
        assert not news.evaluate(CUT)
        in_sight(page, page.locator(".board").get_attribute("data-decision") or "none")


def in_the_bar(page: Page) -> None:
    """The note stands in the place of the status: on a phone the bar grows no higher, and the pyramid stays."""
    bar = page.locator(".action-bar").bounding_box()
    assert bar is not None and bar["height"] <= 120.5
    for selector in (".gap-note", '[data-action="confirm"]', ".own-pyramid .pyramid-field"):
        expect(page.locator(selector)).to_be_in_viewport(ratio=1)
    fits(page)


class Hesitant(ByFinger):
    """Places a domino and does not confirm it."""

    def confirm(self) -> None:
        expect(self.page.locator('[data-action="confirm"]')).to_be_enabled()


class WithoutQuarry(Hesitant):
    """Has the domino in hand already."""

    def tap_one(self, selector: str) -> None:
        assert selector == ".quarry-stone:enabled"
