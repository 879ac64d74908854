"""The computer at the table: whole games against it, seats filled by the host, taking over a seat, and hints."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.explorers import DECISIONS, Explorer
from tests.browser.layout import fits
from tests.browser.player import NewContext, Player, open_table

pytestmark = pytest.mark.slow(40)

GAMES = ["forgotten-treasures", "pyramido", "silver-gold-pyramids"]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
OWED = '.board[data-sending="nothing"]:has(.status-text[data-yours="true"]), .board[data-phase="over"]'
HINT_MS = 40_000
"""Time limit (ms) for a hint, generous because other tests use the processor too."""


def against_the_computer(page: Page, game: str) -> None:
    """Start a game against the computer with one click on the page of the rules."""
    page.goto(f"/rules/{game}/")
    page.locator(f'form[data-game="{game}"]').get_by_role("button", name="against Nebu").click()
    page.wait_for_selector(".board[data-phase]")


WHOLE = "text => text.scrollWidth <= text.clientWidth + 1 && text.scrollHeight <= text.clientHeight + 1"
"""Whether no part of a text is cut off."""


def owed(page: Page) -> str:
    """Wait for the computer; return the kind of the next decision, or `over`."""
    page.wait_for_selector(OWED, timeout=HINT_MS)
    board = page.locator(".board")
    return "over" if board.get_attribute("data-phase") == "over" else str(board.get_attribute("data-decision"))


def take_hint(page: Page, *, by_keyboard: bool = False) -> None:
    """Take a hint, which is laid out and marked, and send it."""
    expect(page.locator(".hint-note")).to_have_attribute("data-hint", "there", timeout=HINT_MS)
    expect(page.locator(".hint-note")).to_contain_text("Hint:")
    expect(page.locator("[data-hinted]").first).to_be_visible()
    seq = page.locator(".board").get_attribute("data-seq")
    confirm = page.locator('[data-action="confirm"]')
    expect(confirm).to_be_enabled()
    if by_keyboard:
        Player(page, 0).tab_into('[data-action="confirm"]')
        page.keyboard.press("Enter")
    else:
        confirm.click()
    expect(page.locator(".board")).not_to_have_attribute("data-seq", str(seq))


@pytest.mark.sampled(one_of=6, of="whole games in the browser")
@pytest.mark.timeout(300)
def test_a_whole_game_against_the_computer(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    against_the_computer(page, "silver-gold-pyramids")
    name = page.locator(".other .other-name")
    expect(name.locator(".name")).to_have_text("Nebu")
    expect(name.locator(".computer-badge")).to_contain_text("AI")
    expect(name).to_contain_text("NebuAI, computer player")
    player = Explorer(page, 11)
    for _ in range(DECISIONS):
        if owed(page) == "over":
            break
        player.act()
    result = page.locator(".board-dialog.result")
    expect(result.locator(".ranking li")).to_have_count(2)
    expect(result.locator(".ranking li", has_text="Nebu").locator(".computer-badge")).to_be_visible()
    expect(page.locator(".log-line", has_text="Step 28")).to_have_count(1)
    expect(result.get_by_role("button", name="Play again")).to_be_visible()


@pytest.mark.sampled(one_of=6, of="hints in the browser")
@pytest.mark.timeout(200)
@pytest.mark.parametrize("game", GAMES)
def test_some_turns_by_hints(new_context: NewContext, game: str) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    against_the_computer(page, game)
    asked: set[str] = set()
    for turn in range(9):
        asked.add(owed(page))
        if turn % 2:
            page.keyboard.press("h")
        else:
            page.get_by_role("button", name="Hint").click()
        take_hint(page, by_keyboard=turn % 2 == 1)
        # the hint disappears with its decision
        expect(page.locator('[data-hint="there"]')).to_have_count(0)
        expect(page.locator("[data-hinted]")).to_have_count(0)
    assert len(asked) > 1
    expect(page.locator(".log-line .log-chip").first).to_be_visible()


@pytest.mark.sampled(one_of=6, of="hints in the browser")
@pytest.mark.timeout(200)
@pytest.mark.parametrize("game", GAMES)
def test_hints_on_a_phone(new_context: NewContext, game: str) -> None:
    page = new_context(reduced_motion="reduce", **PHONE).new_page()
    against_the_computer(page, game)
    for _ in range(4):
        owed(page)
        fits(page)
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator(".hint-note")).to_have_attribute("data-hint", "there", timeout=HINT_MS)
        expect(page.locator("[data-hinted]").first).to_be_in_viewport()
        fits(page)
        assert page.locator(".hint-note > span").evaluate(WHOLE)
        take_hint(page)
        assert page.locator(".status-text").evaluate(WHOLE)


def test_a_hint_for_a_scoring(new_context: NewContext) -> None:
    """Against the Legend: up to the first scoring, whose hint fills in the areas to activate."""
    page = new_context(reduced_motion="reduce").new_page()
    page.goto("/")
    page.get_by_role("button", name="Play alone").first.click()
    page.wait_for_selector(".board[data-phase]")
    player = Player(page, 5)
    while (decision := player.wait_for_decision()) != "score":
        player.act_by_clicking(decision)
    page.keyboard.press("h")
    expect(page.locator(".hint-note")).to_have_attribute("data-hint", "there", timeout=HINT_MS)
    expect(page.locator('[data-action="confirm"]')).to_be_enabled()
    expect(page.locator(".area-row.hinted .hint-sign")).to_have_count(page.locator(".area-row:not(.off)").count())
    first = page.locator(".area-row .area-toggle").first
    first.click()  # no longer what was suggested
    expect(page.locator('[data-hint="there"]')).to_have_count(0)
    expect(page.locator(".area-row .hint-sign")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".hint-note")).to_have_attribute("data-hint", "there", timeout=HINT_MS)
    page.locator('[data-action="confirm"]').click()
    # The hint may score less in this stage, but has said so: the board does not ask.
    expect(page.locator(".board")).not_to_have_attribute("data-decision", "score")


def test_a_hint_that_is_refused_or_does_not_come(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    page.clock.install()
    against_the_computer(page, "silver-gold-pyramids")
    owed(page)
    problem = {"type": "about:blank", "title": "Too Many Requests", "status": 429, "code": "throttled"}

    def refuse(route: Route) -> None:
        route.fulfill(status=429, content_type="application/problem+json", json={**problem, "detail": "Slowly."})

    note = page.locator(".hint-note")
    page.route("**/hint", refuse)
    page.get_by_role("button", name="Hint").click()
    expect(note).to_have_attribute("data-hint", "failed")
    expect(note).to_have_text("Slowly.")
    page.unroute("**/hint")

    gone = {
        **problem,
        "title": "Not Found",
        "status": 404,
        "code": "no_hint",
        "detail": "You have not asked for a hint.",
    }

    def forget(route: Route) -> None:
        """Accept the request for a hint, and have forgotten it when the page asks again."""
        if route.request.method == "POST":
            route.fulfill(status=202, json={"seq": 0, "action": None})
        else:
            route.fulfill(status=404, content_type="application/problem+json", json=gone)

    page.route("**/hint", forget)
    page.get_by_role("button", name="Hint").click()
    expect(note).to_have_text("Thinking…")
    page.clock.run_for(40_000)
    expect(note).to_have_attribute("data-hint", "failed")
    expect(note).to_contain_text("The hint took too long")
    page.unroute("**/hint")

    page.get_by_role("button", name="Hint").click()
    take_hint(page)


def test_the_host_fills_the_seats(new_context: NewContext) -> None:
    host = new_context().new_page()
    open_table(host, "silver-gold-pyramids", "seats-4")
    host.wait_for_selector("#share-address")
    visitor = new_context(**PHONE).new_page()
    visitor.goto(host.url)
    host.get_by_role("combobox", name="Computer player for seat 3").select_option("random")
    host.get_by_role("button", name=re.compile("^Add ?: seat 3")).click()
    expect(host.locator('.seats [data-seat="2"]')).to_contain_text("Miu")
    expect(visitor.locator('.seats [data-seat="2"] .computer-badge')).to_be_visible()
    expect(visitor.get_by_role("button", name=re.compile("^(Add|Remove) ?: seat|Fill all"))).to_have_count(0)
    fits_the_page(visitor)

    # another player joins and leaves: the host's choice and the focus are kept
    choice = host.get_by_role("combobox", name="Computer player for seat 4")
    choice.select_option("search:300ms")
    choice.focus()
    visitor.get_by_role("button", name="Sit down").click()
    expect(visitor.locator(".seats .tag.turn")).to_be_visible()
    expect(host.locator(".seats .mark.free")).to_have_count(1)
    expect(choice).to_have_value("search:300ms")
    expect(choice).to_be_focused()
    visitor.get_by_role("button", name="Leave the table").click()
    expect(host.locator(".seats .mark.free")).to_have_count(2)

    host.get_by_role("button", name=re.compile("^Remove ?: seat 3")).click()
    expect(host.locator(".seats .mark.free")).to_have_count(3)
    host.get_by_role("combobox", name="Computer player for all empty seats").select_option("greedy")
    host.get_by_role("button", name="Fill all empty seats and start").click()
    host.wait_for_selector(".board[data-phase]")
    names = host.locator(".other .other-name .name")
    expect(names).to_have_text(["Nebu 1", "Nebu 2", "Nebu 3"])


def fits_the_page(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.timeout(300)
def test_the_computer_takes_over_for_a_player_who_leaves(new_context: NewContext) -> None:
    host = new_context(reduced_motion="reduce").new_page()
    host.goto("/games/new/?game=silver-gold-pyramids&kind=seats-3")
    expect(host.get_by_role("combobox", name="If a player leaves the game")).to_have_value("greedy")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_selector("#share-address")
    guest = new_context(reduced_motion="reduce").new_page()
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    host.get_by_role("button", name=re.compile("^Add ?: seat 3")).click()
    for page in (host, guest):
        page.wait_for_selector(".board[data-phase]")
        expect(page.locator(".hint-button")).to_have_count(0)  # another person took over
        Explorer(page, 1).act()
    guest.get_by_role("button", name="Resign…").click()
    expect(guest.get_by_role("dialog")).to_contain_text("The computer (Nebu) takes over your seat.")
    guest.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    left_game = re.compile(r"leaves?; the computer \(Nebu\) takes over")  # as players, then spectators, read it
    expect(guest.locator(".log-line", has_text=left_game)).to_have_count(1)
    expect(guest.locator(".board")).to_have_attribute("data-decision", "none")
    expect(guest.get_by_role("button", name="Resign…")).to_have_count(0)

    left = host.locator('.other[data-other="1"]')
    expect(left).to_contain_text("now played by the computer (Nebu)")
    expect(host.locator(".log-line", has_text="leaves; the computer (Nebu) takes over.")).to_have_count(1)
    expect(host.locator(".hint-button")).to_be_visible()
    player = Explorer(host, 12)
    for _ in range(DECISIONS):
        if owed(host) == "over":
            break
        player.act()
    last = host.locator(".board-dialog.result .ranking li").last
    expect(last).to_have_class(re.compile("rank-3"))
    expect(last).to_contain_text("now played by the computer (Nebu)")


def test_without_scripts(new_context: NewContext) -> None:
    """The form shows only relevant fields, and seats are filled by plain forms."""
    page = new_context(java_script_enabled=False, **PHONE).new_page()
    page.goto("/games/new/?game=forgotten-treasures&kind=legend-a.seats-1")
    opponents = page.get_by_role("group", name="Who plays against you?")
    leaving = page.get_by_role("combobox", name="If a player leaves the game")
    expect(opponents).to_be_hidden()  # a solo game
    page.get_by_text("You and 1 other").first.click()
    expect(opponents).to_be_visible()
    expect(leaving).to_be_hidden()  # with two players none would be left
    page.get_by_text("You and 2 others").first.click()
    expect(leaving).to_be_visible()
    page.get_by_text("Picks the move that looks best right now").first.click()
    expect(leaving).to_be_hidden()  # no other person could leave
    expect(page.get_by_text("Games against the computer start immediately").first).to_be_visible()
    page.get_by_text("The game starts when all seats are taken.").first.click()
    fits_the_page(page)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name=re.compile("^Add ?: seat 2")).click()
    expect(page.locator(".seats .computer-badge")).to_have_count(1)
    expect(page.locator(".seats .mark.free")).to_have_count(1)
    fits_the_page(page)
    page.get_by_role("button", name=re.compile("^Remove ?: seat 2")).click()
    expect(page.locator(".seats .mark.free")).to_have_count(2)
    page.get_by_role("button", name="Fill all empty seats and start").click()
    expect(page.locator("noscript")).to_have_count(1)  # the game has begun; it needs scripts, and says so
