"""Pyramido in two browsers, to its end: one by finger on a narrow screen, one by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.player import Player, open_at_once
from tests.browser.test_narrow import fits

NewContext = Callable[..., BrowserContext]
Cells = frozenset[tuple[int, int]]

POINT = """([x, y]) => {
  const drawing = document.querySelector('.own-pyramid .pyramid-drawing');
  const stage = Number(/[1-4]/.exec(document.querySelector('.pyramid-caption').textContent)[0]);
  const quadrant = at => stage - 1 + 2 * at + 1;
  const point = new DOMPoint(quadrant(x) * 50, quadrant(y) * 50 - 9 * stage).matrixTransform(drawing.getScreenCTM());
  return [point.x, point.y];
}"""
"""Where the middle of a cell lies on the screen (games/static/games/board/pyramid/draw.js)."""


LIES = """() => {
  const frame = document.querySelector('.own-pyramid .ghost-frame')?.getBBox();
  if (!frame) return null;
  const stage = Number(/[1-4]/.exec(document.querySelector('.pyramid-caption').textContent)[0]);
  const cell = at => Math.round((at / 50 - stage + 1) / 2);
  const [x, y] = [cell(frame.x + 3), cell(frame.y + 3 + 9 * stage)];
  return frame.width > frame.height ? [[x, y], [x + 1, y]] : [[x, y], [x, y + 1]];
}"""
"""The cells under the ghost, from the place of its frame in the drawing."""


def dominoes(columns: int, rows: range, *, upright: bool) -> list[Cells]:
    """Rows of dominoes, all of them lying or all of them standing."""
    if upright:
        return [frozenset({(x, y), (x, y + 1)}) for y in rows[::2] for x in range(columns)]
    return [frozenset({(x, y), (x + 1, y)}) for y in rows for x in range(0, columns, 2)]


UPPER_STAGES = [
    *dominoes(4, range(3), upright=False),
    *dominoes(3, range(2), upright=True),
    *dominoes(2, range(1), upright=False),
]
WHOLE = [*dominoes(5, range(4), upright=True), *UPPER_STAGES]
WITH_GAPS = [
    frozenset({(0, 0), (1, 0)}),
    frozenset({(2, 0), (3, 0)}),
    *dominoes(5, range(1, 3), upright=True),
    frozenset({(1, 3), (2, 3)}),
    frozenset({(3, 3), (4, 3)}),
    *UPPER_STAGES,
]
"""Stage 1 without (4, 0) and (0, 3): no domino fits there, two cards do."""


class Architect(Player):
    """Builds to a plan: the cells of each domino, in order."""

    def __init__(self, page: Page, seed: int, plan: list[Cells]) -> None:
        super().__init__(page, seed)
        self.plan = list(plan)
        self.seen: set[str] = set()
        self.lays_cards = plan is WHOLE

    def act(self) -> None:
        decision = self.wait_for_decision()
        self.seen.add(decision)
        seq = self.seq()
        getattr(self, f"do_{decision}")()
        self.wait_past(seq)

    def built(self) -> None:
        self.plan.pop(0)


class ByFinger(Architect):
    def tap(self, selector: str) -> None:
        self.one_of(self.page.locator(selector)).tap()

    def tap_cell(self, cell: tuple[float, float]) -> None:
        self.page.locator(".own-pyramid").evaluate("part => part.scrollIntoView({block: 'center'})")
        self.page.touchscreen.tap(*self.page.evaluate(POINT, list(cell)))

    def do_place(self) -> None:
        fits(self.page)
        self.tap(".quarry-stone:enabled")
        (x, y), (x2, y2) = sorted(self.plan[0])
        for _ in range(4):
            self.tap_cell(((x + x2) / 2, (y + y2) / 2))
            if self.lies() == self.plan[0]:
                break
            self.page.locator(".action-bar").get_by_role("button", name="Turn right").tap()
        assert self.lies() == self.plan[0]
        fits(self.page)
        self.confirm()
        self.built()

    def lies(self) -> Cells | None:
        return where(self.page)

    def do_mark(self) -> None:
        fits(self.page)
        self.tap(".target")
        self.confirm()

    def do_finish(self) -> None:
        fits(self.page)
        self.tap(".pile.open")
        self.confirm()

    def do_fill(self) -> None:
        fits(self.page)
        expect(self.page.locator(".target.gap")).to_have_count(2)
        for card in (0, 1):
            self.page.locator(".card").nth(card).locator(".card-face").nth(card).tap()
        gap = self.page.locator(".target").first
        expect(gap).to_have_accessible_name(re.compile("^Turn the brown card"))
        gap.dispatch_event("click")
        fits(self.page)
        self.confirm()


class ByKeyboard(Architect):
    def do_place(self) -> None:
        self.tab_into(".quarry-stone:enabled")
        self.press(*["ArrowRight"] * self.random.randrange(3), "Enter")
        expect(self.page.locator('[data-focus="placing"]')).to_be_focused()
        self.press("ArrowRight")
        self.walk()
        self.press("Enter")
        expect(self.page.locator(".ghost.set")).to_be_visible()
        self.press("Enter")
        self.built()

    def walk(self) -> None:
        """With the arrows and R, until the ghost lies where the plan has it."""
        wanted = self.plan[0]
        upright = len({x for x, _ in wanted}) == 1
        for _ in range(40):
            here = where(self.page)
            assert here is not None
            if here == wanted:
                return
            (x, y), (to_x, to_y) = min(here), min(wanted)
            if (len({column for column, _ in here}) == 1) is not upright:
                self.press("r")
            elif x != to_x and (y == to_y or self.random.random() < 0.6):
                self.press("ArrowRight" if to_x > x else "ArrowLeft")
            else:
                self.press("ArrowDown" if to_y > y else "ArrowUp")
        raise AssertionError(f"the ghost lies on {where(self.page)}, not on {wanted}")

    def do_mark(self) -> None:
        self.tab_into(".mark-button")
        self.press(*["ArrowRight"] * self.random.randrange(2), "Enter", "Enter")

    def do_finish(self) -> None:
        card = self.page.locator(".card-face:enabled")
        if self.lays_cards and card.count() and self.random.random() < 0.4:
            self.seen.add("card")
            self.tab_into(".card-face")
            self.press(*["ArrowRight"] * self.random.randrange(card.count()), "Enter", "r")
            self.tab_into('[data-action="confirm"]')
            self.press("Enter")
            return
        self.tab_into(".pile.open")
        self.press(*["ArrowLeft"] * self.random.randrange(2), "Enter", "Enter")


def where(page: Page) -> Cells | None:
    """The cells on which the ghost lies; counted from the first domino while stage 1 is open."""
    cells = page.evaluate(LIES)
    return frozenset((int(x), int(y)) for x, y in cells) if cells else None


def sit_down_together(new_context: NewContext, narrow: dict[str, Any]) -> tuple[Page, Page]:
    host = new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800}).new_page()
    guest = new_context(reduced_motion="reduce", **narrow).new_page()
    open_at_once(host, "pyramido", "seats-2")
    host.wait_for_selector("#share-address")
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.wait_for_selector(".board[data-phase]")
    return host, guest


def in_step(pages: list[Page]) -> None:
    seq = max(int(page.locator(".board").get_attribute("data-seq") or 0) for page in pages)
    for page in pages:
        page.wait_for_function("seq => Number(document.querySelector('.board')?.dataset.seq) >= seq", arg=seq)


@pytest.mark.timeout(400)
def test_to_the_end(new_context: NewContext) -> None:
    host, guest = sit_down_together(
        new_context, {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    )
    players: list[Architect] = [ByKeyboard(host, 3, WHOLE), ByFinger(guest, 4, WITH_GAPS)]
    for _ in range(400):
        in_step([host, guest])
        player = next((one for one in players if one.decision() not in {"none", "over"}), None)
        if player is None:
            break
        player.act()
    for page in (host, guest):
        expect(page.locator(".board-dialog.result")).to_be_visible()
    by_keyboard, by_finger = players
    assert {"place", "mark", "finish", "card"} <= by_keyboard.seen
    assert {"place", "finish", "fill"} <= by_finger.seen
    fits(guest)
    totals = [
        [page.locator(f'.sheet [data-total="{seat}"]').inner_text() for seat in range(2)] for page in (host, guest)
    ]
    assert totals[0] == totals[1]
    for seat in range(2):
        expect(host.locator(f'[data-final="{seat}"]')).to_have_text(re.compile(rf"^{totals[0][seat]} "))
        parts = host.locator(f".sheet tbody td:nth-child({seat + 2}) .row-points").all_inner_texts()
        assert sum(map(int, parts)) == int(totals[0][seat])
        assert len(parts) == 4
    expect(guest.locator(".log-line")).to_have_count(host.locator(".log-line").count())


@pytest.mark.timeout(120)
def test_a_turn_is_taken_back_step_by_step(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context, {"viewport": {"width": 1280, "height": 800}})
    players = [ByKeyboard(host, 5, WHOLE), ByKeyboard(guest, 6, WHOLE)]
    player = next(one for one in players if one.decision() != "none")
    page, other = player.page, next(one.page for one in players if one is not player)
    take_back = page.get_by_role("button", name="Take back")
    expect(take_back).to_have_count(0)
    player.act()
    if player.decision() == "mark":
        player.act()
    assert player.wait_for_decision() == "finish"
    steps = 1
    if page.locator(".card-face:enabled").count():
        seq = player.seq()
        page.locator(".card-face:enabled").first.click()
        player.confirm()
        player.wait_past(seq)
        expect(page.locator(".card")).to_have_count(2)
        steps += 1
    while player.decision() != "place":
        seq = player.seq()
        take_back.click()
        player.wait_past(seq)
    expect(page.locator(".card")).to_have_count(3)
    expect(page.locator(".marker-row .here")).to_have_count(6)
    expect(page.locator(".quarry-stone:enabled")).to_have_count(3)
    expect(other.locator(".log-line").last).to_contain_text("takes the last step back")
    expect(other.locator(".status-text")).to_contain_text("is choosing a domino of the quarry")

    page.mouse.move(*middle(page, ".quarry-stone >> nth=2"))  # dragged straight from the quarry
    page.mouse.down()
    page.mouse.move(
        *middle(page, ".legal-cells path >> nth=0")
        if page.locator(".legal-cells path").count()
        else middle(page, ".own-pyramid"),
        steps=5,
    )
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".ghost.set")).to_be_visible()
    seq = player.seq()
    player.confirm()
    player.wait_past(seq)
    while player.decision() == "mark":
        player.act()
    player.lays_cards = False
    player.act()
    expect(take_back).to_have_count(0)  # a new domino has been shown: the turn is final


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
