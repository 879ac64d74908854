"""The end of each game: what is in sight, what it brought, and the next game in one press."""

from __future__ import annotations

import functools
import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.contrast import too_faint
from tests.browser.layout import fits
from tests.browser.player import NewContext, open_solo
from tests.browser.scenes import DESK, signed_in
from tests.live import LiveSite
from tests.people import PASSWORD

pytestmark = pytest.mark.slow(20)

SIZES = ({"width": 360, "height": 640}, {"width": 768, "height": 1024}, DESK)
IN_SIGHT = "#result-title, .ranking li, [data-final], .brought li, .result-links :is(a, button), .result .close-button"
HIDDEN = """selector => [...document.querySelectorAll(selector)].filter(one => {
  const box = one.getBoundingClientRect();
  if (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) return true;
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !one.contains(hit) && !hit?.contains(one);
}).map(one => one.className + ": " + one.textContent)"""
COUNTED = """window.counted = [];
new MutationObserver(changes => {
  for (const { target } of changes)
    if (target.parentElement?.matches('[data-final="0"]')) window.counted.push(target.nodeValue);
}).observe(document, { subtree: true, characterData: true });"""
"""Keeps what the first player's points have been while they count up."""


@functools.cache
def ended(site: LiveSite) -> dict[str, str]:
    """Return ids of games that "Eva End" has finished, by game; against the Legend it is her first win, and it follows
    a lost one.
    """
    script = "from tests.browser.test_endings import make; make()"
    return dict(json.loads(site.run(script).splitlines()[-1]))


def make() -> None:
    from accounts.models import User
    from games.models import Seat
    from games.seating.services.open_table import open_table
    from tests.games import play

    eva = User.objects.create_user("Eva End", password=PASSWORD)

    def over(key: str, options: dict[str, Any], *ai: str) -> Any:
        game = open_table(eva, key, options, None, ai)
        greedily(game.public_id)
        return game

    def wins(key: str, options: dict[str, Any], *ai: str) -> Any:
        while True:
            game = over(key, options, *ai)
            if Seat.objects.get(game=game, number=0).rank == 1:
                return game

    play.play_to_the_end(open_table(eva, play.GAME, {"seats": 1, "legend": "a"}))
    games = {
        play.GAME: wins(play.GAME, {"seats": 1, "legend": "a"}),
        "pyramido": wins("pyramido", {"seats": 2}, "random"),
        play.AI_GAME: over(play.AI_GAME, {"seats": 3}, "greedy", "greedy"),
    }
    print(json.dumps({key: game.public_id for key, game in games.items()}))


def greedily(public_id: str) -> None:
    """Play the game to its end; the player on the first seat takes the best move at once."""
    from engine.ai import players
    from games.record.services.submit_action import submit_action
    from pyramido_site.infrastructure.public_ids import PublicId
    from tests.games import play
    from tests.seats import SEAT_0

    rng, mind = Random(1), players.get("greedy")
    while not (at := play.position(public_id)).over:
        if SEAT_0 in at.to_move:
            action = at.rules.action_to_json(mind.choose(at.view(SEAT_0), rng))
            submit_action(PublicId(public_id), SEAT_0, at.seq, action)
        else:
            play.step(public_id, rng)


def result(page: Page, game: str) -> Page:
    page.goto(f"/games/{game}/")
    expect(page.locator(".result[open]")).to_be_visible()
    return page


def test_all_of_a_result_is_in_sight(new_context: NewContext, live_site: LiveSite, wrong: list[str]) -> None:
    games = ended(live_site)
    for size in SIZES:
        context = new_context(viewport=size, reduced_motion="reduce", bypass_csp=True)
        page = signed_in(context.new_page(), "Eva End", "/")
        for key, game in games.items():
            result(page, game)
            expect(page.get_by_role("button", name="Play again")).to_be_focused()
            expect(page.get_by_role("button", name="Harder: ")).to_be_visible()
            if key == "forgotten-treasures":
                expect(page.locator(".brought li")).to_have_count(2)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                wrong += [f"{size['width']} {key} {theme}: {one}" for one in page.evaluate(HIDDEN, IN_SIGHT)]
                if size != DESK:  # a mouse needs no 44 px
                    fits(page)
                else:
                    page.add_style_tag(content="body { visibility: hidden } .result { visibility: visible }")
                    wrong += [f"{key} {theme}: {one}" for one in too_faint(page)]


def test_a_win_over_the_legend(new_context: NewContext, live_site: LiveSite) -> None:
    """Points count up, what was unlocked can be played in one press, and a game is played again in one."""
    game = ended(live_site)["forgotten-treasures"]
    context = new_context(viewport=SIZES[0], has_touch=True, is_mobile=True)
    context.add_init_script(COUNTED)
    page = result(signed_in(context.new_page(), "Eva End", "/"), game)
    points = page.locator("#result-title").inner_text().removeprefix("You win with ").removesuffix("!")
    page.wait_for_function("points => window.counted.at(-1) === points", arg=points)
    assert page.evaluate("window.counted[0]") == "0 points"
    expect(page.locator(".result .margin")).to_contain_text("ahead of the Legend")
    lines = page.locator(".brought li")
    expect(lines.nth(0)).to_have_text("Unlocked: Become THE Legend")
    expect(lines.nth(1)).to_contain_text("New personal best: ")
    page.get_by_role("button", name="Harder: Become THE Legend").tap()
    page.wait_for_url(lambda url: "/games/" in url and game not in url)
    expect(page.locator(".board[data-phase]")).to_be_visible()
    result(page, game)
    page.get_by_role("button", name="Play again").tap()
    page.wait_for_url(lambda url: "/games/" in url and game not in url)
    expect(page.locator(".board[data-phase]")).to_be_visible()


def test_a_result_is_shared(new_context: NewContext, live_site: LiveSite) -> None:
    """By the device's own way where it has one, else the address is copied. A stranger's browser shares it, too."""
    game = ended(live_site)["pyramido"]
    shared = "window.shared = []; navigator.share = async (what) => void window.shared.push(what);"
    device = new_context(viewport=SIZES[0])
    device.add_init_script(shared)
    page = result(device.new_page(), game)
    expect(page.locator(".brought li, .result-links form")).to_have_count(0)
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("window.shared.length === 1")
    (what,) = page.evaluate("window.shared")
    assert what["url"] == page.url
    assert what["title"].startswith("Eva End ") and " – " in what["title"]

    desk = new_context(viewport=DESK, permissions=["clipboard-read", "clipboard-write"])
    desk.add_init_script("delete Navigator.prototype.share")
    page = result(desk.new_page(), game)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_guest_keeps_the_game(new_context: NewContext, live_site: LiveSite) -> None:
    page = new_context(viewport=SIZES[0], reduced_motion="reduce").new_page()
    open_solo(page)
    game = page.url.rstrip("/").rpartition("/")[2]
    script = f"from tests.browser.test_endings import greedily; greedily({game!r})"
    live_site.run(script)
    result(page, game)
    fits(page)
    page.get_by_role("link", name="Sign up to keep ").click()
    page.get_by_label("Name", exact=True).fill("Gustav Guest")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url(f"**/games/{game}/")
    expect(page.locator(".ranking .you")).to_be_visible()
    expect(page.locator(".keep-it")).to_have_count(0)
