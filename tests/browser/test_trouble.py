"""Errors are shown as a sentence, and nothing is lost."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.line import Cutter
from tests.browser.player import YOUR_MOVE, NewContext, Player, open_solo

REST = "**/api/v1/games/**"


def choose(page: Page) -> None:
    """Choose a gem and its domino, without sending."""
    page.wait_for_selector(YOUR_MOVE)
    page.locator(".gem-button:enabled").first.click()
    expect(page.locator(".gem-button.chosen")).to_be_visible()


def test_a_move_made_without_a_line_is_sent_when_it_is_back(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    cutter = Cutter(page)
    open_solo(page)
    player = Player(page, seed=9)
    choose(page)
    page.route(REST, lambda route: route.abort())
    cutter.cut()
    expect(page.locator(".connection")).to_have_attribute("data-link", "lost")
    expect(page.locator(".gem-button.chosen")).to_be_visible()  # the choice is kept
    player.confirm()
    expect(page.get_by_role("alert")).to_contain_text("Your move is saved")
    page.unroute(REST)
    cutter.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    assert player.wait_for_decision() == "reveal"
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".log-line", has_text="You take")).to_have_count(1)


def test_a_move_for_an_earlier_moment_is_refused_with_a_sentence(new_context: NewContext) -> None:
    context = new_context(reduced_motion="reduce")
    first = context.new_page()
    open_solo(first)
    second = context.new_page()
    cutter = Cutter(second)
    second.goto(first.url)
    choose(second)
    second.route("**/view", lambda route: route.abort())
    cutter.cut()
    Player(first, seed=10).act_by_clicking("take")

    late = Player(second, seed=11)
    late.confirm()
    expect(second.get_by_role("alert")).to_have_attribute("data-code", "stale")
    rule = second.get_by_role("alert").get_by_role("link", name="The rule")
    expect(rule).to_have_attribute("href", "/rules/forgotten-treasures/#whose-turn")
    second.unroute("**/view")
    cutter.mend()
    second.evaluate("dispatchEvent(new Event('online'))")
    expect(late.board).to_have_attribute("data-decision", "reveal")
    second.get_by_role("alert").get_by_role("button", name="Close").click()
    expect(second.get_by_role("alert")).to_have_count(0)
    late.act_by_clicking("reveal")


def test_a_spectator_is_offered_no_actions(new_context: NewContext) -> None:
    player = new_context(reduced_motion="reduce").new_page()
    open_solo(player)
    watcher = new_context(reduced_motion="reduce").new_page()
    watcher.goto(player.url)
    expect(watcher.get_by_text("You are watching this game.")).to_be_visible()
    expect(watcher.locator(".market button:enabled, [data-action]")).to_have_count(0)
    Player(player, seed=12).act_by_clicking("take")
    expect(watcher.locator(".log-line").nth(1)).to_contain_text("takes")
