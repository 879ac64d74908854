"""A player who wants it is asked before a move is sent: by keyboard and by finger, on a phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.layout import fits
from tests.browser.player import NewContext, Player, open_solo

UNCOVERED = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return y < innerHeight && x < innerWidth && document.elementFromPoint(x, y).matches(selector);
}"""


def choose(page: Page) -> None:
    """Choose in the settings to be asked except in live games; a game without a clock is one."""
    page.goto("/accounts/settings/")
    page.get_by_role("radio", name="Except in live games").check()
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_role("radio", name="Except in live games")).to_be_checked()


def test_a_move_is_sent_after_the_question(new_context: NewContext) -> None:
    page = new_context(viewport={"width": 360, "height": 640}, has_touch=True, reduced_motion="reduce").new_page()
    open_solo(page)
    board = page.url
    choose(page)
    page.goto(board)
    player = Player(page, seed=4)
    question = page.get_by_role("group", name="Send this move?")
    send, change = (page.locator(f'[data-action="{key}"]') for key in ("send-move", "change-move"))

    # By keyboard: Escape leaves the move as it is laid out, Enter sends it.
    assert player.wait_for_decision() == "take"
    seq = player.seq()
    player.type_take()
    expect(question).to_be_visible()
    expect(send).to_be_focused()
    for key in ("send-move", "change-move"):
        assert page.evaluate(UNCOVERED, f'[data-action="{key}"]'), key
    fits(page)
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")
    expect(page.locator(".gem-button.chosen")).to_have_count(1)
    assert player.seq() == seq
    player.tab_into('[data-action="confirm"]')
    page.keyboard.press("Enter")
    expect(send).to_be_focused()
    page.keyboard.press("Enter")
    player.wait_past(seq)

    # By finger: another choice on the board ends the question, too.
    assert player.wait_for_decision() == "reveal"
    seq = player.seq()
    confirm = page.locator('[data-action="confirm"]')
    piles = page.locator(".pile-top:enabled")
    piles.first.tap()
    confirm.tap()
    change.tap()
    expect(question).to_have_count(0)
    confirm.tap()
    expect(question).to_be_visible()
    piles.last.tap()
    expect(question).to_have_count(0)
    assert player.seq() == seq
    confirm.tap()
    send.tap()
    player.wait_past(seq)
