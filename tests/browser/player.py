"""A player at the game page, who waits for decisions and makes them by mouse or by keyboard."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.layout import WHOLE_BOARD
from tests.browser.six_things import in_sight

NewContext = Callable[..., BrowserContext]

SOLO = "legend-a.seats-1"
YOUR_MOVE = '.board[data-sending="nothing"]:is(:not([data-decision="none"]), [data-phase="over"])'
DECISIONS_OF_A_GAME = 200
"""More than any solo game has; a longer loop is stuck."""
PHONE_WIDTH, PHONE_HEIGHT = 700, 500
"""A screen that is narrower or lower is a phone's (games/static/games/board/css/frame.css)."""


def open_at_once(page: Page, game: str, kind: str) -> None:
    """Open a table as a visitor with one click on the page of the game's rules."""
    page.goto(f"/rules/{game}/")
    page.locator(f'form[data-game="{game}"] button[value="{kind}"]').click()


def open_table(page: Page, game: str, kind: str) -> None:
    """Open a table of any kind through the page where it is chosen; players who leave are not replaced by an AI."""
    page.goto(f"/games/new/?game={game}")
    page.locator(f'.choice:has([name="kind-{game}"][value="{kind}"])').click()
    leaving = page.locator(f'[name="left-{game}"]')
    if leaving.is_visible():
        leaving.select_option("")
    page.get_by_role("button", name="Open the table").click()


def sit_down_at(new_context: NewContext, game: str, *screens: dict[str, Any]) -> list[Page]:
    """Return pages of a game that has begun, the host's first: one seat for each screen, each in a browser of its
    own.
    """
    host, *guests = pages = [new_context(reduced_motion="reduce", **screen).new_page() for screen in screens]
    open_table(host, game, f"seats-{len(screens)}")
    host.wait_for_selector("#share-address")
    for guest in guests:
        guest.goto(host.url)
        guest.get_by_role("button", name="Sit down").click()
        guest.wait_for_selector("#board, #share-address")
    for page in pages:
        page.wait_for_selector(WHOLE_BOARD)
    return pages


def open_panel(page: Page) -> None:
    """Open the panel with log, chat, scores and links, which lies over a narrow board."""
    page.wait_for_selector(WHOLE_BOARD)
    toggle = page.locator('[data-toggle="more"]')
    if toggle.is_visible() and toggle.get_attribute("aria-expanded") == "false":
        toggle.click()


def open_solo(page: Page) -> None:
    """Open a table against the Legend."""
    open_at_once(page, "forgotten-treasures", SOLO)
    page.wait_for_selector(WHOLE_BOARD)


def rendered(page: Page) -> None:
    """Wait until the board shows what has been pressed (games/static/games/board/press.js)."""
    expect(page.locator("[data-pressed]")).to_have_count(0)


class Player:
    """Plays every decision; `seed` determines the choices."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.random = random.Random(seed)

    @property
    def board(self) -> Locator:
        return self.page.locator(".board")

    def wait_for_decision(self) -> str:
        """Return the kind of the next decision, or `over`."""
        self.page.wait_for_selector(YOUR_MOVE)
        return self.decision()

    def decision(self) -> str:
        if self.board.get_attribute("data-phase") == "over":
            return "over"
        return self.board.get_attribute("data-decision") or "none"

    def seq(self) -> int:
        return int(self.board.get_attribute("data-seq") or -1)

    def wait_past(self, seq: int) -> None:
        """Wait until the view shows what was sent."""
        expect(self.board).not_to_have_attribute("data-seq", str(seq))
        expect(self.board).to_have_attribute("data-sending", "nothing")

    def one_of(self, offered: Locator) -> Locator:
        expect(offered.first).to_be_visible()
        return offered.nth(self.random.randrange(offered.count()))

    @property
    def on_phone(self) -> bool:
        size = self.page.viewport_size
        return size is not None and (size["width"] < PHONE_WIDTH or size["height"] < PHONE_HEIGHT)

    # --- by mouse -------------------------------------------------------------------------------------------------

    def act_by_clicking(self, decision: str) -> None:
        in_sight(self.page, decision)
        seq = self.seq()
        getattr(self, f"click_{decision}")()
        self.wait_past(seq)

    def confirm(self) -> None:
        self.page.locator('[data-action="confirm"]').click()

    def click_take(self) -> None:
        if self.on_phone:  # there the gems are in the bar, once a space is chosen
            self.one_of(self.page.locator(".pile-top:enabled")).click()
        gem = self.one_of(self.page.locator(".gem-button:enabled"))
        if gem.get_attribute("aria-pressed") != "true":
            gem.click()
        self.confirm()

    def click_reveal(self) -> None:
        self.one_of(self.page.locator(".pile-top:enabled")).click()
        self.confirm()

    def click_place(self) -> None:
        for _ in range(self.random.randrange(4)):
            self.page.get_by_role("button", name="Rotate right").locator("visible=true").click()
        cell = self.one_of(self.page.locator(".legal-cells path"))
        cell.evaluate("cell => cell.scrollIntoView({block: 'center'})")
        cell.click(force=True)
        expect(self.page.locator(".ghost.set")).to_be_visible()
        self.confirm()

    def click_score(self) -> None:
        areas = self.page.locator(".areas [data-stop]")
        if areas.count():
            areas.first.dispatch_event("click")
            self.page.locator('[data-action="best"]').click()
        self.confirm()

    # --- by keyboard ------------------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_into(self, selector: str) -> None:
        """Tab until the focus is on an element that matches the selector."""
        for _ in range(60):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"no way by Tab to {selector}")

    def act_by_keyboard(self, decision: str) -> None:
        in_sight(self.page, decision)
        seq = self.seq()
        getattr(self, f"type_{decision}")()
        self.wait_past(seq)

    def type_take(self) -> None:
        self.tab_into(".market [data-stop]")
        self.press(*["ArrowRight"] * self.random.randrange(6))
        self.press("Enter")
        if self.board.locator(".gem-button.chosen").count() == 0:  # a domino: its gem comes next
            if self.on_phone:
                self.tab_into(".gem-choice .gem-button")
            else:
                self.press("ArrowRight")
            self.press("Enter")
        self.tab_into('[data-action="confirm"]')
        self.press("Enter")

    def type_reveal(self) -> None:
        self.tab_into(".market [data-stop]")
        self.press(*["ArrowLeft"] * self.random.randrange(3))
        self.press("Enter", "Enter")

    def type_place(self) -> None:
        self.tab_into('[data-focus="placing"]')
        self.press("ArrowRight")
        self.press(*["r"] * self.random.randrange(4))
        self.press(*self.random.choices(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], k=4))
        self.press("Enter", "Enter")

    def type_score(self) -> None:
        self.tab_into('[data-action="confirm"]')
        self.press("Enter")
