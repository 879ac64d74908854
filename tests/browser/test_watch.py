"""Watching: small boards follow the games, on a desk and on a phone, and lead to the tables by keyboard; the list stays
in order without moving away from pointer and focus; a table can show each move later.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layout import fits
from tests.browser.player import SOLO, YOUR_MOVE, NewContext, open_solo
from tests.browser.scenes import DESK
from tests.browser.shown_view import BLOCK

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
    blocks = card.locator(f".small-board {BLOCK}")
    expect(card.locator(".small-board .small-pyramid")).to_be_visible()
    expect(blocks).to_have_count(0)
    player.evaluate(TURN, game)
    expect(blocks).to_have_count(2)
    fits(page)
    box = card.locator(".watch-board").bounding_box()
    assert box is not None and box["height"] > 100

    card.get_by_role("heading").get_by_role("link").press("Enter")
    page.wait_for_url(f"**/games/{game}/")


LATE = """async ([game, moves]) => {
  const { seq, events } = await (await fetch(`/api/v1/games/${game}/events`)).json();
  const played = events.filter(({ kind }) => kind === 'action' || kind === 'submission');
  return [played.at(-moves).seq - 1, seq];
}"""
"""Return the event that watchers see last who are so many moves behind, and the last one."""

RESIGN = """async (game) => {
  const token = document.querySelector('#board-csrf [name=csrfmiddlewaretoken]').value;
  const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token };
  const done = await fetch(`/api/v1/games/${game}/resign`, { method: 'POST', headers, body: '{}' });
  if (!done.ok) throw new Error(await done.text());
}"""


def id_of(page: Page) -> str:
    return page.url.rstrip("/").rsplit("/", 1)[-1]


def test_a_table_shows_its_watchers_each_move_later(new_context: NewContext) -> None:
    player = new_context().new_page()
    player.goto("/games/new/?game=forgotten-treasures")
    player.locator(f'.choice:has([name="kind-forgotten-treasures"][value="{SOLO}"])').click()
    player.get_by_label("Watchers see each move").select_option("3")
    player.get_by_role("button", name="Open the table").click()
    player.wait_for_selector(".board[data-phase]")
    expect(player.locator(".side .delay-note")).to_have_text("Watchers see this game 3 moves late.")
    game = id_of(player)

    watcher = new_context(**SCREENS["phone"]).new_page()
    watcher.goto(player.url)
    board, banner = watcher.locator(".board"), watcher.locator('[data-banner="late"]')
    expect(banner).to_have_text("You see this game 3 moves late.")
    expect(board).to_have_attribute("data-seq", "0")
    fits(watcher)
    for _ in range(2):
        player.evaluate(TURN, game)
        player.wait_for_selector(YOUR_MOVE)
    late, last = player.evaluate(LATE, [game, 3])
    assert 0 < late < last
    expect(player.locator(".board")).to_have_attribute("data-seq", str(last))
    expect(board).to_have_attribute("data-seq", str(late))

    page = new_context().new_page()
    page.goto("/games/watch/?game=forgotten-treasures")
    card = page.locator(f'.watch-card[data-table="{game}"]')
    expect(card).to_contain_text("3-move delay")
    expect(card.locator(".small-board .small-pyramid")).to_be_visible()

    player.evaluate(RESIGN, game)
    expect(banner).to_have_count(0)
    expect(board).not_to_have_attribute("data-seq", str(late))
    assert int(board.get_attribute("data-seq") or 0) > last


def test_the_list_stays_in_order(new_context: NewContext) -> None:
    page = new_context(viewport=DESK).new_page()
    players = [new_context().new_page() for _ in range(4)]

    def refresh() -> None:
        with page.expect_response(lambda answer: "/games/watch/" in answer.url):
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.evaluate("new Promise((done) => setTimeout(done))")

    def opened(number: int) -> str:
        open_solo(players[number])
        return id_of(players[number])

    def shown() -> list[str]:
        found = page.locator(".watch-card").evaluate_all("cards => cards.map((card) => card.dataset.table)")
        return [one for one in found if one in games]

    def shows(*wanted: str) -> None:
        for place, one in enumerate(wanted):
            expect(page.locator(".watch-card").nth(place)).to_have_attribute("data-table", one)

    games = [opened(0)]
    page.goto("/games/watch/?game=forgotten-treasures")
    first = page.locator(f'.watch-card[data-table="{games[0]}"]')
    expect(first.locator(".small-board .small-pyramid")).to_be_visible()
    first.evaluate("card => { card.kept = true; }")
    games.append(opened(1))
    refresh()
    shows(games[1], games[0])
    expect(page.locator(f'[data-table="{games[1]}"] .small-pyramid')).to_be_visible()
    expect(page.locator(".watch-card.top")).to_have_attribute("data-table", games[1])
    assert first.evaluate("card => card.kept"), "a card that stays keeps its board"

    link = first.get_by_role("heading").get_by_role("link")
    link.focus()
    games.append(opened(2))
    refresh()
    assert shown() == [games[1], games[0]], "nothing moves while the focus is in the list"
    expect(link).to_be_focused()
    link.blur()
    shows(games[2], games[1], games[0])

    first.hover()
    games.append(opened(3))
    refresh()
    assert shown() == [games[2], games[1], games[0]], "nothing moves under the pointer"
    page.mouse.move(1, 1)
    shows(games[3], games[2], games[1], games[0])

    players[0].evaluate(RESIGN, games[0])
    expect(first).to_have_class(re.compile(r"\bover\b"))
    refresh()
    expect(first).to_have_count(0)
