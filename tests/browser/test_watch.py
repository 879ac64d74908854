"""Watching: small boards follow the games, on a desk and on a phone, and lead to the tables by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.layout import fits
from tests.browser.player import NewContext, open_solo
from tests.browser.scenes import DESK

SCREENS: dict[str, dict[str, Any]] = {"desk": {"viewport": DESK}, "phone": {"viewport": {"width": 360, "height": 640}}}

TURN = """async (game) => {
  const headers = {
    'Content-Type': 'application/json',
    'X-CSRFToken': document.querySelector('#board-csrf [name=csrfmiddlewaretoken]').value,
  };
  for (let last = ''; last !== 'place';) {
    const { seq, actions } = await (await fetch(`/api/v1/games/${game}/legal-actions`)).json();
    const body = JSON.stringify({ expected_seq: seq, action: actions[0] });
    const done = await fetch(`/api/v1/games/${game}/actions`, { method: 'POST', headers, body });
    if (!done.ok) throw new Error(await done.text());
    last = actions[0].type;
  }
}"""
"""Play up to the first domino that is placed."""


@pytest.mark.sampled(one_of=2)
@pytest.mark.parametrize("screen", SCREENS)
def test_watching(new_context: NewContext, screen: str) -> None:
    player = new_context().new_page()
    open_solo(player)
    player.wait_for_selector(".board[data-phase]")
    game = player.url.rstrip("/").rsplit("/", 1)[-1]

    page = new_context(**SCREENS[screen]).new_page()
    page.goto("/games/watch/?game=forgotten-treasures")
    card = page.locator(f'.watch-card[data-table="{game}"]')
    blocks = card.locator(".small-board .block")
    expect(card.locator(".small-board .small-pyramid")).to_be_visible()
    expect(blocks).to_have_count(0)
    player.evaluate(TURN, game)
    expect(blocks).to_have_count(2)
    fits(page)
    box = card.locator(".watch-board").bounding_box()
    assert box is not None and box["height"] > 100

    card.get_by_role("heading").get_by_role("link").press("Enter")
    page.wait_for_url(f"**/games/{game}/")
