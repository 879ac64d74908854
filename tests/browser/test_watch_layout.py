"""The page of running games on a desk: six boards below a larger one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.layout import fits
from tests.browser.player import NewContext
from tests.browser.scenes import DESK
from tests.live import LiveSite

SEVEN = """
from random import Random
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from tests.games import play
for number, key in enumerate(("forgotten-treasures", "pyramido", "silver-gold-pyramids") * 3):
    host, *others = (play.person() for _ in range(2 + number // 3))
    game = open_table(host, key, {"seats": 1 + len(others)})
    for one in others:
        sit_down(one, game.public_id)
    for _ in range(40):
        play.step(game, Random(number))
"""
CARDS = """() => [...document.querySelectorAll(".watch-card")].map((card) => {
  const box = (one) => one.getBoundingClientRect().toJSON();
  const shadow = card.querySelector(".watch-board").shadowRoot;
  return {card: box(card), boards: [...shadow.querySelectorAll(".small-pyramid, .other-cards, .legend-body")].map(box)};
})"""
"""The boxes of each card, and of the small boards in it, by seat."""


def test_six_boards_lie_beside_one_another_on_a_desk_below_a_larger_one(
    new_context: NewContext, live_site: LiveSite
) -> None:
    live_site.run(SEVEN)
    page = new_context(viewport=DESK).new_page()
    page.goto("/games/watch/")
    expect(page.locator(".watch-card")).to_have_count(7)
    for place in page.locator(".watch-card .watch-board").all():
        expect(place.locator(".small-pyramid, .other-cards, .legend-body").first).to_be_visible()
    top, *six = page.evaluate(CARDS)
    assert len({round(one["card"]["top"]) for one in six}) <= 2, "three or more beside one another"
    for one in (top, *six):
        card, boards = one["card"], one["boards"]
        assert boards and min(min(board["width"], board["height"]) for board in boards) >= 60
        for board in boards:
            assert card["left"] <= board["left"] and board["right"] <= card["right"] <= DESK["width"]
            assert card["top"] <= board["top"] and board["bottom"] <= card["bottom"]
    others = max(board["width"] for one in six for board in one["boards"])
    assert min(board["width"] for board in top["boards"]) > 1.25 * others
    assert top["card"]["width"] > 2 * max(one["card"]["width"] for one in six)
    fits(page)
