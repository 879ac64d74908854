"""Every game is learned on its board by mouse, by finger on a small phone, and by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from engine import lessons, registry
from tests.browser.player import NewContext, open_solo, rendered
from tests.browser.scenes import DESK

pytestmark = pytest.mark.slow(40)

PHONE: ViewportSize = {"width": 360, "height": 640}
SCREENS: dict[str, dict[str, Any]] = {
    "mouse": {"viewport": DESK},
    "finger": {"viewport": PHONE, "has_touch": True},
    "keyboard": {"viewport": DESK},
}
GAMES = [rules.key for rules in registry.games()]
AFTERWARDS = [(game, lesson.key) for game in GAMES for lesson in lessons.LESSONS[game][1:]]

COVERED = """() => {
  const box = selector => document.querySelector(selector)?.getBoundingClientRect();
  const words = box(".status"), wrong = [];
  const inside = one => one.left >= -1 && one.top >= -1 && one.right <= innerWidth + 1 && one.bottom <= innerHeight + 1;
  if (!words.height || !inside(words)) wrong.push("the words are out of sight");
  for (const ring of document.querySelectorAll(".playback-mark")) {
    const one = ring.getBoundingClientRect();
    const [x, y] = [one.left + one.width / 2, one.top + one.height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) wrong.push("the ring is out of sight");
    const covered = y > words.top && y < words.bottom && x > words.left && x < words.right;
    if (covered) wrong.push("the words lie over the ring");
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push("the page scrolls sideways");
  return wrong;
}"""


class Learner:
    """Does what a lesson says: presses what is marked, or has it laid out."""

    def __init__(self, page: Page, how: str) -> None:
        self.page = page
        self.how = how

    @property
    def board(self) -> Locator:
        return self.page.locator(".board")

    def step(self) -> int:
        return int(self.board.get_attribute("data-step") or -1)

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

    def laid(self) -> bool:
        return self.board.get_attribute("data-laid") == "true"

    def lay_out(self) -> None:
        """Choose what is meant, without sending it."""
        decision = self.board.get_attribute("data-decision")
        if self.how == "keyboard":
            self.page.keyboard.press("h")
        elif decision in ("take", "reveal", "place", "keep", "replace"):
            getattr(self, decision)()
        else:
            self.be_shown()
        expect(self.board).to_have_attribute("data-laid", "true")

    def be_shown(self) -> None:
        """Have what is meant laid out, without sending it."""
        self.press(self.page.locator('[data-action="show"]'))
        expect(self.board).to_have_attribute("data-laid", "true")

    def take(self) -> None:
        if self.how == "finger":
            self.press(self.page.locator(".space.hinted .pile-top"))
        gem = self.page.locator(".gem-button.hinted")
        if gem.get_attribute("aria-pressed") != "true":
            self.press(gem)

    def reveal(self) -> None:
        self.press(self.page.locator(".space.hinted .pile-top"))

    def keep(self) -> None:
        for card in self.page.locator(".keep-card.hinted").all():
            self.press(card)

    def replace(self) -> None:
        self.press(self.page.locator(".reserve-card.hinted"))

    def place(self) -> None:
        """Press the marked place, and rotate the domino until it lies as it should."""
        stone = self.page.locator(".quarry-stone.hinted")
        if stone.count():
            self.press(stone)
        for _ in range(5):
            if self.laid():
                return
            picking_up = self.page.locator('[data-action="pick-up"]')
            if picking_up.count():
                self.press(picking_up)
            box = self.page.locator(".hinted-spot path").first.bounding_box()
            assert box is not None
            self.press_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            if not self.laid():
                self.press(self.page.get_by_role("button", name="Rotate right").locator("visible=true"))

    def send(self) -> None:
        step, confirm = self.step(), self.page.locator('[data-action="confirm"]')
        if self.how == "keyboard":
            confirm.focus()
            self.page.keyboard.press("Enter")
        else:
            self.press(confirm)
        expect(self.board).to_have_attribute("data-step", str(step + 1))
        expect(self.board).to_have_attribute("data-sending", "nothing")


def begin(new_context: NewContext, game: str, how: str, lesson: str = "basics") -> Learner:
    page = new_context(reduced_motion="reduce", **SCREENS[how]).new_page()
    page.goto(f"/learn/{game}/{lesson}/")
    page.wait_for_selector(".board[data-step]")
    return Learner(page, how)


@pytest.mark.parametrize("how", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_lesson(new_context: NewContext, wrong: list[str], game: str, how: str) -> None:
    learner = begin(new_context, game, how)
    steps = lessons.LESSONS[game][0].steps
    for number, step in enumerate(steps):
        expect(learner.page.locator(".status-text")).to_contain_text(step.text)
        learner.lay_out()
        wrong += [f"step {number}: {what}" for what in learner.page.evaluate(COVERED)]
        learner.send()
        if number == 2 and how == "finger":  # leave, and come back
            learner.page.reload()
            learner.page.wait_for_selector(".board[data-step]")
            assert learner.step() == 3
    expect(learner.board).to_have_attribute("data-over", "true")
    expect(learner.page.locator(".status-text")).to_contain_text(lessons.LESSONS[game][0].end)
    expect(learner.page.locator(".sheet").locator("visible=true").first).to_be_visible()
    expect(learner.page.locator('[data-action="lesson-next"]')).to_be_visible()


def test_something_else_is_refused_gently(new_context: NewContext) -> None:
    learner = begin(new_context, "forgotten-treasures", "mouse")
    words = learner.page.locator(".status-text")
    learner.press(learner.page.locator('[data-anchor^="gem-1-"]:enabled').first)
    learner.press(learner.page.locator('[data-action="confirm"]'))
    expect(words).to_contain_text(lessons.LESSONS["forgotten-treasures"][0].steps[0].other)
    assert learner.step() == 0 and learner.page.locator(".status.refused").count() == 1
    learner.lay_out()
    learner.send()
    expect(learner.page.locator(".status.refused")).to_have_count(0)


def test_what_a_good_player_does_is_found_or_shown(new_context: NewContext) -> None:
    learner = begin(new_context, "silver-gold-pyramids", "mouse", "crosses")
    assert learner.page.locator("[data-hinted], .playback-mark").count() == 0
    learner.be_shown()
    learner.send()


@pytest.mark.parametrize(("game", "key"), AFTERWARDS, ids=["-".join(one) for one in AFTERWARDS])
def test_what_good_players_do(new_context: NewContext, wrong: list[str], game: str, key: str) -> None:
    lesson = lessons.find(game, key)
    assert lesson is not None
    learner = begin(new_context, game, "finger", key)
    for number, step in enumerate(lesson.steps):
        expect(learner.page.locator(".status-text")).to_contain_text(step.text)
        learner.be_shown()
        wrong += [f"step {number}: {what}" for what in learner.page.evaluate(COVERED)]
        learner.send()
    expect(learner.page.locator(".status-text")).to_contain_text(lesson.end)
    learner.press(learner.page.locator('[data-action="lesson-again"]'))
    expect(learner.board).to_have_attribute("data-step", "0")


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_a_first_game_offers_to_learn_it(new_context: NewContext, screen: dict[str, Any]) -> None:
    page = new_context(reduced_motion="reduce", **screen).new_page()
    open_solo(page)
    offer = page.locator(".first-time")
    expect(offer.get_by_role("link")).to_have_attribute("href", "/learn/forgotten-treasures/basics/")
    decline = offer.get_by_role("button", name="Not now")
    for box in (decline.bounding_box(), offer.get_by_role("link").bounding_box()):
        assert box is not None and box["height"] >= 44
    with page.expect_response("**/learn/forgotten-treasures/basics/") as declined:
        decline.click()
    assert declined.value.ok
    expect(offer).to_have_count(0)
    page.reload()
    page.wait_for_selector(".board[data-phase]")
    expect(offer).to_have_count(0)


def test_less_than_the_most_points_is_sent_without_a_question(new_context: NewContext) -> None:
    learner = begin(new_context, "forgotten-treasures", "mouse", "mythical")
    learner.press(learner.page.locator('[data-action="show"]'))
    learner.send()
    learner.lay_out()
    learner.send()
    expect(learner.board).to_have_attribute("data-over", "true")
