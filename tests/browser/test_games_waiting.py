"""The number of games that wait, in the header."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import NewContext
from tests.browser.scenes import DESK, board

pytestmark = pytest.mark.slow(15)


def test_my_games_count_themselves(new_context: NewContext, scenes: dict[str, str]) -> None:
    page = board(new_context(viewport=DESK, reduced_motion="reduce").new_page(), "Ada Scene", scenes["spare"])
    count = page.locator("[data-games-waiting] [data-number]")
    before = int(count.inner_text())
    page.get_by_role("button", name=re.compile("Resign|Abort")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^(Resign|Abort the game)$")).click()
    expect(page.locator(".board")).to_have_attribute("data-decision", "none")
    if before == 1:
        expect(page.locator("[data-games-waiting]")).to_be_hidden()
    else:
        expect(count).to_have_text(str(before - 1))
