"""Every game is learned on its board by mouse, by finger on a small phone, and by keyboard."""

from __future__ import annotations

import math
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from engine import lessons, registry
from games.presenters.computer_levels import levels_for
from tests.browser.learner import Learner
from tests.browser.player import NewContext, open_solo
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


def begin(new_context: NewContext, game: str, how: str, lesson: str = "basics") -> Learner:
    page = new_context(reduced_motion="reduce", **SCREENS[how]).new_page()
    page.goto(f"/learn/{game}/{lesson}/")
    page.wait_for_selector(".board[data-step]")
    return Learner(page, how, game, lesson)


@pytest.mark.parametrize("how", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_lesson(new_context: NewContext, wrong: list[str], game: str, how: str) -> None:
    learner = begin(new_context, game, how)
    steps = lessons.LESSONS[game][0].steps
    for number, step in enumerate(steps):
        expect(learner.page.locator(".status-text")).to_contain_text(step.text)
        learner.do()
        wrong += [f"step {number}: {what}" for what in learner.page.evaluate(COVERED)]
        learner.send()
        if how == "finger" and (number == 2 or step.draft):  # leave, and come back
            learner.page.reload()
            learner.page.wait_for_selector(".board[data-step]")
            assert learner.step() == number + 1
    expect(learner.board).to_have_attribute("data-over", "true")
    expect(learner.page.locator(".status-text")).to_contain_text(lessons.LESSONS[game][0].end)
    expect(learner.page.locator(".sheet").locator("visible=true").first).to_be_visible()
    for leads_on in ("lesson-play", "lesson-next", "lesson-list", "lesson-again"):
        box = learner.page.locator(f'[data-action="{leads_on}"]').bounding_box()
        assert box is not None and box["height"] >= 44


def test_something_else_is_refused_gently(new_context: NewContext) -> None:
    learner = begin(new_context, "forgotten-treasures", "mouse")
    words = learner.page.locator(".status-text")
    learner.press(learner.page.locator('[data-anchor^="gem-1-"]:enabled').first)
    learner.press(learner.page.locator('[data-action="confirm"]'))
    expect(words).to_contain_text(lessons.LESSONS["forgotten-treasures"][0].steps[0].other)
    assert learner.step() == 0 and learner.page.locator(".status.refused").count() == 1
    learner.do()
    learner.send()
    expect(learner.page.locator(".status.refused")).to_have_count(0)


def test_a_gem_beside_a_domino_is_chosen_by_a_tap(new_context: NewContext) -> None:
    learner = begin(new_context, "forgotten-treasures", "finger")
    box = learner.page.locator('.space:nth-child(3) .small-gem[data-gem="red"]').first.bounding_box()
    assert box is not None
    learner.press_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert learner.laid()
    expect(learner.page.locator(".small-gem.chosen")).to_have_attribute("data-gem", "red")


@pytest.mark.parametrize("how", ["mouse", "finger"])
def test_the_ring_is_where_to_press_once_a_gem_has_flown(new_context: NewContext, how: str) -> None:
    page = new_context(reduced_motion="no-preference", **SCREENS[how]).new_page()
    page.goto("/learn/forgotten-treasures/basics/")
    page.wait_for_selector(".board[data-step]")
    learner = Learner(page, how, "forgotten-treasures", "basics")
    learner.do()
    learner.send()
    expect(page.locator(".flyer")).to_have_count(0)
    ring = page.locator(".playback-mark").bounding_box()
    domino = page.locator('[data-anchor="space-2"] .turning').bounding_box()
    assert ring is not None and domino is not None
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (ring, domino)]
    assert math.dist(*middles) <= 6


def test_every_control_that_is_meant_has_a_ring_until_it_is_chosen(new_context: NewContext) -> None:
    page = begin(new_context, "silver-gold-pyramids", "finger").page
    expect(page.locator(".playback-mark")).to_have_count(2)
    page.locator(".keep-card.hinted").first.tap()
    expect(page.locator(".playback-mark")).to_have_count(1)
    expect(page.locator(".keep-card.hinted.kept")).to_have_css("outline-style", "none")


def test_what_is_meant_in_a_drawing_has_one_frame_as_large_as_it(new_context: NewContext) -> None:
    learner = begin(new_context, "pyramido", "finger")
    page = learner.page
    page.locator(".quarry-stone.hinted").tap()
    edge = page.locator(".hinted-spot .hint-edge").bounding_box()
    cell = page.locator(".legal-cells path").first.bounding_box()
    assert edge is not None and cell is not None
    expect(page.locator(".playback-mark")).to_have_count(0)
    assert edge["height"] <= 1.25 * cell["height"] and edge["width"] <= 2.3 * cell["width"]


LOST = """() => {
  const box = element => element.getBoundingClientRect();
  const frame = box(document.querySelector(".ghost-frame"));
  return [...document.querySelectorAll(".covered circle")].map(box).map(({ left, right, top, bottom }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const away = [x - frame.left, x - frame.right, y - frame.top, y - frame.bottom];
    return Math.min(...away.map(Math.abs));
  });
}"""
"""How far the marks of lost icons are from the edge of the domino that covers them, in pixels."""


def test_lost_icons_are_marked_beside_the_domino_and_counts_lie_over_frames(new_context: NewContext) -> None:
    learner = begin(new_context, "forgotten-treasures", "finger", "edges")
    for _ in range(2):
        learner.be_shown()
        if learner.step() == 0:
            learner.send()
    distances = learner.page.evaluate(LOST)
    assert distances and max(distances) <= 4
    last = "badge => [...badge.parentElement.children].indexOf(badge)"
    badges = [badge.evaluate(last) for badge in learner.page.locator(".ghost .area-badge").all()]
    frames = learner.page.locator(".ghost > :is(.hinted-spot, .ghost-frame)").all()
    assert badges and min(badges) > max(frame.evaluate(last) for frame in frames)


def test_a_lesson_leads_to_the_weakest_opponent_and_is_not_offered_again(new_context: NewContext) -> None:
    game = "forgotten-treasures"
    learner, address = begin(new_context, game, "finger"), f"/learn/{game}/basics/"
    page, last = learner.page, len(lessons.LESSONS[game][0].steps) - 1
    page.evaluate("kept => localStorage.setItem('lessons', JSON.stringify(kept))", {address: last})
    page.reload()
    page.wait_for_selector(f'.board[data-step="{last}"]')
    learner.do()
    learner.send()
    home = page.context.new_page()
    home.goto("/")
    expect(home.locator(".start-learn")).to_have_count(len(GAMES))
    expect(home.locator(".start-learn.new")).to_have_count(len(GAMES) - 1)
    home.close()
    with page.expect_response(f"**{address}") as taken_along:
        page.locator('[data-action="lesson-play"]').tap()
    assert taken_along.value.ok
    page.wait_for_selector(".board[data-phase]")
    weakest = levels_for(game)[0].name
    expect(page.locator(".chips")).to_contain_text(weakest)
    expect(page.locator(".first-time")).to_have_count(0)
    page.goto(f"/learn/{game}/")
    expect(page.locator(".lesson-state").first).to_have_text("Done")
    assert page.evaluate("localStorage.getItem('lessons')") == "{}"


def test_another_place_that_is_as_good_is_accepted(new_context: NewContext) -> None:
    learner = begin(new_context, "pyramido", "finger")
    while not (offered := lessons.also("pyramido", "basics", learner.step())):
        learner.be_shown()
        learner.send()
    learner.place(offered[-1])
    expect(learner.board).to_have_attribute("data-laid", "true")
    learner.send()


def test_a_card_may_be_rotated_where_that_does_not_matter(new_context: NewContext) -> None:
    learner = begin(new_context, "pyramido", "finger", "cards")
    learner.be_shown()
    learner.send()
    learner.do()
    learner.press(learner.page.locator(".target.chosen"))
    expect(learner.board).to_have_attribute("data-laid", "true")
    learner.send()


def test_the_end_offers_no_way_on_before_all_has_been_shown(new_context: NewContext) -> None:
    page = new_context(**SCREENS["finger"]).new_page()
    page.goto("/learn/pyramido/edges/")
    page.wait_for_selector(".board[data-step]")
    for step in (1, 2):
        page.locator('[data-action="show"]').tap()
        page.locator('[data-action="confirm"]').tap()
        page.wait_for_selector(f'.board[data-step="{step}"]')
    shown = page.wait_for_function(
        "() => document.querySelector('.lesson-ending') && document.querySelector('.board').dataset.over"
    )
    assert shown.json_value() == "true"


@pytest.mark.parametrize("how", SCREENS)
def test_what_a_good_player_does_is_found_or_shown(new_context: NewContext, how: str) -> None:
    learner = begin(new_context, "silver-gold-pyramids", how, "crosses")
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
    learner.be_shown()
    learner.send()
    learner.do()
    learner.send()
    expect(learner.board).to_have_attribute("data-over", "true")


def test_the_list_shows_a_visitor_how_far_each_lesson_is(new_context: NewContext) -> None:
    learner = begin(new_context, "pyramido", "mouse")
    for _ in range(2):
        learner.do()
        learner.send()
    page = learner.page
    page.goto("/learn/pyramido/")
    states = page.locator(".lesson-state")
    steps = [len(lesson.steps) for lesson in lessons.LESSONS["pyramido"]]
    nothing_done = [f"{count} step{'' if count == 1 else 's'}" for count in steps]
    expect(states).to_have_text([f"2 of {steps[0]} steps done", *nothing_done[1:]])
    kept = {
        f"/learn/pyramido/{lesson.key}/": count
        for lesson, count in zip(lessons.LESSONS["pyramido"], steps, strict=True)
    }
    page.evaluate("kept => localStorage.setItem('lessons', JSON.stringify(kept))", kept)
    page.reload()
    expect(states).to_have_text(["Done"] * len(steps))
    expect(states.locator("svg")).to_have_count(len(steps))
    for broken in ("[]", "nonsense", '{"/learn/pyramido/basics/": "<b>"}'):
        page.evaluate("kept => localStorage.setItem('lessons', kept)", broken)
        page.reload()
        expect(states).to_have_text(nothing_done)
