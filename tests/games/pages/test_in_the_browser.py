"""The pages in a real browser: narrow screens, keyboard only, no JavaScript, lists that update themselves."""

from __future__ import annotations

import re
import secrets

import pytest
from playwright.sync_api import Page, expect

from engine import registry
from tests.browser.player import SOLO, NewContext, open_at_once, open_solo

GAME = "forgotten-treasures"
PASSWORD = "lantern-Moth-47"
NARROW = {"width": 360, "height": 740}
ROUND_THE_PAGE = 80
"""Presses of Tab that reach everything on a page and more; a longer search has missed its target."""

IN_SIGHT = """selector => [...document.querySelectorAll(selector)].map((one) => {
  const box = one.getBoundingClientRect();
  const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && box.width >= 44 && box.height >= 44 && one.contains(on);
})"""


def unique(name: str) -> str:
    return f"{name} {secrets.token_hex(4)}"


def open_two(page: Page) -> str:
    """Open a table for two with one click; return its address."""
    open_at_once(page, GAME, "seats-2")
    page.wait_for_url("**/games/*/")
    return page.url


def overflow(page: Page) -> list[str]:
    """Return the elements that overflow the page on the right."""
    found: list[str] = page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] :
        Array.from(document.querySelectorAll("body *"))
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => element.outerHTML.slice(0, 120))"""
    )
    return found


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_nothing_sticks_out_at_360_pixels(new_context: NewContext, language: str) -> None:
    host = new_context().new_page()
    table = open_two(host)
    player = host.get_by_role("link", name=re.compile("Explorer-")).first.get_attribute("href") or ""
    page = new_context(viewport=NARROW, locale=language).new_page()
    addresses = [
        "/",
        "/games/",
        "/games/?game=" + GAME,
        "/games/search/?game=" + GAME + "&points_from=1&days_to=9",
        "/pairing/",
        "/games/new/",
        table,
        player,
        "/rules/",
        "/rules/exact/",
        "/api/errors/",
        "/api/errors/too_many_replacements",
        "/nowhere/",
    ]
    for address in [*addresses, "/accounts/login/", "/accounts/signup/"]:
        page.goto(address)
        assert overflow(page) == [], address
    open_two(page)
    assert overflow(page) == []
    page.locator(".seal summary").click()
    assert overflow(page) == []
    for address in ["/games/mine/", "/accounts/login/", "/accounts/signup/", "/accounts/logout/"]:
        page.goto(address)
        assert overflow(page) == [], address
        page.locator("details.menu summary").last.click()
        assert overflow(page) == [], address


def tab_to(page: Page, what: str) -> None:
    """Press Tab until the focus is on an element that matches the selector, and check that the focus is visible."""
    for _ in range(ROUND_THE_PAGE):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement.matches(what)", what):
            outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", what
            return
    raise AssertionError(f"Tab never reaches {what}")


def test_a_browser_opens_the_home_page(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("main")).to_be_visible()
    assert "Pyramido" in page.title()


def test_from_the_first_page_to_a_game_by_keyboard(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to main content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    tab_to(page, f"button[value='{SOLO}']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board[data-phase]")


def test_opening_a_table_by_keyboard(page: Page) -> None:
    page.goto("/games/")
    tab_to(page, "a[href='/games/new/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/new/")
    tab_to(page, "input[name=game]:checked")
    page.keyboard.press("ArrowRight")
    game = page.locator("input[name=game]:checked").get_attribute("value")
    assert game == registry.games()[1].key
    tab_to(page, f"input[name='kind-{game}']:checked")
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"input[name='kind-{game}']:checked")).to_have_value("seats-3")
    expect(page.locator(".kinds:visible")).to_have_count(1)  # only those of the chosen game
    tab_to(page, "main form button")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/games/[^/]{12}/$"))
    expect(page.locator(".seats > li")).to_have_count(3)
    expect(page.get_by_text(registry.games()[1].name, exact=False).first).to_be_visible()


def test_the_menus_by_keyboard(page: Page) -> None:
    page.goto("/")
    tab_to(page, "details.menu summary")
    page.keyboard.press("Enter")
    tab_to(page, "button[name=language][value=fr]")
    page.keyboard.press("Escape")
    expect(page.locator("details.menu[open]")).to_have_count(0)
    page.keyboard.press("Enter")
    tab_to(page, "button[name=language][value=fr]")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_signing_up_by_keyboard_and_coming_back(new_context: NewContext) -> None:
    name = unique("Anna")
    page = new_context().new_page()
    page.goto("/accounts/signup/")
    tab_to(page, "input[name=username]")
    page.keyboard.type(name)
    tab_to(page, "input[name=password1]")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".menu-name")).to_have_text(name)
    page.locator("details.menu summary").last.click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.get_by_label("Name or e-mail address").fill(name.upper())
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".menu-name")).to_have_text(name)


def test_a_guest_signs_up_and_the_game_is_still_there(page: Page) -> None:
    open_solo(page)
    table = page.url
    name = unique("Berta")
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.locator(".menu-name")).to_have_text(name)
    page.get_by_role("link", name=re.compile("^My games")).click()
    page.get_by_role("link", name="Your turn").click()
    page.wait_for_selector(".board[data-phase]")
    assert page.url == table


@pytest.mark.parametrize("javascript", [True, False])
def test_two_people_meet(new_context: NewContext, javascript: bool) -> None:
    host = new_context(java_script_enabled=javascript).new_page()
    address = open_two(host)
    visitor = new_context(java_script_enabled=javascript).new_page()
    visitor.goto(address)
    visitor.get_by_role("button", name="Sit down").click()
    if javascript:
        for page in (host, visitor):
            page.wait_for_selector(".board[data-phase]")
    else:
        expect(visitor.locator("noscript")).to_have_count(1)  # the game itself needs JavaScript, and says so
        assert visitor.url == address


def test_a_nonce_of_this_browser_goes_along(page: Page) -> None:
    page.goto("/")
    field = page.locator("form[action='/games/now/'] input[name=nonce]").last
    expect(field).to_have_value(re.compile("^[0-9a-f]{64}$"))
    first = field.input_value()
    page.reload()
    expect(field).to_have_value(re.compile("^[0-9a-f]{64}$"))
    assert field.input_value() != first


def test_a_waiting_player_sees_others_join_and_leave(new_context: NewContext) -> None:
    host = new_context().new_page()
    host.goto("/games/new/")
    host.get_by_text("You and 2 others").first.click()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(re.compile(r"/games/[^/]{12}/$"))
    expect(host.locator(".seats .mark.free")).to_have_count(2)
    host.locator("#share-address").focus()
    visitor = new_context().new_page()
    visitor.goto(host.url)
    visitor.get_by_role("button", name="Sit down").click()
    expect(visitor.locator(".seats .mark.free")).to_have_count(1)
    expect(host.locator(".seats .mark.free")).to_have_count(1)
    expect(host.get_by_role("status").filter(has_text="1 more player")).to_be_visible()
    expect(host.locator("#share-address")).to_be_focused()
    visitor.get_by_role("button", name="Leave the table").click()
    expect(host.locator(".seats .mark.free")).to_have_count(2)
    host.get_by_role("button", name="Close the table").click()
    expect(host.get_by_text("The table was closed.")).to_be_visible()


def test_a_spectator_sees_the_table_close(new_context: NewContext) -> None:
    host = new_context().new_page()
    address = open_two(host)
    visitor = new_context().new_page()
    visitor.goto(address)
    expect(visitor.get_by_role("button", name="Sit down")).to_be_visible()
    host.get_by_role("button", name="Close the table").click()
    expect(visitor.get_by_role("heading", name="This table is closed")).to_be_visible()


def test_the_lobby_keeps_itself_up_to_date(new_context: NewContext) -> None:
    """At once by its socket, or else by polling. Focus and scroll position are kept meanwhile."""
    watcher, lonely = new_context().new_page(), new_context().new_page()
    lonely.clock.install()
    lonely.route_web_socket("**/ws/lobby/", lambda socket: socket.close())
    host, other = new_context().new_page(), new_context().new_page()
    first = open_two(other).rstrip("/").rsplit("/", 1)[1]
    for page in (watcher, lonely):
        page.goto("/games/")
    button = watcher.locator(f"[data-table='{first}'] button")
    button.focus()
    button.evaluate("button => { button.marked = true; }")
    table = open_two(host).rstrip("/").rsplit("/", 1)[1]
    card = watcher.locator(f"[data-table='{table}']")
    expect(card).to_have_count(1)
    assert re.fullmatch("[0-9a-f]{64}", card.locator("input[name=nonce]").input_value())
    assert watcher.evaluate("document.activeElement.marked"), "the same button, still focused"
    with lonely.expect_response("**/games/?part=tables"):
        for _ in range(5):  # its socket may only just have been closed
            lonely.clock.run_for(15_000)
    expect(lonely.locator(f"[data-table='{table}']")).to_have_count(1)

    card.get_by_role("link").first.focus()
    host.get_by_role("button", name="Close the table").click()
    expect(card).to_have_count(0)
    assert watcher.evaluate("document.activeElement.closest('[data-table]') !== null"), "the focus is on a neighbour"


def test_copying_the_address(new_context: NewContext) -> None:
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    address = open_two(page)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == address


def test_inviting_with_the_device_s_own_ways(new_context: NewContext) -> None:
    context = new_context(viewport=NARROW)
    context.add_init_script("navigator.share = (what) => { window.shared = what; return Promise.resolve(); };")
    page = context.new_page()
    address = open_two(page)
    page.get_by_role("button", name="Share…").click()
    assert page.evaluate("shared.url") == address and "Forgotten Treasures" in page.evaluate("shared.title")
    code = page.get_by_role("img", name="QR code with the link to this table")
    expect(code).to_be_hidden()
    page.get_by_text("Show a QR code").press("Enter")
    box = code.locator("svg").bounding_box()
    assert box is not None and box["width"] == box["height"] >= 200 and not overflow(page)
    plain = new_context().new_page()
    open_two(plain)
    expect(plain.get_by_role("button", name="Copy")).to_be_visible()
    expect(plain.get_by_role("button", name="Share…")).to_be_hidden()


def test_without_motion_nothing_moves(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    page.goto("/")
    moving = page.evaluate(
        """() => Array.from(document.querySelectorAll("body *"))
        .filter((element) => {
          const look = getComputedStyle(element);
          const lasts = look.transitionDuration.split(",").some((time) => parseFloat(time) > 0);
          return lasts || look.animationName !== "none";
        })
        .map((element) => element.className)"""
    )
    assert moving == []


def test_on_a_phone_the_first_press_needs_no_scrolling(new_context: NewContext) -> None:
    context = new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    phone = context.new_page()
    phone.goto("/")
    assert phone.evaluate(IN_SIGHT, ".start") == [True] * len(registry.games())
    phone.locator(".start").last.tap()
    phone.wait_for_selector(".board[data-phase]")
    phone.goto("/")
    expect(phone.get_by_role("heading", name="Your", level=1)).to_be_visible()
    phone.wait_for_function("document.querySelector('.continue-line .button') !== null")
    assert phone.evaluate(IN_SIGHT, ".continue-line .button") == [True]
    lines = phone.evaluate("new Set([...document.querySelectorAll('.site-nav a')].map((a) => a.offsetTop)).size")
    assert lines == 1, "the header's links are on one line"
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
