"""The page of running games: six small boards have room on a desk, the top game's is the largest, and a phone has them
below one another.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.layout import fits, resized
from tests.browser.player import NewContext
from tests.browser.scenes import DESK
from tests.live import LiveSite

pytestmark = pytest.mark.slow(20)

GAMES = {"forgotten-treasures": 3, "pyramido": 2, "silver-gold-pyramids": 2}
"""One game more than six, by kind."""
MOVES = 30

BOXES = """cards => cards.map(card => {
  const box = element => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    return { left, top, right, bottom, width, height, area: width * height };
  };
  const board = card.querySelector(".watch-board");
  const pictures = [...board.shadowRoot.querySelectorAll(".pyramid-drawing, .card-drawing")];
  return { card: box(card), board: box(board), picture: Math.max(...pictures.map(one => box(one).height)) };
})"""
"""Of each card: its box, its board's, and the height of the board's largest picture (px)."""


def make() -> None:
    """Begin games of two in the site's process."""
    from random import Random

    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from tests.games import play

    for key, count in GAMES.items():
        for number in range(count):
            game = open_table(play.person(f"Ada {key[:9]} {number}"), key, {"seats": 2})
            sit_down(play.person(f"Bartholomew {key[:9]} {number}"), game.public_id)
            rng = Random(number)
            for _ in range(MOVES):
                play.step(game, rng)


def test_six_small_boards_and_a_large_one(new_context: NewContext, own_site: LiveSite) -> None:
    own_site.start()
    script = "from tests.browser.test_watch_layout import make; make()"
    own_site.manage("shell", "--no-imports", "-v", "0", "-c", script)
    page = new_context(base_url=own_site.url, viewport=DESK, reduced_motion="reduce").new_page()
    page.goto("/games/watch/")
    cards = page.locator(".watch-card")
    expect(cards).to_have_count(sum(GAMES.values()))
    expect(cards.locator(".small-board .other")).to_have_count(2 * sum(GAMES.values()))

    top, *six = cards.evaluate_all(BOXES)
    assert len(six) == 6
    assert all(top["board"]["area"] > one["board"]["area"] and top["picture"] > one["picture"] for one in six), top
    assert all(one["card"]["top"] >= top["card"]["bottom"] for one in six), "the top game is first"
    assert max(one["card"]["bottom"] for one in six) - min(one["card"]["top"] for one in six) <= DESK["height"], six
    assert len({round(one["card"]["left"]) for one in six}) >= 3, "beside one another"
    assert all(one["card"]["left"] >= 0 and one["card"]["right"] <= DESK["width"] for one in (top, *six))
    assert all(one["picture"] >= 64 for one in six), "small, but to be made out"
    fits(page)

    resized(page, {"width": 360, "height": 640})
    top, *six = cards.evaluate_all(BOXES)
    assert len({round(one["card"]["left"]) for one in (top, *six)}) == 1, "below one another"
    assert all(top["board"]["area"] > one["board"]["area"] and top["picture"] >= one["picture"] for one in six), top
    assert all(one["board"]["height"] <= 640 for one in (top, *six)), "each board can be seen whole"
    fits(page)
