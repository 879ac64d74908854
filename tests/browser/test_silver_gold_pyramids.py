"""Silver & Gold: Pyramids in the browser: a whole game of two people by mouse and by keyboard, secrets kept, 360 px."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.player import Player
from tests.browser.test_narrow import fits

NewContext = Callable[..., BrowserContext]
GAME = "silver-gold-pyramids"
DECISIONS = 200
"""More than any game of two has; a loop that goes on longer hangs."""

WHERE = """cell => ({
  card: cell.closest("[data-card]").dataset.card,
  x: "abcde".indexOf(cell.dataset.cell[0]), y: Number(cell.dataset.cell[1]),
})"""


def middle_of(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Explorer:
    """Plays whatever is to be decided, by mouse or by keyboard; `seed` makes the choices."""

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
        """Whether something is to be decided that has not been sent."""
        self.decision()
        return self.page.locator('.status-text[data-yours="true"]').count() > 0

    def act(self) -> None:
        decision = self.decision()
        self.send(getattr(self, decision))

    def send(self, choose: Callable[[], None]) -> None:
        """Choose, confirm, and wait until it is in the view."""
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
        """A click, or the focus and Enter."""
        if self.keyboard:
            target.focus()
            self.page.keyboard.press("Enter")
        else:
            target.click()

    def one_of(self, offered: Locator) -> Locator:
        expect(offered.first).to_be_visible()
        return offered.nth(self.random.randrange(offered.count()))

    def keep(self) -> None:
        for at in self.random.sample(range(4), 2):
            self.press(self.page.locator(".keep-card").nth(at))
        expect(self.page.locator(".keep-card.kept")).to_have_count(2)

    def mark(self) -> None:
        """The shape or a single cell, then a cell for each red cross."""
        if self.random.random() < 0.3:
            self.page.locator('[data-use="single"]').click()
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


def sit_down(new_context: NewContext, seats: int, **options: Any) -> list[Page]:
    """A page for each seat, the host's first, once the game has begun."""
    host, *guests = pages = [new_context(reduced_motion="reduce", **options).new_page() for _ in range(seats)]
    host.goto("/games/new/")
    offer = host.locator(f'.offer:has([name="game"][value="{GAME}"])')
    offer.locator(".game-choice").click()
    offer.locator(f'.choice:has([value="seats-{seats}"])').click()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_selector("#share-address")
    for guest in guests:
        guest.goto(host.url)
        guest.get_by_role("button", name="Sit down").click()
    for page in pages:
        page.wait_for_selector(".board[data-phase]")
    return pages


def sit_down_together(new_context: NewContext, **options: Any) -> tuple[Page, Page]:
    host, guest = sit_down(new_context, 2, **options)
    return host, guest


def fingers(page: Page) -> Callable[..., None]:
    """Presses, moves and lifts one finger of several: (kind, point, finger)."""
    devtools = page.context.new_cdp_session(page)

    def touch(kind: str, point: tuple[float, float], finger: int = 0) -> None:
        at = {"x": point[0], "y": point[1], "id": finger}
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})

    return touch


def in_step(pages: list[Page]) -> None:
    """Until every page shows the same moment of the game."""
    seq = max(int(page.locator(".board").get_attribute("data-seq") or 0) for page in pages)
    for page in pages:
        page.wait_for_function("seq => Number(document.querySelector('.board')?.dataset.seq) >= seq", arg=seq)


@pytest.mark.timeout(300)
def test_to_the_end_in_two_browsers(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context)
    pages = [host, guest]
    players = [Explorer(host, 3), Explorer(guest, 4, keyboard=True)]
    reloaded = False
    for moves in range(DECISIONS):
        in_step(pages)
        owing = [player for player in players if player.owes()]
        if not owing:
            assert all(player.decision() == "over" for player in players)
            break
        player = owing[moves % len(owing)]
        if moves > 20 and not reloaded and player.page is guest and len(owing) == 1 and player.decision() == "mark":
            # the host has sent: after a reload the marks are still there, and may still be changed
            marked = host.locator('[data-marked="now"]').count()
            host.reload()
            expect(host.locator('[data-marked="now"]')).to_have_count(marked)
            expect(host.locator(".status-text")).to_contain_text("you may still change")
            reloaded = True
        player.act()
    assert reloaded
    totals = [[page.locator(f'.sheet [data-total="{seat}"]').inner_text() for seat in range(2)] for page in pages]
    assert totals[0] == totals[1]
    for page in pages:
        expect(page.locator(".board-dialog.result")).to_be_visible()
        expect(page.locator(".log-line", has_text="Step 28")).to_have_count(1)


@pytest.mark.timeout(120)
def test_nothing_that_was_sent_shows_before_the_last_is_in(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context)
    frames: list[str] = []
    guest.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))))
    guest.reload()
    guest.wait_for_selector(".board[data-phase]")
    first, second = Explorer(host, 5), Explorer(guest, 6)

    frames.clear()
    first.act()
    expect(guest.locator(".other .sent-mark")).to_be_visible()
    assert [frame for frame in frames if "keep" in json.dumps(json.loads(frame).get("events", []))] == []
    second.act()

    in_step([host, guest])
    frames.clear()
    first.act()
    expect(guest.locator(".other .sent-mark")).to_be_visible()
    assert [
        frame for frame in frames if '"cells"' in frame or '"mark"' in json.dumps(json.loads(frame).get("events", []))
    ] == []
    expect(guest.locator(".other .trodden")).to_have_count(0)
    expect(host.locator(".status-text")).to_contain_text("Waiting for")

    # begun to change, and left as it was
    sent = host.locator('[data-marked="now"]').evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
    host.locator('[data-action="change"]').click()
    expect(host.locator('[data-marked="now"]')).to_have_count(0)
    expect(host.locator(".hint")).to_contain_text("What you have sent counts")
    host.locator('[data-action="restore"]').click()
    expect(host.locator('[data-marked="now"]')).to_have_count(len(sent))
    expect(host.locator(".status-text")).to_contain_text("Waiting for")

    # changed before the last one is in: what counts is the newest
    seq = host.locator(".board").get_attribute("data-seq")
    host.locator('[data-action="change"]').click()
    host.locator('[data-use="single"]').click()
    host.locator('[data-lit="now"]').first.click()
    while host.locator("[data-owed]").count():
        host.locator('[data-lit="now"]').first.click()
    cells = host.locator('[data-marked="now"]').evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
    confirm = host.locator('[data-action="confirm"]')
    if confirm.is_enabled():
        confirm.click()
        expect(host.locator(".board")).not_to_have_attribute("data-seq", str(seq))
    second.act()
    in_step([host, guest])
    for cell in cells:
        expect(host.locator(f'[data-marked="before"][data-cell="{cell}"]')).not_to_have_count(0)
    expect(guest.locator(".other .trodden")).not_to_have_count(0)


@pytest.mark.timeout(120)
def test_a_shape_is_carried_turned_and_taken_back(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context, viewport={"width": 1280, "height": 900})
    players = [Explorer(host, 7), Explorer(guest, 8)]
    for player in players:
        player.act()
    in_step([host, guest])
    host.mouse.move(*middle_of(host.locator(".expedition")))
    host.mouse.down()
    host.mouse.move(*middle_of(host.locator(".tool-note")), steps=3)
    expect(host.locator(".sgp-floating")).to_have_count(1)
    host.mouse.move(*middle_of(host.locator("[data-lit]").first), steps=5)
    expect(host.locator(".sgp-floating")).to_have_count(0)
    expect(host.locator(".hovering")).to_have_count(1)
    for key in "rrrrfrrr":  # until it is held in a way that fits at the entrance
        if host.locator('[data-lit="now"]').count():
            break
        host.keyboard.press(key)
    host.mouse.move(*middle_of(host.locator('[data-lit="now"]').first))
    expect(host.locator(".hovering.legal")).to_have_count(1)
    host.mouse.up()
    expect(host.locator(".drafted-edge")).not_to_have_count(0)
    expect(host.locator("[data-gain]")).to_have_count(1)
    before = host.locator('[data-marked="now"]').count()
    host.keyboard.press("Backspace")
    expect(host.locator('[data-marked="now"]')).to_have_count(0)
    assert before > 1
    host.keyboard.press("s")
    expect(host.locator('[data-use="single"]')).to_have_attribute("aria-pressed", "true")
    host.keyboard.press("s")
    expect(host.locator('[data-use="single"]')).to_have_attribute("aria-pressed", "false")


@pytest.mark.timeout(120)
def test_a_second_finger_turns_the_shape_that_the_first_one_carries(new_context: NewContext) -> None:
    narrow: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    host, guest = sit_down_together(new_context, **narrow)
    players = [Explorer(host, 7), Explorer(guest, 8)]
    turn = host.locator('[data-tool="turn"]')
    for _ in range(DECISIONS):  # until there is a shape that looks different when it is turned
        for player in players:
            player.act()
        in_step([host, guest])
        if turn.is_enabled():
            break
    touch = fingers(host)
    shape = host.locator(".expedition .shape-drawing")
    first = middle_of(host.locator(".expedition"))
    over = middle_of(host.locator(".work-card").first)
    before = shape.inner_html()
    touch("touchStart", first)
    touch("touchMove", (over[0] + 40, over[1] + 60))
    touch("touchMove", over)
    expect(host.locator(".hovering")).to_have_count(1)
    looks = {before}
    for _ in range(8):
        touch("touchStart", (320, 600), 1)
        expect(shape).not_to_have_js_property("innerHTML", before)
        touch("touchEnd", (320, 600), 1)
        before = shape.inner_html()
        looks.add(before)
    assert len(looks) in (2, 4, 8), "a second finger comes to every way to hold the shape"
    touch("touchEnd", over)
    expect(host.locator(".hovering")).to_have_count(0)


@pytest.mark.timeout(120)
def test_a_finger_moves_the_shape_that_lies_and_not_the_page(new_context: NewContext) -> None:
    narrow: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    host, guest = sit_down_together(new_context, **narrow)
    for player in (Explorer(host, 7), Explorer(guest, 8)):
        player.act()
    in_step([host, guest])
    touch = fingers(host)
    host.locator("[data-lit]").first.tap()
    marked = host.locator('[data-marked="now"]')
    expect(marked).not_to_have_count(0)
    cells = marked.evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
    start, scrolled = middle_of(marked.first), host.evaluate("scrollY")
    touch("touchStart", start)
    for step in range(1, 6):  # upwards, as one scrolls, off the card
        touch("touchMove", (start[0], start[1] - 30 * step))
    expect(host.locator(".sgp-floating")).to_have_count(1)
    assert host.evaluate("scrollY") == scrolled
    touch("touchEnd", (start[0], start[1] - 150))
    expect(host.locator(".sgp-floating")).to_have_count(0)
    assert marked.evaluate_all("cells => cells.map(cell => cell.dataset.cell)") == cells, "it goes back to its place"


@pytest.mark.timeout(180)
def test_by_keyboard_alone(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context)
    other = Explorer(guest, 12)
    typist = Player(host, 11)
    typist.tab_into(".keep-card")
    typist.press("Enter", "ArrowRight", "ArrowRight", "Enter")
    expect(host.locator(".keep-card.kept")).to_have_count(2)
    typist.tab_into('[data-action="confirm"]')
    typist.press("Enter")
    expect(host.locator(".status-text")).to_contain_text("Your choice is sent")
    other.act()
    for _ in range(12):
        in_step([host, guest])
        while other.owes():
            other.act()
            in_step([host, guest])
        seq = typist.seq()
        decision = typist.wait_for_decision()
        if decision == "replace":
            typist.tab_into(".choosing [data-reserve]")
            typist.press("ArrowRight", "Enter")
            typist.tab_into('[data-action="confirm"]')
        else:
            mark_by_keyboard(typist)
        typist.press("Enter")
        typist.wait_past(seq)


def mark_by_keyboard(typist: Player) -> None:
    """Tab to the cards, arrows to a cell that lights up, Enter; until Enter sends."""
    page = typist.page
    typist.tab_into(".cell")
    while page.locator('[data-action="confirm"]').is_disabled():
        lit = page.locator('[data-lit="now"]').or_(page.locator("[data-lit]")).first
        goal = lit.evaluate(WHERE)
        for _ in range(20):
            here = page.evaluate(f"({WHERE})(document.activeElement)")
            if here == goal:
                break
            if here["card"] != goal["card"]:
                typist.press("ArrowRight")
            elif here["x"] != goal["x"]:
                typist.press("ArrowRight" if here["x"] < goal["x"] else "ArrowLeft")
            else:
                typist.press("ArrowDown" if here["y"] < goal["y"] else "ArrowUp")
        assert here == goal
        marked = page.locator('[data-marked="now"]').count()
        typist.press("Enter")
        expect(page.locator('[data-marked="now"]')).not_to_have_count(marked)
    assert page.evaluate("document.activeElement.matches('.cell')")


@pytest.mark.timeout(180)
def test_every_phase_fits_a_narrow_screen(new_context: NewContext) -> None:
    narrow: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    host, guest = sit_down_together(new_context, **narrow)
    players = [Explorer(host, 9), Explorer(guest, 10)]
    looked: set[str] = set()
    for moves in range(DECISIONS):
        in_step([host, guest])
        owing = [player for player in players if player.owes()]
        decision = players[0].decision()
        kind = f"{decision}-{owing[0] is players[0]}" if owing else "over"
        if kind not in looked:
            looked.add(kind)
            fits(host)
            if decision == "mark":
                sizes = host.locator(".cell").evaluate_all(
                    "cells => cells.map(cell => cell.getBoundingClientRect().width)"
                )
                assert min(sizes) >= 44
                host.locator("[data-enlarge]").click()
                expect(host.get_by_role("dialog")).to_be_visible()
                fits(host)
                host.keyboard.press("Escape")
                expect(host.get_by_role("dialog")).to_have_count(0)
        if not owing or {"keep-True", "mark-True", "replace-True"} <= looked:
            break
        owing[moves % len(owing)].act()
    assert {"keep-True", "mark-True", "replace-True"} <= looked


@pytest.mark.timeout(240)
def test_three_play_one_watches_and_one_leaves(new_context: NewContext) -> None:
    pages = sit_down(new_context, 3)
    watcher = new_context(reduced_motion="reduce").new_page()
    watcher.goto(pages[0].url)
    watcher.wait_for_selector(".board[data-phase]")
    everybody = [*pages, watcher]
    players = [Explorer(page, 20 + seat) for seat, page in enumerate(pages)]
    host, guest, leaver = players

    expect(watcher.locator(".watch-seat")).to_have_count(3)
    for player in players:
        player.act()
    in_step(everybody)
    host.act()
    expect(watcher.locator('[data-watch="0"]')).to_contain_text("has sent")
    expect(watcher.locator('[data-watch="1"]')).to_contain_text("is marking")
    expect(watcher.locator(".trodden")).to_have_count(0)
    expect(watcher.locator(".action-row")).to_have_count(0)

    # whoever leaves is told of once, and is not waited for
    leaver.page.locator('[data-action="resign"]').click()
    leaver.page.locator('[data-action="resign-now"]').click()
    expect(leaver.page.locator('[data-action="resign"]')).to_have_count(0)
    expect(leaver.page.locator(".status-text")).to_contain_text("You have left the expedition")
    for page in (host.page, guest.page, watcher):
        expect(page.locator(".log-line", has_text="resigns")).to_have_count(1)
        expect(page.locator(".log-line", has_text="has left")).to_have_count(0)
    expect(host.page.locator('[data-other="2"]')).to_contain_text("has left")
    expect(host.page.locator(".status-text")).not_to_contain_text("and")

    # once the last one is in, everybody sees what was marked, and who is watched can be chosen
    guest.act()
    in_step(everybody)
    expect(watcher.locator(".work-card .fresh")).not_to_have_count(0)
    expect(host.page.locator('[data-other="1"] .fresh')).not_to_have_count(0)
    mine = guest.page.locator(".work-card [data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
    watcher.locator('[data-watch="1"]').click()
    expect(watcher.locator('[data-watch="1"]')).to_have_attribute("aria-pressed", "true")
    shown = watcher.locator(".work-card [data-card]")
    assert shown.evaluate_all("cards => cards.map(card => card.dataset.card)") == mine

    # until somebody replaces a card: the others see who chooses, the watcher too
    for _ in range(DECISIONS):
        in_step(everybody)
        owing = [player for player in (host, guest) if player.owes()]
        if owing[0].decision() == "replace":
            break
        owing[0].act()
    chooser = owing[0]
    seat = players.index(chooser)
    other = guest if chooser is host else host
    expect(other.page.locator(f'[data-other="{seat}"]')).to_contain_text("is choosing")
    expect(watcher.locator(f'[data-watch="{seat}"]')).to_contain_text("is choosing")
    chooser.act()
    in_step(everybody)
    expect(watcher.locator(".log-line", has_text="golden tomb").first).to_be_visible()
    finished = watcher.locator(f'[data-watch="{seat}"]')
    finished.click()
    watcher.locator(".explored-card").first.click()
    expect(watcher.get_by_role("dialog").locator(".trodden g g")).not_to_have_count(0)
