"""The past of a game on its page: every moment of whole games shows the engine's view, by pointer, by finger and by
keyboard.
"""

from __future__ import annotations

import functools
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import shown_view
from tests.browser.layout import WHOLE_BOARD
from tests.browser.player import NewContext, open_panel
from tests.browser.scenes import DESK, board
from tests.live import LiveSite
from tests.people import PASSWORD

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
GAMES = ("forgotten-treasures", "pyramido", "silver-gold-pyramids")
SECRET, SCORES = "silver-gold-pyramids", "forgotten-treasures"
"""The games in which players see what others do not: cards and marks, and how they score a stage."""
FEW = 6
"""Moments that are gone through by hand."""


BROWSERS_OWN = """() => document.body.dispatchEvent(
  new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true })
)"""
"""Whether the page leaves Alt and an arrow to the browser."""


def make() -> None:
    """Play whole games in the site's process; print for each its id, its moments and the view at each event."""
    from random import Random

    from accounts.models import User
    from engine import replay
    from games.record import positions
    from games.record.services.take_back import take_back
    from games.replay.steps import DERIVED
    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from tests.games import play
    from tests.seats import SEAT_0, SEAT_1

    found = {}
    for key in GAMES:
        ada, ben = (User.objects.create_user(f"{name} {key[:12]}", password=PASSWORD) for name in ("Ada", "Ben"))
        game = open_table(ada, key, {"seats": 2})
        sit_down(ben, game.public_id)
        rng, took = Random(3), False
        while not (at := play.position(game)).over:
            if not took and at.seq > 12 and at.undo_seat is not None and at.can_take_back(at.undo_seat):
                take_back(game.public_id, at.undo_seat, at.seq)
                took = True
            play.step(game, rng)
        events = positions.read_events(play.fresh(game).pk)
        moments: list[int] = []
        for event in events:
            if event.kind in DERIVED:
                moments[-1] = event.seq
            elif event.kind == "taken_back":
                moments = [seq for seq in moments if seq <= event.payload["to"]]
            else:
                moments.append(event.seq)
        past = [replay.fold(events[:1], at.secret, at.nonces)]
        for event in events[1:]:
            past.append(replay.advance(past[-1], event, at.secret, at.nonces))
        undone = next((event.seq - 1 for event in events if event.kind == "taken_back"), None)
        found[key] = {
            "id": game.public_id, "moments": moments, "undone": undone, "views": [one.view(None) for one in past],
            "own": [[one.view(seat) for one in past] for seat in (SEAT_0, SEAT_1)] if key in (SECRET, SCORES) else [],
        }  # fmt: skip
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
    """Check that the page shows the engine's view, once the panel beside the board is there, and return its seq."""
    page.wait_for_selector(WHOLE_BOARD)
    shown = page.evaluate(shown_view.READ)
    shown_view.check(shown, game["views"][shown["seq"]])
    return int(shown["seq"])


def finished(new_context: NewContext, game: Any, **screen: Any) -> Page:
    page = new_context(reduced_motion="reduce", **screen).new_page()
    page.goto(f"/games/{game['id']}/")
    page.wait_for_selector(".board-dialog.result")
    page.get_by_role("button", name="Close", exact=True).click()
    page.wait_for_selector(".board .side", state="attached")  # it comes last
    return page


def replay_button(page: Page, name: str) -> Any:
    return page.get_by_role("group", name="Replay").get_by_role("button", name=name)


def at_the_first_moment(page: Page) -> list[str]:
    """Load the past and go to its beginning; return a list to which the addresses of all later requests are added."""
    replay_button(page, "First move").click()
    expect(page.locator(".board[data-replay='0']")).to_have_count(1)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    return requests


@pytest.mark.parametrize("screen", ["desk", "phone"])
@pytest.mark.parametrize("key", GAMES)
def test_every_moment_shows_the_engines_view(new_context: NewContext, games: Any, key: str, screen: str) -> None:
    game = games[key]
    page = finished(new_context, game, **(PHONE if screen == "phone" else {"viewport": DESK}))
    requests = at_the_first_moment(page)
    shown = page.evaluate(shown_view.WALK)
    assert [one["seq"] for one in shown] == game["moments"]
    for one in shown:
        shown_view.check(one, game["views"][one["seq"]])
    assert shown[-1]["phase"] == "over"
    assert requests == []
    assert "#" not in page.url


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("way", ["pointer", "finger", "keyboard"])
def test_moments_by_hand(new_context: NewContext, games: Any, key: str, way: str) -> None:
    game = games[key]
    page = finished(new_context, game, **(PHONE if way == "finger" else {"viewport": DESK}))
    requests: list[str] = []
    seqs: list[int] = []
    press = {"pointer": "click", "finger": "tap"}.get(way)
    keys = {"First move": "Home", "Previous move": "ArrowLeft", "Next move": "ArrowRight", "Last move": "End"}

    def go(name: str, moment: int) -> None:
        if press:
            getattr(replay_button(page, name), press)()
        else:
            page.keyboard.press(keys[name])
        expect(page.locator(".board")).to_have_attribute("data-seq", str(game["moments"][moment]))
        seqs.append(check(page, game))

    assert page.evaluate(BROWSERS_OWN), "Alt with an arrow leads to the page before"
    go("Previous move", -2)
    page.on("request", lambda request: requests.append(request.url))
    go("First move", 0)
    for moment in range(1, FEW):
        go("Next move", moment)
    go("Previous move", FEW - 2)
    go("Last move", -1)
    go("Previous move", -2)
    go("Next move", -1)
    assert len(seqs) == FEW + 5
    expect(page.locator(".board[data-replay]")).to_have_count(0)
    assert requests == []


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


def test_pieces_are_turned_over_by_steps_but_not_by_leaps(new_context: NewContext, games: Any) -> None:
    game = games["pyramido"]
    page = finished(new_context, game, viewport=DESK)
    at_the_first_moment(page)
    page.evaluate("window.tops = [...document.querySelectorAll('.turning')]")
    kept = "tops.filter((top, at) => top === document.querySelectorAll('.turning')[at]).length"
    for moment in (-2, -1, 20):
        page.evaluate(f"location.hash = '{game['moments'][moment]}'")
        expect(page.locator(".board")).to_have_attribute("data-seq", str(game["moments"][moment]))
        check(page, game)
        assert page.evaluate(kept) == page.locator(".pile").count() > 0
    for moment in range(21, 29):
        replay_button(page, "Next move").click()
        expect(page.locator(".board")).to_have_attribute("data-seq", str(game["moments"][moment]))
    assert page.evaluate(kept) < page.locator(".pile").count()


def test_playing_ends_at_the_end_and_points_are_shown_as_a_table(new_context: NewContext, games: Any) -> None:
    game = games["silver-gold-pyramids"]
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.goto(f"/games/{game['id']}/")
    page.wait_for_selector(".board-dialog.result")
    page.clock.install()
    page.get_by_role("button", name="Watch replay").click()
    expect(replay_button(page, "Pause the replay")).to_be_visible()
    for speed in ("2×", "4×"):
        replay_button(page, "Speed").click()
        expect(replay_button(page, f"Speed: {speed}")).to_be_visible()
    page.clock.run_for(120_000)
    expect(page.locator(".board[data-replay]")).to_have_count(0)
    expect(replay_button(page, "Play the replay")).to_be_visible()
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
