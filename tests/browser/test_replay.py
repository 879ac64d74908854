"""The past of a game on its page: every moment shows the engine's view, by pointer, by finger and by keyboard."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import NewContext, open_panel
from tests.browser.scenes import DESK, board
from tests.live import LiveSite

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
MOVES = 14
"""Moves of a game, until a player resigns."""

SHOWN = """() => {
  const board = document.querySelector('.board');
  const numbers = (selector, name) => [...document.querySelectorAll(selector)].map(one => Number(one.dataset[name]));
  const points = [...document.querySelectorAll('.chip [data-points]')];
  const count = selector => document.querySelectorAll(selector).length;
  return {
    seq: Number(board.dataset.seq),
    seat: Number(document.querySelector('.work')?.dataset.seat),
    phase: board.dataset.phase,
    points: points.map(one => Number(one.textContent.replace('−', '-'))),
    moving: numbers('.chip.moving', 'seat'),
    blocks: count('.own-pyramid .pyramid-drawing .block, .other .pyramid-drawing .block'),
    reserve: numbers('[data-reserve]', 'reserve').filter(number => number > 0),
    cards: numbers('.work-card [data-card]', 'card'),
    marks: count('.work-card .trodden > g'),
  };
}"""
"""What the page shows of a view."""


BROWSERS_OWN = """() => document.body.dispatchEvent(
  new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true })
)"""
"""Whether the page leaves Alt and an arrow to the browser."""


def make() -> None:
    """Play short games in the site's process; print for each its id, its moments and the view at each event."""
    from random import Random

    from engine.newtypes import Seq
    from games.record import positions
    from games.record.services.resign import resign
    from games.record.services.take_back import take_back
    from games.replay.selectors import view_at
    from games.replay.steps import DERIVED
    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from tests.games import play
    from tests.seats import SEAT_0

    found = {}
    for key in ("forgotten-treasures", "pyramido", "silver-gold-pyramids"):
        ada, ben = play.person(f"Ada {key[:12]}"), play.person(f"Ben {key[:12]}")
        game = open_table(ada, key, {"seats": 2})
        sit_down(ben, game.public_id)
        rng, took = Random(3), False
        for _ in range(MOVES):
            play.step(game, rng)
            at = play.position(game)
            if not took and at.undo_seat is not None and at.can_take_back(at.undo_seat):
                take_back(game.public_id, at.undo_seat, at.seq)
                took = True
        resign(game.public_id, SEAT_0)
        events = positions.read_events(play.fresh(game).pk)
        moments: list[int] = []
        for event in events:
            if event.kind in DERIVED:
                moments[-1] = event.seq
            elif event.kind == "taken_back":
                moments = [seq for seq in moments if seq <= event.payload["to"]]
            else:
                moments.append(event.seq)
        views = [view_at(game.public_id, None, Seq(event.seq))["view"] for event in events]
        undone = next((event.seq - 1 for event in events if event.kind == "taken_back"), None)
        found[key] = {"id": game.public_id, "moments": moments, "views": views, "undone": undone}
    print(json.dumps(found))


@pytest.fixture
def games(live_site: LiveSite) -> dict[str, Any]:
    return made(live_site)


@functools.cache
def made(live_site: LiveSite) -> dict[str, Any]:
    """Make the games once on a site: their people have unique names, and a worker may run a test module twice."""
    script = "from tests.browser.test_replay import make; make()"
    return dict(json.loads(live_site.run(script).splitlines()[-1]))


def check(page: Page, game: Any) -> int:
    """Check that the page shows the engine's view, and return its seq."""
    shown = page.evaluate(SHOWN)
    seq, seat = shown.pop("seq"), shown.pop("seat")
    view = game["views"][seq]
    seats = view["seats"]
    cards = seats[seat]["cards"] if "reserve" in view and view["phase"] != "keep" and seat is not None else []
    assert shown == {
        "phase": view["phase"],
        "points": [one["total"] for one in seats],
        "moving": view["to_move"],
        "blocks": sum(2 * len(one.get("dominoes", [])) for one in seats),
        "reserve": view.get("reserve", []),
        "cards": [card["number"] for card in cards],
        "marks": sum(len(card["marked"]) for card in cards),
    }, seq
    return int(seq)


def walk(page: Page, game: Any, ahead: Callable[[], None]) -> list[int]:
    """Return the seqs of all moments from the one that is shown to the end, each checked; nothing may be requested."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    seqs = [check(page, game)]
    while page.locator(".board[data-replay]").count():
        ahead()
        expect(page.locator(".board")).not_to_have_attribute("data-seq", str(seqs[-1]))
        seqs.append(check(page, game))
    assert requests == []
    return seqs


def finished(new_context: NewContext, game: Any, **screen: Any) -> Page:
    page = new_context(reduced_motion="reduce", **screen).new_page()
    page.goto(f"/games/{game['id']}/")
    page.wait_for_selector(".board-dialog.result")
    page.get_by_role("button", name="Close").click()
    return page


def replay_button(page: Page, name: str) -> Any:
    return page.get_by_role("group", name="Replay").get_by_role("button", name=name)


@pytest.mark.parametrize("key", ["forgotten-treasures", "pyramido", "silver-gold-pyramids"])
@pytest.mark.parametrize("way", ["pointer", "finger", "keyboard"])
def test_every_moment_shows_the_engines_view(new_context: NewContext, games: Any, key: str, way: str) -> None:
    game = games[key]
    page = finished(new_context, game, **(PHONE if way == "finger" else {"viewport": DESK}))
    shown = page.locator(".board[data-replay='0']")
    if way == "keyboard":
        assert page.evaluate(BROWSERS_OWN), "Alt with an arrow leads to the page before"
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector(".board[data-replay]")
        page.keyboard.press("Home")
        expect(shown).to_have_count(1)
        seqs = walk(page, game, lambda: page.keyboard.press("ArrowRight"))
    else:
        press = "tap" if way == "finger" else "click"
        getattr(replay_button(page, "First move"), press)()
        expect(shown).to_have_count(1)
        seqs = walk(page, game, getattr(replay_button(page, "Next move"), press))
    assert seqs == game["moments"]
    assert "#" not in page.url


def test_an_address_leads_to_its_moment_and_is_copied(new_context: NewContext, games: Any) -> None:
    game = games["pyramido"]
    context = new_context(viewport=DESK, permissions=["clipboard-read", "clipboard-write"], reduced_motion="reduce")
    page = context.new_page()
    seq = game["moments"][4]
    page.goto(f"/games/{game['id']}/#{seq}")
    expect(page.locator(".board")).to_have_attribute("data-seq", str(seq))
    check(page, game)
    expect(page.locator(".board-dialog")).to_have_count(0)
    page.get_by_role("slider", name="Moment of the game").press("ArrowRight")
    seq = game["moments"][5]
    expect(page.locator(".board")).to_have_attribute("data-seq", str(seq))
    replay_button(page, "Copy link to this moment").click()
    expect(replay_button(page, "Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/games/{game['id']}/#{seq}")
    expect(page).to_have_url(re.compile(f"/games/{game['id']}/#{seq}$"))
    before = max(at for at in game["moments"] if at < game["undone"])
    page.evaluate(f"location.hash = '{game['undone']}'")
    expect(page.locator(".board")).to_have_attribute("data-seq", str(before))
    line = page.locator(".log-go").nth(3)
    line.click()
    expect(page.locator(".log-line.shown .log-go").first).to_have_attribute("aria-current", "step")
    check(page, game)


def test_playing_ends_at_the_end_and_points_are_shown_as_a_table(new_context: NewContext, games: Any) -> None:
    game = games["silver-gold-pyramids"]
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.goto(f"/games/{game['id']}/")
    page.wait_for_selector(".board-dialog.result")
    page.clock.install()
    page.get_by_role("button", name="Watch replay").click()
    expect(replay_button(page, "Stop playing")).to_be_visible()
    for speed in ("2×", "4×"):
        replay_button(page, "Speed").click()
        expect(replay_button(page, f"Speed: {speed}")).to_be_visible()
    page.clock.run_for(60_000)
    expect(page.locator(".board[data-replay]")).to_have_count(0)
    expect(replay_button(page, "Play the moves")).to_be_visible()
    chart = page.get_by_role("region", name="Points over time")
    chart.get_by_text("As a table").click()
    last = chart.get_by_role("row").last.get_by_role("cell")
    assert [int(text.replace("−", "-")) for text in last.all_inner_texts()] == [
        seat["total"] for seat in game["views"][-1]["seats"]
    ]


def test_two_presses_on_play_play_once(new_context: NewContext, games: Any) -> None:
    game = games["pyramido"]
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.goto(f"/games/{game['id']}/")
    page.wait_for_selector(".board-dialog.result")
    page.clock.install()
    page.evaluate("for (let press = 0; press < 2; press += 1) document.dispatchEvent(new Event('replay'))")
    expect(page.locator(".board[data-replay='0']")).to_have_count(1)
    page.clock.run_for(2 * 2400 + 100)
    expect(page.locator(".board[data-replay='2']")).to_have_count(1)


def test_the_past_of_a_running_game_has_no_actions(new_context: NewContext, scenes: dict[str, str]) -> None:
    page = board(new_context(**PHONE, reduced_motion="reduce").new_page(), "Ada Scene", scenes["placing"])
    seq = page.locator(".board").get_attribute("data-seq")
    open_panel(page)
    page.get_by_role("button", name="Look back").tap()
    expect(page.locator(".board[data-replay]")).to_have_attribute("data-decision", "none")
    expect(page.locator("[data-action=confirm], .hand, .plan-button, .hint-button")).to_have_count(0)
    replay_button(page, "First move").tap()
    expect(page.locator(".board")).to_have_attribute("data-seq", "0")
    page.get_by_role("button", name="Back to your turn").tap()
    expect(page.locator(".board")).to_have_attribute("data-seq", seq or "")
    expect(page.locator(".board")).to_have_attribute("data-decision", "place")
    expect(page.locator("[data-action=confirm]")).to_be_visible()
