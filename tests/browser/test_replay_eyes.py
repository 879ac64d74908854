"""The past of an ended game as each player saw it, with what was dealt and sent in secret; addresses that keep it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layout import fits
from tests.browser.player import NewContext
from tests.browser.scenes import DESK, signed_in
from tests.browser.test_replay import FEW, PHONE, SCORES, SECRET, at_the_first_moment, finished, made, replay_button
from tests.live import LiveSite


@pytest.fixture
def games(live_site: LiveSite) -> dict[str, Any]:
    return made(live_site)


def as_seen_by(page: Page) -> Any:
    return page.get_by_label("Show what was hidden")


def sent_marks(view: Any) -> list[str]:
    """Return the cells that the view's seat has sent in secret, as `CARD CELL`."""
    sent = view["submission"] or {}
    if sent.get("type") != "mark":
        return []
    cells = [f"{sent['card']} {cell}" for cell in sent["cells"]]
    return sorted(cells + [f"{one['card']} {one['cell']}" for one in sent.get("extra") or []])


HIDDEN = """() => {
  const cell = floor => "abcde"[(floor.x.baseVal.value - 3) / 100] + ((floor.y.baseVal.value - 3) / 100 + 1);
  return {
    dealt: [...document.querySelectorAll(".keep-card")].map(one => Number(one.dataset.keep)),
    kept: [...document.querySelectorAll(".keep-card.kept")].map(one => Number(one.dataset.keep)).sort((a, b) => a - b),
    marks: [...document.querySelectorAll(".work-card [data-card]")].flatMap(card =>
      [...card.querySelectorAll(".drafted-floor")].map(floor => `${card.dataset.card} ${cell(floor)}`)).sort(),
  };
}"""
"""What the board shows of the secrets of the seat in the middle."""


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_after_the_end_all_see_what_each_player_saw(new_context: NewContext, games: Any, screen: str) -> None:
    game = games[SECRET]
    page = finished(new_context, game, **(PHONE if screen == "phone" else {"viewport": DESK}))
    requests = at_the_first_moment(page)
    nothing: dict[str, Any] = {"dealt": [], "kept": [], "marks": []}
    assert page.evaluate(HIDDEN) == nothing
    eyes = as_seen_by(page)
    expect(eyes.locator("option")).to_have_text(
        ["seen by spectators", f"seen by Ada {SECRET[:12]}", f"seen by Ben {SECRET[:12]}"]
    )
    told: set[str] = set()
    for seat in (1, 0):
        requests.clear()
        if seat == 1:
            eyes.select_option("1")
        else:
            eyes.press("ArrowUp")
        expect(eyes).to_have_value(str(seat))
        expect(page.locator(f".chip.main[data-seat='{seat}']")).to_have_count(1)
        expect(page.locator(".keep-card")).to_have_count(4)
        assert all("/steps?" in address and f"&seat={seat}" in address for address in requests) and requests
        requests.clear()
        views = game["own"][seat]
        for _ in range(4 * FEW):
            seq = int(page.locator(".board").get_attribute("data-seq") or 0)
            view, shown = views[seq], page.evaluate(HIDDEN)
            kept = sorted((view["submission"] or {}).get("cards", [])) if view["phase"] == "keep" else []
            assert shown == {
                "dealt": view["dealt"] if view["phase"] == "keep" else [], "kept": kept, "marks": sent_marks(view),
            }, seq  # fmt: skip
            told |= {name for name, what in shown.items() if what}
            replay_button(page, "Next move").click()
            expect(page.locator(".board")).not_to_have_attribute("data-seq", str(seq))
        assert requests == []
        if screen == "phone":
            fits(page)
        replay_button(page, "First move").click()
        expect(page.locator(".board[data-replay='0']")).to_have_count(1)
    assert told == {"dealt", "kept", "marks"}
    expect(page).to_have_url(re.compile(r"\?seat=0#0$"))


def test_a_scoring_that_was_sent_in_secret(new_context: NewContext, games: Any) -> None:
    game = games[SCORES]
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    told = 0
    for seat, views in enumerate(game["own"]):
        for seq, view in enumerate(views):
            sent = (view["submission"] or {}).get("activate")
            if not sent or seq not in game["moments"]:
                continue
            told += 1
            page.goto("about:blank")  # an address that differs in its fragment alone loads nothing
            page.goto(f"/games/{game['id']}/?seat={seat}#{seq}")
            expect(page.locator(f".board[data-replay][data-seq='{seq}']")).to_have_count(1)
            for state, double in (("single", False), ("double", True)):
                areas = [f"{one['x']},{one['y']}" for one in sent if one["double"] is double]
                shown = page.locator(f".own-pyramid .area.{state}")
                assert sorted(one.get_attribute("data-area") or "" for one in shown.all()) == sorted(areas), seq
            as_seen_by(page).select_option("seen by spectators")
            expect(page.locator(".own-pyramid .area")).to_have_count(0)
    assert told


def test_an_address_keeps_through_whose_eyes_one_looks(new_context: NewContext, games: Any) -> None:
    game = games[SECRET]
    context = new_context(viewport=DESK, permissions=["clipboard-read", "clipboard-write"], reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"/games/{game['id']}/?seat=1#0")
    expect(as_seen_by(page)).to_have_value("1")
    assert page.evaluate(HIDDEN)["dealt"] == game["own"][1][0]["dealt"]
    replay_button(page, "Copy link to this moment").click()
    expect(replay_button(page, "Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/games/{game['id']}/?seat=1#0")
    as_seen_by(page).select_option("seen by spectators")
    expect(page.locator(".keep-card")).to_have_count(0)
    expect(page).to_have_url(re.compile(f"/games/{game['id']}/#0$"))

    own = signed_in(context.new_page(), f"Ada {SECRET[:12]}", f"/games/{game['id']}/")
    own.goto(f"/games/{game['id']}/?seat=0#0")
    expect(as_seen_by(own).locator("option")).to_have_text(["seen by you", f"seen by Ben {SECRET[:12]}"])
    assert own.evaluate(HIDDEN)["dealt"] == game["own"][0][0]["dealt"]
    replay_button(own, "Copy link to this moment").click()
    assert own.evaluate("navigator.clipboard.readText()").endswith(f"/games/{game['id']}/?seat=0#0")
    for other in ("?seat=7#0", "?seat=x#0"):
        own.goto(f"/games/{game['id']}/{other}")
        expect(as_seen_by(own)).to_have_value("")
    page.goto(f"/games/{games['pyramido']['id']}/?seat=1#0")
    expect(page.locator(".board[data-replay='0']")).to_have_count(1)
    expect(as_seen_by(page)).to_have_count(0)
