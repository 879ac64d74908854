"""A move without a network: the page says so at once, keeps the move, and sends it when the network returns."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.player import NewContext
from tests.browser.scenes import DESK, board

pytestmark = pytest.mark.slow(15)


def test_a_move_is_sent_when_the_network_returns(new_context: NewContext, scenes: dict[str, str]) -> None:
    context = new_context(viewport=DESK, reduced_motion="reduce")
    page = board(context.new_page(), "Ada Scene", scenes["offline"])
    page.locator(".legal-cells path").first.click(force=True)
    expect(page.locator(".ghost.set")).to_be_visible()
    context.set_offline(True)
    page.locator('[data-action="confirm"]').click()
    expect(page.locator(".connection")).to_contain_text("offline", timeout=10_000)
    expect(page.get_by_role("alert").filter(has_text="Your move is saved")).to_be_visible(timeout=10_000)
    context.set_offline(False)
    expect(page.locator(".connection")).to_have_attribute("data-link", "live")
    expect(page.locator(".board")).not_to_have_attribute("data-decision", "place")
