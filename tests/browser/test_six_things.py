"""Whole games by touch, by mouse and by keyboard, and every phase with two to four seats: at every decision a player
sees the six things of `six_things.py` together, on a phone, a tablet and a desk.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.architects import WHOLE, WITH_GAPS, Architect, ByFinger, ByKeyboard, ByMouse
from tests.browser.explorers import Explorer, in_step
from tests.browser.layout import WHOLE_BOARD, resized
from tests.browser.phases import MOMENTS, made
from tests.browser.player import NewContext, Player, sit_down_at
from tests.browser.scenes import signed_in
from tests.browser.six_things import hidden
from tests.live import LiveSite

pytestmark = pytest.mark.slow(60)

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SCREENS = {"phone": (PHONE, DESK), "tablet": (TABLET, DESK)}
"""One plays by touch, on the phone or the tablet; the other at the desk, by keyboard or by mouse."""
SIZES = ((360, 560), (360, 640), (320, 640), (640, 360), (768, 1024), (1024, 768), (1280, 800))
DECISIONS = 400


class Treasures(Player):
    """Plays Forgotten Treasures."""

    def __init__(self, page: Page, seed: int, *, keyboard: bool) -> None:
        super().__init__(page, seed)
        self.keyboard = keyboard

    def act(self) -> None:
        decision = self.wait_for_decision()
        (self.act_by_keyboard if self.keyboard else self.act_by_clicking)(decision)


def players(game: str, pages: list[Page], screen: str) -> list[Treasures | Architect | Explorer]:
    desk_by_keyboard = screen == "phone"
    first, second = pages
    if game == "forgotten-treasures":
        return [Treasures(first, 21, keyboard=False), Treasures(second, 22, keyboard=desk_by_keyboard)]
    if game == "silver-gold-pyramids":
        return [Explorer(first, 23), Explorer(second, 24, keyboard=desk_by_keyboard)]
    return [ByFinger(first, 25, WITH_GAPS), (ByKeyboard if desk_by_keyboard else ByMouse)(second, 26, WHOLE)]


@pytest.mark.sampled(one_of=6, of="whole games on a phone, a tablet and a desk")
@pytest.mark.timeout(500)
@pytest.mark.parametrize("screen", sorted(SCREENS))
@pytest.mark.parametrize("game", sorted(MOMENTS))
def test_a_whole_game(new_context: NewContext, game: str, screen: str) -> None:
    touched, desk = SCREENS[screen]
    pages = sit_down_at(new_context, game, touched, desk)
    both = players(game, pages, screen)
    for _ in range(DECISIONS):
        in_step(pages)
        owing = next((player for player in both if player.decision() not in {"none", "over"} and owes(player)), None)
        if owing is None:
            break
        owing.act()
    for page in pages:
        expect(page.locator(".board-dialog.result")).to_be_visible()


def owes(player: Treasures | Architect | Explorer) -> bool:
    return player.page.locator('.status-text[data-yours="true"]').count() > 0


@pytest.mark.sampled(one_of=9, of="phases on every screen")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", sorted(MOMENTS))
def test_every_phase(new_context: NewContext, live_site: LiveSite, game: str, seats: int, wrong: list[str]) -> None:
    tables = made(live_site, [game], [seats])
    page = new_context(reduced_motion="reduce").new_page()
    signed_in(page, tables[0]["host"], "/")
    for table in tables:
        page.goto(f"/games/{table['id']}/")
        page.wait_for_selector(WHOLE_BOARD)
        if page.locator(".board").get_attribute("data-phase") == "over":
            continue
        decision = page.locator(".board").get_attribute("data-decision") or "none"
        for width, height in SIZES:
            resized(page, {"width": width, "height": height})
            where = f"{table['moment']} at {width}x{height}"
            wrong += [f"{where}: {text}" for text in hidden(page, decision)]
