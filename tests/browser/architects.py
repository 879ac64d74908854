"""Players at a table of Pyramido: by finger, by keyboard, and by REST where only the position matters."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from engine.pyramido.state import DOMINOES
from tests.browser.layout import fits
from tests.browser.player import NewContext, Player, rendered, sit_down_at
from tests.browser.six_things import in_sight

View = dict[str, Any]
Cells = frozenset[tuple[int, int]]

POINT = """([x, y]) => {
  const drawing = document.querySelector('.own-pyramid .pyramid-drawing');
  const stage = Number(/[1-4]/.exec(document.querySelector('.pyramid-caption .how-far').textContent)[0]);
  const quadrant = at => stage - 1 + 2 * at + 1;
  const point = new DOMPoint(quadrant(x) * 50, quadrant(y) * 50 - 9 * stage).matrixTransform(drawing.getScreenCTM());
  return [point.x, point.y];
}"""
"""The position of a cell's middle on the screen (games/static/games/board/pyramid/draw.js)."""


LIES = """() => {
  const frame = document.querySelector('.own-pyramid .ghost-frame')?.getBBox();
  if (!frame) return null;
  const stage = Number(/[1-4]/.exec(document.querySelector('.pyramid-caption .how-far').textContent)[0]);
  const cell = at => Math.round((at / 50 - stage + 1) / 2);
  const [x, y] = [cell(frame.x + 3), cell(frame.y + 3 + 9 * stage)];
  return frame.width > frame.height ? [[x, y], [x + 1, y]] : [[x, y], [x, y + 1]];
}"""
"""The cells under the ghost, computed from the position of its frame in the drawing."""


ACT = """async ([seq, action]) => {
  const game = `/api/v1/games/${JSON.parse(document.getElementById('board-frame').textContent).table.id}`;
  const csrf = document.querySelector('#board-csrf [name=csrfmiddlewaretoken]').value;
  const headers = {'X-CSRFToken': csrf, 'Content-Type': 'application/json'};
  const body = JSON.stringify({expected_seq: seq, action});
  const answer = await fetch(`${game}/actions`, {method: 'POST', headers, body});
  if (!answer.ok) throw new Error(JSON.stringify(await answer.json()));
}"""
VIEW = """async () => {
  const {id} = JSON.parse(document.getElementById('board-frame').textContent).table;
  const {seq, view} = await (await fetch(`/api/v1/games/${id}/view`)).json();
  return {...view, seq};
}"""
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
NARROW: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def dominoes(columns: int, rows: range, *, upright: bool) -> list[Cells]:
    """Return rows of dominoes, all lying or all standing."""
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
        in_sight(self.page, decision)
        self.seen.add(decision)
        seq = self.seq()
        getattr(self, f"do_{decision}")()
        self.wait_past(seq)

    def built(self) -> None:
        self.plan.pop(0)


class ByFinger(Architect):
    def look(self) -> None:
        fits(self.page)

    def tap(self, target: Locator) -> None:
        target.tap()
        rendered(self.page)

    def tap_at(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)
        rendered(self.page)

    def tap_one(self, selector: str) -> None:
        self.tap(self.one_of(self.page.locator(selector)))

    def do_place(self) -> None:
        self.look()
        self.tap_one(".quarry-stone:enabled")
        upper_left = min(self.plan[0])
        for _ in range(4):
            self.tap_at(*self.page.evaluate(POINT, upper_left))
            if self.lies() == self.plan[0]:
                break
            self.tap(self.page.get_by_role("button", name="Rotate right").locator("visible=true"))
            if self.lies() == self.plan[0]:  # another press on the ghost would turn it again
                break
        assert self.lies() == self.plan[0]
        self.look()
        self.confirm()
        self.built()

    def lies(self) -> Cells | None:
        return where(self.page)

    def do_mark(self) -> None:
        self.look()
        self.tap_one(".target")
        self.confirm()

    def do_finish(self) -> None:
        self.look()
        self.tap_one(".pile.open")
        self.confirm()

    def do_fill(self) -> None:
        self.look()
        expect(self.page.locator(".target.gap")).to_have_count(2)
        for card in (0, 1):
            self.tap(self.page.locator(".card").nth(card).locator(".card-face").nth(card))
        gap = self.page.locator(".target").first
        expect(gap).to_have_accessible_name(re.compile("^Rotate the brown card"))
        gap.dispatch_event("click")
        self.look()
        self.confirm()


class ByMouse(ByFinger):
    """The same by mouse, for which controls may be smaller."""

    def look(self) -> None:
        pass

    def tap(self, target: Locator) -> None:
        target.click()
        rendered(self.page)

    def tap_at(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)
        rendered(self.page)


class ByKeyboard(Architect):
    def do_place(self) -> None:
        self.tab_into(".quarry-stone:enabled")
        self.press(*["ArrowRight"] * self.random.randrange(3), "Enter")
        expect(self.page.locator('[data-focus="placing"]')).to_be_focused()
        self.press("ArrowRight")
        walk_ghost(self, self.plan[0])
        self.press("Enter")
        expect(self.page.locator(".ghost.set")).to_be_visible()
        self.press("Enter")
        self.built()

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


def walk_ghost(player: Player, wanted: Cells) -> None:
    """Move the ghost to these cells with the arrow keys and R."""
    upright = len({x for x, _ in wanted}) == 1
    for _ in range(40):
        here = where(player.page)
        assert here is not None
        if here == wanted:
            return
        (x, y), (to_x, to_y) = min(here), min(wanted)
        if (len({column for column, _ in here}) == 1) is not upright:
            player.press("r")
        elif x != to_x and (y == to_y or player.random.random() < 0.6):
            player.press("ArrowRight" if to_x > x else "ArrowLeft")
        else:
            player.press("ArrowDown" if to_y > y else "ArrowUp")
    raise AssertionError(f"the ghost lies on {where(player.page)}, not on {wanted}")


def where(page: Page) -> Cells | None:
    """Return the cells under the ghost; while stage 1 is open, relative to the first domino."""
    cells = page.evaluate(LIES)
    return frozenset((int(x), int(y)) for x, y in cells) if cells else None


def sit_down(new_context: NewContext, *screens: dict[str, Any]) -> list[Page]:
    """Open a table with as many seats as there are screens; return its pages when the game has begun."""
    return sit_down_at(new_context, "pyramido", *screens)


def in_step(pages: list[Page]) -> None:
    seq = max(int(page.locator(".board").get_attribute("data-seq") or 0) for page in pages)
    for page in pages:
        page.wait_for_function("seq => Number(document.querySelector('.board')?.dataset.seq) >= seq", arg=seq)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cells(x: int, y: int, rotation: int) -> Cells:
    dx, dy = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[rotation]
    return frozenset({(x, y), (x + dx, y + dy)})


class Hasty:
    """Builds to a plan over REST, to reach a position quickly."""

    def __init__(self, page: Page, plan: list[Cells], *, spends_cards: bool = False) -> None:
        self.page = page
        self.plan = list(plan)
        self.spends_cards = spends_cards
        self.seat = self.view()["seat"]

    def view(self) -> View:
        seen: View = self.page.evaluate(VIEW)
        return seen

    def act(self, view: View) -> None:
        decision = view["decision"]
        self.page.evaluate(ACT, [view["seq"], getattr(self, f"choose_{decision['kind']}")(decision)])

    def choose_place(self, decision: View) -> View:
        """Place by the plan, if possible a domino of which either block can be marked."""
        wanted = self.plan.pop(0)
        x, y, rotation = next(spot for spot in decision["placements"] if cells(*spot) == wanted)
        stone = max(decision["quarry"], key=lambda one: all(face.icons for face in DOMINOES.faces[one["domino"]]))
        return {"type": "place", "quarry": stone["space"], "x": x, "y": y, "rotation": rotation}

    def choose_mark(self, decision: View) -> View:
        return {"type": "mark", "block": decision["blocks"][0]}

    def choose_finish(self, decision: View) -> View:
        if self.spends_cards and decision["cards"]:
            colour = decision["cards"][0][0]
            return {"type": "resurface", "block": decision["blocks"][0], "colour": colour, "rotation": 0}
        return {"type": "replenish", "pile": decision["piles"][0]}


def hasten(players: list[Hasty], until: Callable[[View], bool]) -> Hasty:
    """Let all players act in turn until the view of the player to move satisfies `until`; return that player."""
    view = players[0].view()
    for _ in range(200):
        player = next(one for one in players if one.seat == view["turn"])
        if player.seat != view["seat"]:
            view = player.view()
        if until(view):
            in_step([one.page for one in players])
            return player
        player.act(view)
        view = player.view()
    raise AssertionError("the position never came")
