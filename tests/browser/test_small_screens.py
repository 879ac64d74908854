"""On small screens nothing is wider than the screen, touch targets are large enough for a thumb, and bars hide nothing
permanently: at 360 px in every phase of a game, at 320 px at moments of each game.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.architects import WITH_GAPS, ByFinger
from tests.browser.explorers import Explorer
from tests.browser.layout import CLIPPED, WHOLE_BOARD, fits
from tests.browser.player import DECISIONS_OF_A_GAME, NewContext, Player, open_panel, open_solo, sit_down_at
from tests.browser.scenes import DESK, board
from tests.browser.six_things import in_sight
from tests.live import LiveSite

pytestmark = pytest.mark.slow(45)

PHONE = {"width": 360, "height": 640}
SMALL_PHONE = {"width": 360, "height": 560}
COVERED = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const bar = document.querySelector(".action-bar").getBoundingClientRect();
  return box.bottom > (bar.height ? bar.top : innerHeight) + 1 || box.top < 0;
}"""


@pytest.mark.timeout(150)
def test_no_phase_overflows_at_360_px(new_context: NewContext) -> None:
    page = new_context(viewport=SMALL_PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce").new_page()
    open_solo(page)
    player = Player(page, seed=7)
    looked = set()
    for _ in range(DECISIONS_OF_A_GAME):
        decision = player.wait_for_decision()
        stage = page.locator(".score-sheet .now th").text_content() if decision != "over" else ""
        if (decision, stage) not in looked:
            looked.add((decision, stage))
            fits(page)
            if decision == "score":
                clear = page.locator('[data-action="clear"]')
                if clear.count():
                    clear.click()
                    fits(page)
                    page.locator('[data-action="best"]').click()
        if decision == "over" or {("score", "2"), ("place", "2")} <= looked:
            break
        player.act_by_clicking(decision)
    open_panel(page)
    fits(page)
    page.get_by_role("button", name="Resign…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    fits(page)
    page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator(".board-dialog.result")).to_be_visible()
    fits(page)


def test_the_panel_and_the_menu_are_opened_by_the_strip(new_context: NewContext, scenes: dict[str, str]) -> None:
    page = on_a_phone(new_context, scenes["placing"])
    header, panel = page.locator(".site-header"), page.locator(".side")
    expect(header).to_be_hidden()
    expect(panel).to_be_hidden()
    open_panel(page)
    expect(page.get_by_role("tab", name="Log")).to_be_in_viewport()
    page.get_by_role("button", name="Menu of the site").click()
    expect(header.get_by_role("link", name="My games")).to_be_in_viewport()
    page.get_by_role("button", name="Menu of the site").click()
    expect(header).to_be_hidden()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator('[data-toggle="more"]')).to_be_focused()
    page.locator(".chip[data-look]").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def on_a_phone(new_context: NewContext, game: str) -> Page:
    """Return the page of a game as Ben sees it on a phone."""
    context = new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    return board(context.new_page(), "Ben Scene", game)


@pytest.mark.parametrize("game", ["forgotten-treasures", "pyramido"])
def test_taking_back_is_in_sight_while_it_is_possible(new_context: NewContext, game: str) -> None:
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    pages = sit_down_at(new_context, game, phone, phone)
    page = next(page for page in pages if page.locator(".board").get_attribute("data-decision") != "none")
    player = ByFinger(page, 3, WITH_GAPS) if game == "pyramido" else Player(page, 3)
    while (decision := player.wait_for_decision()) != "place":
        player.act_by_clicking(decision)
    if isinstance(player, ByFinger):
        player.act()
    else:
        player.act_by_clicking("place")
    take_back = page.get_by_role("button", name="Take back")
    expect(take_back).to_be_in_viewport(ratio=1)
    in_sight(page, player.decision())
    take_back.tap()
    expect(page.locator(".board")).to_have_attribute("data-decision", "place")
    expect(take_back).to_have_count(0)


def test_the_result_is_not_cut_off(new_context: NewContext, scenes: dict[str, str], wrong: list[str]) -> None:
    page = on_a_phone(new_context, scenes["gold"])
    main = page.locator(".result .result-links .board-button.primary")
    expect(main).to_be_visible()
    for height in (560, 640):
        page.set_viewport_size({"width": 360, "height": height})
        box = main.bounding_box()
        if box is None or box["y"] + box["height"] > height - 12:
            wrong.append(f"the main button of the result is cut at {height} px: {box}")
    if clipped := page.evaluate(CLIPPED, ".sgp-totals td"):
        wrong.append(f"numbers stick out of their cells: {clipped}")


def test_the_chat_is_between_the_bars_and_not_for_the_muted(
    new_context: NewContext, live_site: LiveSite, scenes: dict[str, str], wrong: list[str]
) -> None:
    page = on_a_phone(new_context, scenes["live"])
    open_panel(page)
    page.get_by_role("tab", name="Chat").click()
    expect(page.locator(".chat-field")).to_be_visible()
    page.locator(".chat-field").focus()
    try:
        page.wait_for_function(f"!({COVERED})('.chat-form')", timeout=3000)  # scrolling may not have finished
    except Error:
        wrong.append("the composer lies under the bar")
    ada = board(new_context(viewport=DESK).new_page(), "Ada Scene", scenes["live"])
    ada.get_by_role("tab", name="Chat").click()
    page.locator(".chat-lines").scroll_into_view_if_needed()
    ada.locator(".chat-field").fill("Are you there?")
    ada.locator(".chat-field").press("Enter")
    expect(page.locator(".chat-text").last).to_have_text("Are you there?")
    live_site.run(MUTED)
    page.evaluate("document.dispatchEvent(new CustomEvent('bell'))")  # events of another process are not pushed
    try:
        expect(page.locator(".chat-field")).to_have_count(0, timeout=6000)
    except AssertionError:
        wrong.append("who is muted is still offered a field to write in")


MUTED = """
from accounts.models import User
from games.moderation.selectors import roles
from games.moderation.services.give_role import give
from games.moderation.services import decide as decisions
from pyramido_site.infrastructure.site_clock import now_ms
ben = User.objects.get(display_name="Ben Scene")
judge = User.objects.create_user("Judge Scene")
give(judge, roles.MODERATOR)
decisions.decide(User.objects.get(pk=judge.pk), "mute", ben, "Rude words.", until_ms=now_ms() + 3_600_000)
"""


def test_nothing_overflows_at_320_px(new_context: NewContext, scenes: dict[str, str]) -> None:
    page = on_a_phone(new_context, scenes["placing"])
    page.set_viewport_size({"width": 320, "height": 640})
    too_wide = {}
    for game in ("placing", "ended", "live", "gold"):
        page.goto(f"/games/{scenes[game]}/")
        page.wait_for_selector(WHOLE_BOARD)
        too_wide[game] = page.evaluate(
            """() => [document.documentElement, ...document.querySelectorAll(".board-dialog")]
            .map((one) => one.scrollWidth - one.clientWidth)"""
        )
    assert not {game: wide for game, wide in too_wide.items() if any(wide)}


def test_bars_leave_room_on_a_very_low_screen(new_context: NewContext, scenes: dict[str, str]) -> None:
    page = on_a_phone(new_context, scenes["placing"])
    page.set_viewport_size({"width": 320, "height": 200})
    page.goto(f"/games/{scenes['placing']}/")
    page.wait_for_selector(WHOLE_BOARD)
    page.evaluate("scrollTo(0, 400)")
    bars = page.evaluate(
        """[...document.querySelectorAll(".head, .action-bar")].filter((one) =>
        ["fixed", "sticky"].includes(getComputedStyle(one).position)).reduce((sum, one) => sum + one.offsetHeight, 0)"""
    )
    assert bars <= 80


def test_enlarged_by_four_a_pyramid_lies_between_its_tools_and_the_bar(new_context: NewContext) -> None:
    page, other = sit_down_at(new_context, "silver-gold-pyramids", *[{"viewport": {"width": 320, "height": 256}}] * 2)
    for player in (Explorer(page, 1), Explorer(other, 2)):
        player.send(player.keep)
    page.wait_for_selector('.board[data-decision="mark"]')
    parts = [".tool", ".work-card.active", ".action-bar"]
    above, card, below = (box for part in parts if (box := page.locator(part).bounding_box()) is not None)
    assert card["width"] > 200
    assert above["y"] + above["height"] <= card["y"] and card["y"] + card["height"] <= below["y"]
    page.locator("[data-lit]").first.click()
