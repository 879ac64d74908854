"""Two people at a table over days: clocks, a pause by agreement, and a game that is aborted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import NewContext

TOLD = """async () => {
  const { unread, results } = await (await fetch("/api/v1/notifications")).json();
  return results.length > 0 && unread === 0 && results.map((one) => one.kind);
}"""


def open_for_two(page: Page) -> None:
    page.goto("/games/new/?game=pyramido")
    page.locator('.choice:has([name="kind-pyramido"][value="seats-2"])').click()
    expect(page.get_by_role("combobox", name="Time control")).to_have_value("per_move-259200")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".time-terms")).to_contain_text("3 days a turn")


@pytest.mark.timeout(120)
def test_clocks_a_pause_and_an_abort(new_context: NewContext) -> None:
    host, guest = (new_context(reduced_motion="reduce").new_page() for _ in range(2))
    open_for_two(host)
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.wait_for_selector(".board[data-phase]")
        expect(page.locator(".chip .clock")).to_have_text([re.compile(r"^(3 d|2 d 23 h)$")] * 2)
        expect(page.locator(".chip.moving .clock.runs")).to_have_count(1)

    # Both have the board before them, so the bell of neither rises.
    kinds = [page.wait_for_function(TOLD, polling=500).json_value() for page in (host, guest)]
    mover = 0 if host.locator('[data-yours="true"]').count() else 1
    (host, guest)[mover].wait_for_function(f"async () => (await ({TOLD})() || []).includes('your_turn')", polling=500)
    assert all("game_started" in told for told in kinds)

    host.get_by_role("button", name="Ask for a pause").click()
    expect(host.locator(".banner")).to_contain_text("You have asked for a pause. Waiting for")
    expect(host.get_by_role("button", name="Withdraw")).to_be_visible()
    guest.get_by_role("button", name="Agree").click()
    for page in (host, guest):
        expect(page.locator(".banner")).to_contain_text("Paused since")
        expect(page.locator(".status-text")).to_have_text("The game is paused.")
        expect(page.locator(".board")).to_have_attribute("data-decision", "none")
        expect(page.locator(".clock.stands")).to_have_count(2)

    guest.get_by_role("button", name="Resume").click()
    for page in (host, guest):
        expect(page.locator(".banner")).to_have_count(0)
        expect(page.locator(".chip.moving .clock.runs")).to_have_count(1)
    expect(guest.locator(".log-line").last).to_contain_text("You end the pause.")

    guest.goto("/")
    host.get_by_role("button", name="Abort…").click()
    host.get_by_role("dialog").get_by_role("button", name="Abort the game").click()
    expect(guest.locator(".bell .count")).to_have_text("1")
    guest.goto(host.url)
    for page in (host, guest):
        expect(page.locator(".status-text")).to_have_text("The game was aborted. It has no result.")
        expect(page.locator(".board-dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="Resign…")).to_have_count(0)
        expect(page.locator(".bell .count")).to_be_hidden()
