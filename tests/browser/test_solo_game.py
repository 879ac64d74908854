"""A whole solo game to its final score: by clicking, and by keyboard only."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.player import DECISIONS_OF_A_GAME, SOLO, Player, open_solo

pytestmark = pytest.mark.slow(40)


def final_scores(page: Page) -> list[int]:
    """Return the scores in the result, seat by seat; check that the score sheet agrees."""
    expect(page.locator(".board-dialog.result")).to_be_visible()
    scores = []
    for seat in range(2):
        points = page.locator(f'[data-final="{seat}"]').inner_text().split()[0]
        expect(page.locator(f'.sheet [data-total="{seat}"]')).to_have_text(points)
        scores.append(int(points))
    return scores


@pytest.mark.sampled(one_of=6, of="whole games in the browser")
@pytest.mark.timeout(150)
def test_by_clicking(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    open_solo(page)
    player = Player(page, seed=1)
    seen = set()
    for _ in range(DECISIONS_OF_A_GAME):
        decision = player.wait_for_decision()
        if decision == "over":
            break
        seen.add(decision)
        expect(page).to_have_title(re.compile("^● Your turn – .*Forgotten Treasures"))
        player.act_by_clicking(decision)
    assert seen == {"take", "reveal", "place", "score"}
    mine, legends = final_scores(page)
    won = page.get_by_role("heading", name=f"You win with {mine} points!")
    lost = page.get_by_role("heading", name=f"The Legend wins with {legends} points.")
    expect((won if mine > legends else lost).first).to_be_visible()
    expect(page).to_have_title(re.compile("^Pyramido: Forgotten Treasures"))

    page.locator("summary", has_text="Check the shuffles").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the whole game").click()
    assert '"pyramido-game/1"' in download.value.path().read_text()


@pytest.mark.sampled(one_of=6, of="whole games in the browser")
@pytest.mark.timeout(150)
def test_by_keyboard_only(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    page.goto("/")
    player = Player(page, seed=2)
    player.tab_into(f'button[value="{SOLO}"]')
    player.press("Enter")
    page.wait_for_selector(".board[data-phase]")
    for _ in range(DECISIONS_OF_A_GAME):
        decision = player.wait_for_decision()
        if decision == "over":
            break
        player.act_by_keyboard(decision)
    final_scores(page)
    player.tab_into(".board-dialog.result .close-button")
    player.press("Enter")
    expect(page.locator(".board-dialog.result")).to_have_count(0)
