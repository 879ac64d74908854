"""A game of two people in two browsers, to its end: a page reloaded and a connection cut, with nothing lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Cutter
from tests.browser.player import DECISIONS_OF_A_GAME, YOUR_MOVE, NewContext, Player, open_at_once

pytestmark = pytest.mark.slow(90)


def sit_down_together(new_context: NewContext) -> tuple[Page, Page]:
    """Open a table for two as the first player, and join it through its address as the second."""
    host, guest = (new_context(reduced_motion="reduce").new_page() for _ in range(2))
    open_at_once(host, "forgotten-treasures", "seats-2")
    host.wait_for_selector("#share-address")
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.wait_for_selector(".board[data-phase]")
    return host, guest


def whose_turn(players: list[Player]) -> Player | None:
    """Return the player who is to decide next, or None when the game is over."""
    for page in (player.page for player in players):
        page.wait_for_selector('.board[data-sending="nothing"]')
    for player in players:
        if player.decision() not in {"none", "over"}:
            return player
    return None


def in_step(pages: list[Page]) -> None:
    """Wait until every page shows the same moment of the game."""
    seq = max(int(page.locator(".board").get_attribute("data-seq") or 0) for page in pages)
    for page in pages:
        page.wait_for_function("seq => Number(document.querySelector('.board')?.dataset.seq) >= seq", arg=seq)


def log_of(page: Page) -> list[str]:
    return page.locator(".log-line .log-text").all_inner_texts()


@pytest.mark.timeout(300)
def test_to_the_end_with_a_reload_and_a_cut_line(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context)
    cutter = Cutter(guest)
    guest.reload()
    guest.wait_for_selector(".board[data-phase]")
    pages = [host, guest]
    players = [Player(host, seed=3), Player(guest, seed=4)]
    reloaded = cut = mended = False
    for moves in range(2 * DECISIONS_OF_A_GAME):
        in_step(pages)
        player = whose_turn(players)
        if player is None:
            break
        decision = player.decision()
        if moves > 12 and not reloaded and player.page is host and decision == "place":
            seq, log = player.seq(), log_of(host)
            host.reload()
            assert player.wait_for_decision() == "place"
            assert player.seq() == seq
            expect(host.locator(".log-line")).to_have_count(len(log))
            assert log_of(host) == log
            reloaded = True
        if moves > 24 and not cut and player.page is guest and decision == "take":
            cutter.cut()
            expect(guest.locator(".connection")).not_to_have_attribute("data-link", "live")
            player.act_by_clicking(decision)  # over REST, while the connection is down
            cut = True
            continue
        if cut and not mended and player.page is host and decision == "place":
            player.act_by_clicking(decision)
            cutter.mend()
            guest.evaluate("dispatchEvent(new Event('online'))")
            expect(guest.locator(".connection")).to_have_attribute("data-link", "live")
            mended = True
            continue
        if decision == "score" and player.page.locator(".sent-note").count():
            player = next(other for other in players if other is not player)
            decision = player.wait_for_decision()
        player.act_by_clicking(decision)
    assert reloaded and cut and mended
    for page in pages:
        expect(page.locator(".board-dialog.result")).to_be_visible()
    totals = [[page.locator(f'.sheet [data-total="{seat}"]').inner_text() for seat in range(2)] for page in pages]
    assert totals[0] == totals[1]
    # both have seen the same events, each in their own language
    expect(guest.locator(".log-line")).to_have_count(host.locator(".log-line").count())


@pytest.mark.timeout(120)
def test_a_placing_is_taken_back_and_a_player_resigns(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context)
    players = [Player(host, seed=5), Player(guest, seed=6)]
    player = whose_turn(players)
    assert player is not None
    other = next(one for one in players if one is not player)
    for decision in ("take", "reveal", "place"):
        assert player.wait_for_decision() == decision
        player.act_by_clicking(decision)
    expect(player.page.locator(".status-text")).to_contain_text("is choosing a domino and a gem")
    player.page.get_by_role("button", name="Take back", exact=True).click()
    assert player.wait_for_decision() == "place"
    expect(other.page.locator(".log-line").last).to_contain_text("takes back the last move")
    player.act_by_clicking("place")

    other.page.wait_for_selector(YOUR_MOVE)
    expect(other.page.get_by_role("button", name="Abort…")).to_be_visible()  # until all players have moved
    other.act_by_clicking("take")
    other.page.get_by_role("button", name="Resign…").click()
    other.page.get_by_role("button", name="Continue playing").click()
    expect(other.page.locator(".board-dialog")).to_have_count(0)
    other.page.get_by_role("button", name="Resign…").click()
    other.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(player.page.get_by_role("heading", name="You win: all the others have left.").first).to_be_visible()
    expect(other.page.locator(".board-dialog.result")).to_be_visible()
