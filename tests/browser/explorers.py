"""Players at the board of Silver & Gold: Pyramids, by mouse, by keyboard and by touch."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.player import NewContext, Player, rendered, sit_down_at
from tests.browser.six_things import in_sight

GAME = "silver-gold-pyramids"
DECISIONS = 200
"""More than any two-player game has; a longer loop is stuck."""


WHERE = """cell => ({
  card: cell.closest("[data-card]").dataset.card,
  x: "abcde".indexOf(cell.dataset.cell[0]), y: Number(cell.dataset.cell[1]),
})"""


def middle_of(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Explorer:
    """Plays every decision, by mouse or by keyboard; `seed` determines the choices."""

    def __init__(self, page: Page, seed: int, *, keyboard: bool = False) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.keyboard = keyboard

    @property
    def board(self) -> Locator:
        return self.page.locator(".board")

    def decision(self) -> str:
        expect(self.board).to_have_attribute("data-sending", "nothing")
        if self.board.get_attribute("data-phase") == "over":
            return "over"
        return self.board.get_attribute("data-decision") or "none"

    def owes(self) -> bool:
        """Return whether a decision is open that has not been sent."""
        self.decision()
        return self.page.locator('.status-text[data-yours="true"]').count() > 0

    def act(self) -> None:
        decision = self.decision()
        in_sight(self.page, decision)
        self.send(getattr(self, decision))

    def send(self, choose: Callable[[], None]) -> None:
        """Choose, confirm, and wait until the view shows it."""
        choose()
        seq = self.board.get_attribute("data-seq")
        confirm = self.page.locator('[data-action="confirm"]')
        expect(confirm).to_be_enabled()
        if self.keyboard:
            confirm.focus()
            self.page.keyboard.press("Enter")
        else:
            confirm.click()
        expect(self.board).not_to_have_attribute("data-seq", str(seq))
        expect(self.board).to_have_attribute("data-sending", "nothing")

    def press(self, target: Locator) -> None:
        """Click, or focus and press Enter. A small card becomes large first."""
        beside = self.page.locator(".work-card.aside .enlarge-card")
        if target.evaluate("target => target.closest('.work-card.aside') !== null") and beside.is_visible():
            cell, card = target.get_attribute("data-cell"), beside.get_attribute("data-active")
            beside.click()
            rendered(self.page)
            target = self.page.locator(f'.work-card.active [data-card="{card}"] [data-cell="{cell}"]')
        if self.keyboard:
            target.focus()
            self.page.keyboard.press("Enter")
        else:
            target.click()
            rendered(self.page)

    def one_of(self, offered: Locator) -> Locator:
        expect(offered.first).to_be_visible()
        return offered.nth(self.random.randrange(offered.count()))

    def keep(self) -> None:
        for at in self.random.sample(range(4), 2):
            self.press(self.page.locator(".keep-card").nth(at))
        expect(self.page.locator(".keep-card.kept")).to_have_count(2)

    def mark(self) -> None:
        """Mark the shape or a single cell, then a cell for each red cross."""
        if self.random.random() < 0.3:
            self.page.locator('[data-use="single"]').click()
            rendered(self.page)
        elif self.page.locator('[data-tool="turn"]').is_enabled():
            for _ in range(self.random.randrange(4)):
                self.page.keyboard.press("r")
            self.page.keyboard.press(self.random.choice("fm"))
        lit = self.page.locator("[data-lit]")
        lowest = max(range(lit.count()), key=lambda at: (lit.nth(at).get_attribute("data-cell") or "a0")[1])
        self.press(lit.nth(lowest) if self.random.random() < 0.7 else self.one_of(lit))
        expect(self.page.locator(".drafted")).not_to_have_count(0)
        while self.page.locator("[data-owed]").count():
            marked = self.page.locator('[data-marked="now"]').count()
            self.press(self.one_of(self.page.locator('[data-lit="now"]')))
            expect(self.page.locator('[data-marked="now"]')).to_have_count(marked + 1)

    def replace(self) -> None:
        self.press(self.one_of(self.page.locator(".choosing [data-reserve]")))
        expect(self.page.locator(".reserve-card.chosen")).to_have_count(1)


def walk_to_cell(typist: Player, cell: Locator) -> None:
    """Move the focus from another cell of a card to this one with the arrow keys."""
    goal = cell.evaluate(WHERE)
    for _ in range(20):
        here = typist.page.evaluate(f"({WHERE})(document.activeElement)")
        if here == goal:
            return
        if here["card"] != goal["card"]:
            typist.press("ArrowRight")
        elif here["x"] != goal["x"]:
            typist.press("ArrowRight" if here["x"] < goal["x"] else "ArrowLeft")
        else:
            typist.press("ArrowDown" if here["y"] < goal["y"] else "ArrowUp")
    raise AssertionError(f"the focus is on {here}, not on {goal}")


def sit_down(new_context: NewContext, seats: int, **options: Any) -> list[Page]:
    """Return a page for each seat, the host's first, once the game has begun."""
    return sit_down_at(new_context, GAME, *[options] * seats)


def sit_down_together(new_context: NewContext, **options: Any) -> tuple[Page, Page]:
    host, guest = sit_down(new_context, 2, **options)
    return host, guest


def fingers(page: Page) -> Callable[..., None]:
    """Return a function that presses, moves and lifts one of several fingers: (kind, point, finger)."""
    devtools = page.context.new_cdp_session(page)

    def touch(kind: str, point: tuple[float, float], finger: int = 0) -> None:
        at = {"x": point[0], "y": point[1], "id": finger}
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})

    return touch


def in_step(pages: list[Page]) -> None:
    """Wait until every page shows the same moment of the game."""
    seq = max(int(page.locator(".board").get_attribute("data-seq") or 0) for page in pages)
    for page in pages:
        page.wait_for_function("seq => Number(document.querySelector('.board')?.dataset.seq) >= seq", arg=seq)
