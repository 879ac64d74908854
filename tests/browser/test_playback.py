"""What others did while the reader was away is played back on the board, in each game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import NewContext, sit_down_at

TURN = """async () => {
  const { id } = JSON.parse(document.getElementById("board-frame").textContent).table;
  const csrf = document.querySelector('#board-csrf [name=csrfmiddlewaretoken]').value;
  const headers = { 'X-CSRFToken': csrf, 'Content-Type': 'application/json' };
  for (let done = 0; ; done += 1) {
    const { seq, actions } = await (await fetch(`/api/v1/games/${id}/legal-actions`)).json();
    if (actions.length === 0 || (done && actions[0].type === 'keep')) return seq;
    const body = JSON.stringify({ expected_seq: seq, action: actions[0] });
    const answer = await fetch(`/api/v1/games/${id}/actions`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
}"""
"""Decide all that the player owes, over REST; return the last event."""

WATCH = """() => {
  window.told = [];
  window.rings = [];
  window.longest = 0;
  new MutationObserver(() => {
    const board = document.querySelector('.board[data-playback]');
    const text = board?.querySelector('.status-text')?.textContent;
    if (text && window.told.at(-1) !== text) window.told.push(text);
    const rings = document.querySelectorAll('.playback-mark').length;
    if (rings) window.rings.push(rings);
    for (const one of document.getAnimations()) {
      const flies = one.effect?.target?.closest?.('.flyer');
      if (flies) window.longest = Math.max(window.longest, one.effect.getComputedTiming().endTime);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
"""Keep the sentences of a playback, how many things were marked at a time, and the longest flight (ms)."""

PLAYS = ".board[data-playback]"
LIVE = ".board[data-phase]:not([data-playback])"

GAMES = {
    "forgotten-treasures": [" takes ", " builds on stage 1"],
    "pyramido": [" builds on stage 1 with the domino from quarry space ", " places "],
    "silver-gold-pyramids": [" keeps pyramids "],
}
"""What is told of a player's first turn."""


def away_while_the_other_moves(new_context: NewContext, game: str, **screen: Any) -> tuple[Page, Page]:
    """Return the page of a player who has left the game's page, where the other has had a turn since; and the other's
    page.
    """
    pages = sit_down_at(new_context, game, screen, screen)
    moves = [page.locator(".board").get_attribute("data-decision") != "none" for page in pages]
    mover = pages[moves.index(True)]
    reader = next(page for page in pages if page is not mover)
    if all(moves):  # secretly, at the same time
        reader.evaluate(TURN)
    reader.wait_for_function("JSON.parse(localStorage.seen ?? '{}').games?.length === 1")
    address = reader.url
    reader.goto("/")
    mover.evaluate(TURN)
    reader.emulate_media(reduced_motion="no-preference")
    reader.add_init_script(f"({WATCH})()")
    reader.goto(address)
    return reader, mover


@pytest.mark.parametrize("game", GAMES)
def test_moves_made_while_away_are_played_back(new_context: NewContext, game: str) -> None:
    reader, mover = away_while_the_other_moves(new_context, game, viewport={"width": 360, "height": 640})
    reader.wait_for_selector(PLAYS)
    reader.wait_for_selector(LIVE)
    told = reader.evaluate("window.told")
    assert all(any(part in line for line in told) for part in GAMES[game]), told
    assert not any(line.startswith("You") for line in told), told
    assert reader.evaluate("window.rings.length") > 0
    assert reader.evaluate("window.longest") < 400
    latest = mover.locator(".board").get_attribute("data-seq")
    expect(reader.locator(LIVE)).to_have_attribute("data-seq", latest or "")
    expect(reader.locator(".playback-mark")).to_have_count(0)

    reader.reload()
    reader.wait_for_selector(LIVE)
    assert reader.evaluate("window.told") == [], "it was seen"

    reader.get_by_role("button", name="Last moves").click()
    reader.wait_for_selector(PLAYS)
    reader.get_by_role("button", name="Skip").click()
    reader.wait_for_selector(LIVE)
    assert reader.evaluate("window.told.length") == 1


def test_a_playback_is_skipped_by_a_key_and_by_a_press_on_the_board(new_context: NewContext) -> None:
    reader, _ = away_while_the_other_moves(new_context, "pyramido", viewport={"width": 1280, "height": 800})
    again = reader.get_by_role("button", name="Last moves")
    reader.wait_for_selector(PLAYS)
    expect(again).to_have_count(0)
    reader.keyboard.press("Escape")
    reader.wait_for_selector(LIVE)
    again.press("Enter")
    reader.wait_for_selector(PLAYS)
    expect(reader.get_by_role("button", name="Skip")).to_be_focused()
    reader.locator(".own-pyramid").click()
    reader.wait_for_selector(LIVE)
    expect(reader.locator(".board")).to_have_attribute("data-decision", "place")


@pytest.mark.parametrize("game", GAMES)
def test_with_reduced_motion_nothing_plays_until_it_is_asked_for_and_nothing_moves(
    new_context: NewContext, game: str
) -> None:
    reader, _ = away_while_the_other_moves(new_context, game, viewport={"width": 768, "height": 1024})
    reader.emulate_media(reduced_motion="reduce")
    reader.evaluate("localStorage.seen = localStorage.seen.replace(/,\\d+\\]/, ',0]')")
    reader.reload()
    reader.wait_for_selector(LIVE)
    again = reader.get_by_role("button", name="Last moves")
    expect(again).to_be_visible()
    assert reader.evaluate("window.told") == []
    again.click()
    reader.wait_for_selector(PLAYS)
    reader.wait_for_selector(LIVE)
    told = reader.evaluate("window.told")
    assert all(any(part in line for line in told) for part in GAMES[game]), told
    assert reader.evaluate("window.longest") == 0


def test_a_page_that_was_hidden_plays_what_came_meanwhile(new_context: NewContext) -> None:
    pages = sit_down_at(new_context, "pyramido", *[{"viewport": {"width": 1280, "height": 800}}] * 2)
    mover = next(page for page in pages if page.locator(".board").get_attribute("data-decision") != "none")
    reader = next(page for page in pages if page is not mover)
    reader.emulate_media(reduced_motion="no-preference")
    reader.evaluate(WATCH)
    hide = """hidden => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    reader.evaluate(hide, True)
    last = mover.evaluate(TURN)
    expect(reader.locator(".board")).to_have_attribute("data-seq", str(last))
    assert reader.evaluate("window.told") == []
    reader.evaluate(hide, False)
    reader.wait_for_selector(PLAYS)
    reader.wait_for_selector(LIVE)
    told = reader.evaluate("window.told")
    assert GAMES["pyramido"][0] in told[0], told
