"""A learner in a lesson, who does what its script means: on the board by mouse or finger, or with the board's keys."""

from __future__ import annotations

import math
from typing import Any

from playwright.sync_api import Locator, Page, expect

from engine import lessons
from engine.lesson import LEARNER
from tests.browser.architects import POINT, cells, walk_ghost, where
from tests.browser.explorers import walk_to_cell
from tests.browser.player import Player, rendered

Action = dict[str, Any]

INSIDE = """area => {
  const box = area.getBoundingClientRect();
  for (let down = 0.05; down < 1; down += 0.05) {
    for (let across = 0.05; across < 1; across += 0.05) {
      const [x, y] = [box.left + across * box.width, box.top + down * box.height];
      if (document.elementFromPoint(x, y)?.closest("[data-area]") === area) return [x, y];
    }
  }
  throw new Error("no part of the area can be pressed");
}"""
"""Return a point on the screen that belongs to an area."""

HELD = """() => [...document.querySelectorAll(".expedition .shape-cell")].map(cell => [cell.x.baseVal.value / 100,
  cell.y.baseVal.value / 100])"""
"""Return the cells of the shape as it is held; they begin anywhere."""

MARKED = """cells => cells.map(cell => `${cell.closest("[data-card]").dataset.card} ${cell.dataset.cell}`)"""


def place_of(cell: str) -> tuple[int, int]:
    """Return the column and row of a cell such as `a1`, from 0."""
    return "abcde".index(cell[0]), int(cell[1]) - 1


def shape_of(places: list[Any]) -> set[tuple[int, int]]:
    """Return the places counted from the upper left corner of the shape that they form."""
    left, top = min(x for x, _ in places), min(y for _, y in places)
    return {(round(x - left), round(y - top)) for x, y in places}


class Learner:
    """Learns a lesson; `how` is `mouse`, `finger` or `keyboard`."""

    def __init__(self, page: Page, how: str, game: str, lesson: str) -> None:
        self.page = page
        self.how = how
        self.game = game
        self.lesson = lesson
        self.typist = Player(page, 0)
        self.followed = False
        """Whether the step done last needed no sending: a draft."""

    @property
    def board(self) -> Locator:
        return self.page.locator(".board")

    def step(self) -> int:
        return int(self.board.get_attribute("data-step") or -1)

    def laid(self) -> bool:
        return self.board.get_attribute("data-laid") == "true"

    def decision(self) -> Any:
        return lessons.position(self.game, self.lesson, self.step()).view(LEARNER)["decision"]

    def do(self) -> None:
        """Do what is meant in this step, without sending it."""
        step = self.step()
        action = lessons.meant(self.game, self.lesson, step)
        getattr(self, action["type"])(action)
        self._laid_out(step)

    def be_shown(self) -> None:
        """Have what is meant laid out, without sending it."""
        step = self.step()
        if self.how == "keyboard":
            self.page.keyboard.press("h")
        else:
            self.press(self.page.locator('[data-action="show"]'))
        self._laid_out(step)

    def _laid_out(self, step: int) -> None:
        """Wait until what is meant in the step lies there, or the lesson has gone on from a draft."""
        lesson = lessons.find(self.game, self.lesson)
        assert lesson is not None
        self.followed = lesson.steps[step].draft
        if not self.followed:
            expect(self.board).to_have_attribute("data-laid", "true")
            return
        expect(self.board).to_have_attribute("data-step", str(step + 1))
        expect(self.board).to_have_attribute("data-sending", "nothing")

    def send(self) -> None:
        """Send what is laid out, unless it was a draft."""
        if self.followed:
            return
        step, confirm = self.step(), '[data-action="confirm"]'
        if self.how == "keyboard":
            self.typist.tab_into(confirm)
            self.typist.press("Enter")
        else:
            self.press(self.page.locator(confirm))
        expect(self.board).to_have_attribute("data-step", str(step + 1))
        expect(self.board).to_have_attribute("data-sending", "nothing")

    # --- pressing -------------------------------------------------------------------------------------------------

    def press(self, target: Locator) -> None:
        if self.how == "finger":
            target.tap()
        else:
            target.click()
        rendered(self.page)

    def press_at(self, x: float, y: float) -> None:
        if self.how == "finger":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        rendered(self.page)

    def choose(self, group: str, target: str | Locator) -> None:
        """Press a control; by keyboard, go to its group with Tab and to it with the arrow keys, and press Enter."""
        control = self.page.locator(f"{group} {target}").first if isinstance(target, str) else target
        if self.how != "keyboard":
            self.press(control)
            return
        self.typist.tab_into(f"{group} [data-stop]")
        for _ in range(60):
            if control.evaluate("control => control === document.activeElement"):
                self.typist.press("Enter")
                return
            self.typist.press("ArrowRight")
        raise AssertionError(f"no way by arrow keys to {target}")

    def use(self, key: str, control: Locator) -> None:
        """Press a key, or the control that does the same."""
        if self.how == "keyboard":
            self.typist.press(key)
        else:
            self.press(control)

    @property
    def rotate_right(self) -> Locator:
        return self.page.get_by_role("button", name="Rotate right").locator("visible=true")

    # --- actions of the Pyramido games -----------------------------------------------------------------------------

    def take(self, action: Action) -> None:
        gem = f'.gem-button[data-anchor^="gem-{action["space"]}-{action["gem"]}-"]:enabled'
        if self.how != "finger":
            self.choose(".market", gem)
            return
        self.press(self.page.locator(f'.pile-top[data-anchor="space-{action["space"]}"]'))
        button = self.page.locator(f".gem-choice {gem}")
        if button.get_attribute("aria-pressed") != "true":
            self.press(button)

    def reveal(self, action: Action) -> None:
        self.choose(".market", f'.pile-top[data-anchor="space-{action["space"]}"]')

    def place(self, action: Action) -> None:
        if "quarry" in action:
            self.choose(".market", f'.quarry-stone[data-anchor="quarry-{action["quarry"]}"]')
        wanted = cells(action["x"], action["y"], action["rotation"])
        upper_left = min(wanted)
        if self.how == "keyboard":
            self.typist.tab_into('[data-focus="placing"]')
            if where(self.page) is None:
                self.typist.press("ArrowRight")
        for _ in range(5):
            if self.how == "keyboard":
                walk_ghost(self.typist, wanted)
                if not self.page.locator(".ghost.set").count():
                    self.typist.press("Enter")
            else:
                pick_up = self.page.locator('[data-action="pick-up"]')
                if pick_up.count():
                    self.press(pick_up)
                self.press_at(*self.page.evaluate(POINT, upper_left))
            if self.laid():
                return
            self.use("r", self.rotate_right)
            if self.laid():
                return

    def score(self, action: Action) -> None:
        wanted = {(one["x"], one["y"]): "double" if one.get("double") else "single" for one in action["activate"]}
        places = [(payable["x"], payable["y"]) for payable in self.decision()["areas"]]
        for x, y in sorted(places, key=lambda place: ["off", "single", "double"].index(wanted.get(place, "off"))):
            area, state = self.page.locator(f'.areas [data-area="{x},{y}"]'), wanted.get((x, y), "off")
            for _ in range(3):
                if state in (area.get_attribute("class") or "").split():
                    break
                if self.how == "keyboard":
                    self.choose(".areas", area)
                else:
                    self.press_at(*area.evaluate(INSIDE))

    def mark(self, action: Action) -> None:
        if "cells" in action:
            self.mark_cells(action)
        elif self.how == "keyboard":
            self.choose(".mark-choice", f'.mark-button[data-block="{action["block"]}"]')
        else:
            self.press(self.page.locator(".target").nth(self.decision()["blocks"].index(action["block"])))

    def resurface(self, action: Action) -> None:
        self.choose(".card-row", f'.card-face[data-side="{action["colour"]}"]')
        slot = self.decision()["blocks"].index(action["block"])
        if slot > 0:
            self.choose('[data-roving="blocks"]', self.page.locator(".target").nth(slot))
        for _ in range(action["rotation"] // 90):
            self.use("r", self.rotate_right)

    def replenish(self, action: Action) -> None:
        self.choose(".market", f'.pile[data-anchor="pile-{action["pile"]}"]')

    # --- actions of Silver & Gold: Pyramids -------------------------------------------------------------------------

    def keep(self, action: Action) -> None:
        for card in action["cards"]:
            self.choose(".keep-cards", f'[data-keep="{card}"]')

    def replace(self, action: Action) -> None:
        self.choose(".choosing", f'[data-reserve="{action["card"]}"]')

    def mark_cells(self, action: Action) -> None:
        """Hold the shape as it is to lie, or a single cell, lay it down, and pay for crosses cell by cell."""
        card, wanted = action["card"], [place_of(cell) for cell in action["cells"]]
        single = self.page.locator('[data-use="single"]')
        if (len(wanted) == 1) is not (single.get_attribute("aria-pressed") == "true"):
            self.use("s", single if len(wanted) == 1 else self.page.locator('[data-use="shape"]'))
        for key in "rrrrfrrrr" if len(wanted) > 1 else "":
            if shape_of(self.page.evaluate(HELD)) == shape_of(wanted):
                break
            self.use(key, self.page.locator(f'[data-tool="{"mirror" if key == "f" else "turn"}"]'))
        middle = [(min(one[axis] for one in wanted) + max(one[axis] for one in wanted)) / 2 for axis in (0, 1)]
        for cell in sorted(action["cells"], key=lambda one: math.dist(place_of(one), middle)):
            self.press_cell(card, cell, middle)
            if self.marked() == {f"{card} {one}" for one in action["cells"]}:
                break
            self.use("Backspace", self.page.locator('[data-action="undo"]'))
        for one in action.get("extra") or []:
            self.press_cell(one["card"], one["cell"])
        lying = {f"{card} {cell}" for cell in action["cells"]}
        assert self.marked() == lying | {f"{one['card']} {one['cell']}" for one in action.get("extra") or []}

    def marked(self) -> set[str]:
        return set(self.page.locator('[data-marked="now"]').evaluate_all(MARKED))

    def press_cell(self, card: int, cell: str, towards: list[float] | None = None) -> None:
        """Press a cell, as near as it goes to a place of the card (in cells, whose middles have whole numbers)."""
        target = self.page.locator(f'.work-card [data-card="{card}"] [data-cell="{cell}"]')
        if self.how == "keyboard":
            self.typist.tab_into(".cell")
            walk_to_cell(self.typist, target)
            self.typist.press("Enter")
            return
        small = self.page.locator(f'.work-card.aside .enlarge-card[data-active="{card}"]')
        if small.is_visible():
            self.press(small)
        box = target.bounding_box()
        assert box is not None
        across, down = (
            min(0.9, max(0.1, 0.5 + (towards[axis] - at if towards else 0))) for axis, at in enumerate(place_of(cell))
        )
        self.press_at(box["x"] + across * box["width"], box["y"] + down * box["height"])
