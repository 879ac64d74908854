"""Quick pairing in browsers: two users with the same choice meet at one table."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.layout import fits
from tests.browser.player import NewContext

TABLE = "**/games/*/"
ROUND_THE_PAGE = 60


def tab_to(page: Page, selector: str) -> None:
    for _ in range(ROUND_THE_PAGE):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way by Tab to {selector}")


def test_two_users_with_the_same_choice_meet_at_one_table(new_context: NewContext) -> None:
    """One with the mouse, in two tabs and after a reload; the other with the keyboard, on a phone."""
    keys = new_context(viewport={"width": 360, "height": 740}).new_page()
    keys.goto("/games/")
    expect(keys.locator("#quick-others")).not_to_contain_text("15 min + 15 s")
    context = new_context()
    mouse = context.new_page()
    mouse.goto("/")
    mouse.get_by_role("button", name="Silver & Gold: Pyramids: 15 min + 15 s").click()
    expect(mouse.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    expect(mouse.locator("[data-others]")).to_have_text("no other players waiting")
    expect(mouse).to_have_title(re.compile("^0:[0-9][1-9] · Looking for an opponent"))
    mouse.reload()
    expect(mouse.locator("[data-clock]")).not_to_have_text("0:00")
    other_tab = context.new_page()
    other_tab.goto(mouse.url)
    lobby = context.new_page()
    lobby.goto("/games/")
    expect(lobby.locator(".quick-own")).to_contain_text("Silver & Gold: Pyramids · 2 players · 15 min + 15 s")

    expect(keys.locator("#quick-others li")).to_contain_text(
        ["Silver & Gold: Pyramids · 2 players · 15 min + 15 s · unrated"]
    )
    fits(keys)
    tab_to(keys, "[name=shown]")
    keys.keyboard.press("ArrowLeft")
    expect(keys.get_by_role("radio", name="Silver & Gold: Pyramids")).to_be_checked()
    tab_to(keys, "[name=players]")
    keys.keyboard.press("ArrowRight")
    expect(keys.get_by_role("radio", name="3")).to_be_checked()
    keys.keyboard.press("ArrowLeft")
    tab_to(keys, 'button[value="silver-gold-pyramids/fischer-900-15-1800"]')
    keys.keyboard.press("Enter")
    keys.wait_for_url(TABLE)
    for page in (mouse, other_tab):
        page.wait_for_url(keys.url)
        expect(page.locator(".board")).to_be_visible()
    keys.go_back()
    assert "/pairing/" not in keys.url, "the waiting page is not in the browser's history"


def test_without_scripts_the_page_asks_by_itself(new_context: NewContext) -> None:
    pages = [new_context(java_script_enabled=False).new_page() for _ in range(2)]
    for page in pages:
        page.goto("/pairing/")
        page.get_by_role("button", name="Pyramido: 15 min + 15 s", exact=True).click()
    for page in pages:
        page.wait_for_url(TABLE)
    assert pages[0].url == pages[1].url
    stander = new_context(java_script_enabled=False).new_page()
    stander.goto("/pairing/")
    stander.get_by_label("Games at a time", exact=True).select_option("3")
    stander.get_by_role("button", name="Start a recurring search").click()
    expect(stander.get_by_text("0 of 3 games in progress.")).to_be_visible()
    stander.get_by_role("combobox", name="Games at a time:").select_option("1")
    stander.get_by_role("button", name="Change").click()
    expect(stander.get_by_text("0 of 1 games in progress.")).to_be_visible()
    stander.get_by_role("button", name="Cancel").click()
    expect(stander.get_by_text("games in progress.")).to_have_count(0)


def test_a_search_goes_on_beside_a_game_against_the_computer(new_context: NewContext) -> None:
    seeker = new_context(viewport={"width": 360, "height": 640}).new_page()
    seeker.goto("/pairing/")
    seeker.get_by_role("radio", name="3", exact=True).check()
    seeker.get_by_role("button", name="Pyramido: Forgotten Treasures: 5 min + 5 s").click()
    search = seeker.url
    seeker.get_by_role("button", name="Play the computer").click()
    seeker.wait_for_selector(".board[data-phase]")
    strip = seeker.locator(".seek-strip")
    expect(strip).to_contain_text("Looking for opponents · Pyramido: Forgotten Treasures · 5 min + 5 s")
    expect(strip.locator(".seek-strip-time")).to_have_text(re.compile("^[0-9]+:[0-9]{2}$"))
    fits(seeker)
    strip.get_by_role("link", name="View").click()
    seeker.wait_for_url(search)
    expect(strip).to_have_count(0)


def test_a_player_who_plays_meanwhile_is_taken_to_the_table(new_context: NewContext) -> None:
    seeker, other = (new_context().new_page() for _ in range(2))
    for page in (seeker, other):
        page.goto("/pairing/")
    pick = "Silver & Gold: Pyramids: 5 min + 5 s"
    seeker.get_by_role("button", name=pick).click()
    seeker.get_by_role("button", name="Play the computer").click()
    seeker.wait_for_selector(".board[data-phase]")
    against = seeker.url
    seeker.goto("/leaderboards/")
    other.get_by_role("button", name=pick).click()
    other.wait_for_url(TABLE)
    seeker.wait_for_url(other.url)
    assert seeker.url != against
    expect(seeker.locator(".seek-strip")).to_have_count(0)
