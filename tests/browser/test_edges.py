"""Edge cases: narrow and low screens, the tablet's header, print, a lost network, a muted player."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Error, Page, ViewportSize, expect

from tests.browser.architects import ByFinger, ByKeyboard, cells
from tests.browser.player import NewContext, Player
from tests.browser.scenes import RING, made, signed_in
from tests.live import LiveSite

pytestmark = pytest.mark.slow(60)

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 640}
LOW: ViewportSize = {"width": 1280, "height": 700}
PRINTED = 2_000_000
"""Maximum size of a finished game's print-out, in bytes."""

CONTRAST = """element => {
  const linear = (c) => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const numbers = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const ink = numbers(getComputedStyle(element).color);
  const alpha = Number(getComputedStyle(element).opacity);
  const grounds = getComputedStyle(element.closest(".status")).backgroundImage.match(/rgba?\\([^)]*\\)/g).map(numbers);
  return Math.min(...grounds.map((ground) => {
    const [one, other] = [light(ink.map((c, at) => alpha * c + (1 - alpha) * ground[at])), light(ground)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }));
}"""
COVERED = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const bar = document.querySelector(".action-bar").getBoundingClientRect();
  return box.bottom > (bar.height ? bar.top : innerHeight) + 1 || box.top < 0;
}"""
CLIPPED = """selector => [...document.querySelectorAll(selector)].filter((one) => {
  const [box, inside] = [one.getBoundingClientRect(), document.createRange()];
  inside.selectNodeContents(one);
  const text = inside.getBoundingClientRect();
  return text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 1;
}).map((one) => one.className + ": " + one.textContent)"""
UNNAMED = """() => [...document.querySelectorAll("button .height")]
  .map((one) => [one.textContent, one.closest("button").getAttribute("aria-label")])
  .filter(([count, name]) => !new RegExp(`\\\\b${count}\\\\b`).test(name)).map(([, name]) => name)"""
ROWS = """selector => new Set([...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length)
  .map((one) => one.getBoundingClientRect()).map((box) => Math.round((box.top + box.height / 2) / 12))).size"""


@pytest.fixture(scope="module")
def scenes(live_site: LiveSite) -> dict[str, str]:
    return made(live_site)


@pytest.fixture
def wrong() -> Iterator[list[str]]:
    """Collect a test's findings and report them together, because scenes take longer to reach than to check."""
    found: list[str] = []
    yield found
    assert not found, "\n".join(found)


def board(page: Page, name: str, game: str) -> Page:
    signed_in(page, name, f"/games/{game}/")
    page.wait_for_selector(".board[data-phase]")
    return page


def measured(page: Page, script: str, selector: str) -> Any:
    return page.locator(selector).first.evaluate(script)


@pytest.mark.timeout(180)
def test_on_a_desk(new_context: NewContext, scenes: dict[str, str], wrong: list[str]) -> None:
    context = new_context(viewport=DESK, reduced_motion="reduce")
    page = board(context.new_page(), "Ada Scene", scenes["live"])
    contrasts = [round(one.evaluate(CONTRAST), 1) for one in page.locator(".status.yours .rating-beside").all()]
    if not contrasts or min(contrasts) < 4.5:
        wrong.append(f"contrast of the ratings in the bar: {contrasts}")
    if (rows := page.evaluate(ROWS, ".leave > *")) != 1:
        wrong.append(f"the links beside the board take {rows} lines")
    if unnamed := page.evaluate(UNNAMED):
        wrong.append(f"piles whose number is not in their names: {unnamed}")

    page.set_viewport_size(LOW)
    page.goto(f"/games/{scenes['placing']}/")
    page.wait_for_selector(".board[data-phase]")
    if unnamed := page.evaluate(UNNAMED):
        wrong.append(f"spaces whose number is not in their names: {unnamed}")
    page.locator(".legal-cells path").first.click(force=True)
    expect(page.locator(".ghost.set")).to_be_visible()
    if clipped := page.evaluate(CLIPPED, ".hand, .hand-note"):
        wrong.append(f"clipped: {clipped}")

    # a move without a network: the page says so at once, and sends it later
    context.set_offline(True)
    page.locator('[data-action="confirm"]').click()
    try:
        expect(page.locator(".connection")).to_contain_text("offline", timeout=10_000)
    except AssertionError:
        wrong.append(f"without a network the page says {page.locator('.connection').inner_text()!r}")
    try:
        expect(page.get_by_role("alert").filter(has_text="Your move is saved")).to_be_visible(timeout=10_000)
    except AssertionError:
        wrong.append("the move is being sent, and nothing says why it takes so long")
    context.set_offline(False)
    expect(page.locator(".connection")).to_have_attribute("data-link", "live")
    expect(page.locator(".board")).not_to_have_attribute("data-decision", "place")

    watcher = new_context(viewport=DESK).new_page()
    watcher.goto(f"/games/{scenes['placing']}/")
    caption = watcher.locator(".own-pyramid .pyramid-caption").inner_text()
    if "Scene" not in caption:
        wrong.append(f"the large pyramid is nobody's: {caption!r}")

    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto("/games/mine/")
    if (rows := page.evaluate(ROWS, ".brand, .site-nav li, .site-tools > *")) != 1:
        wrong.append(f"the header takes {rows} lines on a tablet")
    if (rows := page.evaluate(ROWS, ".page-head .actions > *")) != 1:
        wrong.append(f"the buttons of My games take {rows} lines on a tablet")
    uneven = page.evaluate(
        """() => new Set([...document.querySelectorAll(".game-line .act > a:last-child")]
        .map((one) => Math.round(one.getBoundingClientRect().right))).size"""
    )
    if uneven != 1:
        wrong.append(f"the buttons of the games end at {uneven} different places")


def test_on_paper(new_context: NewContext, scenes: dict[str, str], wrong: list[str]) -> None:
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    for game in ("ended", "gold"):
        page.goto(f"/games/{scenes[game]}/")
        page.wait_for_selector(".board[data-phase]")
        size = len(page.pdf(format="A4", print_background=True))
        if size > PRINTED:
            wrong.append(f"{game} has {size} bytes on paper")
    page.emulate_media(media="print")
    for hidden in (".action-bar", ".talk", ".leave", ".board-dialog"):
        if page.locator(hidden).first.is_visible():
            wrong.append(f"{hidden} is printed")


@pytest.mark.timeout(180)
def test_on_a_phone(new_context: NewContext, live_site: LiveSite, scenes: dict[str, str], wrong: list[str]) -> None:
    context = new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = board(context.new_page(), "Ben Scene", scenes["gold"])
    main = page.locator(".result .result-links .board-button.primary")
    expect(main).to_be_visible()
    for height in (560, 640):
        page.set_viewport_size({"width": 360, "height": height})
        box = main.bounding_box()
        if box is None or box["y"] + box["height"] > height - 12:
            wrong.append(f"the main button of the result is cut at {height} px: {box}")
    if clipped := page.evaluate(CLIPPED, ".sgp-totals td"):
        wrong.append(f"numbers stick out of their cells: {clipped}")

    # chat between the bars, and a composer only for players with permission to write
    page.goto(f"/games/{scenes['live']}/")
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
    live_site.manage("shell", "--no-imports", "-v", "0", "-c", MUTED)
    page.evaluate("document.dispatchEvent(new CustomEvent('bell'))")  # events of another process are not pushed
    try:
        expect(page.locator(".chat-field")).to_have_count(0, timeout=6000)
    except AssertionError:
        wrong.append("who is muted is still offered a field to write in")

    page.set_viewport_size({"width": 320, "height": 640})
    for game in ("placing", "ended", "live", "gold"):
        page.goto(f"/games/{scenes[game]}/")
        page.wait_for_selector(".board[data-phase]")
        wide = page.evaluate(
            """() => [document.documentElement, ...document.querySelectorAll(".board-dialog")]
            .map((one) => one.scrollWidth - one.clientWidth)"""
        )
        if any(wide):
            wrong.append(f"{game} is {wide} px too wide at 320 px")
    page.set_viewport_size({"width": 320, "height": 200})
    page.goto(f"/games/{scenes['placing']}/")
    page.wait_for_selector(".board[data-phase]")
    page.evaluate("scrollTo(0, 400)")
    bars = page.evaluate(
        """[...document.querySelectorAll(".status, .action-bar")].filter((one) =>
        ["fixed", "sticky"].includes(getComputedStyle(one).position)).reduce((sum, one) => sum + one.offsetHeight, 0)"""
    )
    if bars > 80:
        wrong.append(f"bars stay over {bars} of 200 px")


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


def test_the_hint_about_holes_blocks_nothing_and_can_be_dismissed(
    new_context: NewContext, scenes: dict[str, str]
) -> None:
    hole = cells(*RING[-1])
    page = board(new_context(viewport=DESK, reduced_motion="reduce").new_page(), "Ada Scene", scenes["ring"])
    note = page.locator(".hole-note")

    def lay() -> None:
        typist = ByKeyboard(page, 1, [hole])
        typist.tab_into(".quarry-stone:enabled")
        typist.press("Enter")
        expect(page.locator('[data-focus="placing"]')).to_be_focused()
        typist.press("ArrowRight")
        typist.walk()
        expect(page.locator('[aria-live="polite"]').last).to_contain_text(re.compile("mark", re.IGNORECASE))
        typist.press("Enter")
        expect(page.locator(".ghost.set")).to_be_visible()

    lay()
    expect(note).to_contain_text("no domino can fill")
    Player(page, 1).tab_into('[data-action="no-hole-note"]')
    page.keyboard.press("Enter")
    expect(note).to_have_count(0)
    expect(page.locator('[data-action="confirm"]')).to_be_enabled()
    page.reload()
    page.wait_for_selector(".board[data-phase]")
    lay()
    expect(note).to_have_count(0)

    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = board(new_context(reduced_motion="reduce", **phone).new_page(), "Ada Scene", scenes["ring"])
    finger, note = Hesitant(page, 1, [hole]), page.locator(".hole-note")
    seq = finger.seq()
    finger.do_place()
    expect(note).to_contain_text("no domino can fill")
    note.get_by_role("button", name="Do not show again").tap()
    expect(note).to_have_count(0)
    page.locator('[data-action="pick-up"]').tap()
    expect(page.locator(".ghost.set")).to_have_count(0)
    page.evaluate("localStorage.clear()")
    finger.plan = [hole]
    finger.do_place()
    expect(note).to_be_visible()
    Player(page, 1).confirm()  # the note blocks nothing
    finger.wait_past(seq)


class Hesitant(ByFinger):
    """Places a domino and does not confirm it."""

    def confirm(self) -> None:
        expect(self.page.locator('[data-action="confirm"]')).to_be_enabled()
