"""Text can be read in both themes, as it is rendered."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.contrast import too_faint
from tests.browser.layout import WHOLE_BOARD, resized
from tests.browser.phases import MOMENTS, made
from tests.browser.player import NewContext
from tests.browser.scenes import DESK, signed_in
from tests.live import LiveSite

pytestmark = pytest.mark.slow(20)

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PHONE: ViewportSize = {"width": 360, "height": 640}
PAGES = ("/", "/games/mine/", "/games/new/", "/accounts/settings/", "/leaderboards/", "/rules/pyramido/")


@pytest.mark.timeout(120)
def test_pages_in_both_themes(new_context: NewContext, scenes: dict[str, str], wrong: list[str]) -> None:
    page = new_context(viewport=DESK, reduced_motion="reduce", bypass_csp=True).new_page()
    signed_in(page, "Ada Scene", "/")
    for path in PAGES:
        page.goto(path)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            wrong += [f"{path} ({theme}): {found}" for found in too_faint(page)]


@pytest.mark.sampled(one_of=3, of="boards in both themes")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", sorted(MOMENTS))
def test_boards_in_both_themes(new_context: NewContext, live_site: LiveSite, game: str, wrong: list[str]) -> None:
    tables = made(live_site, [game], [2])
    page = new_context(reduced_motion="reduce", bypass_csp=True).new_page()
    signed_in(page, tables[0]["host"], "/")
    for table in tables:
        page.goto(f"/games/{table['id']}/")
        page.wait_for_selector(WHOLE_BOARD)
        wrong += in_both_themes(page, table["moment"])
        if page.locator("dialog[open]").count():
            page.click("dialog[open] .close-button")
            page.wait_for_selector("dialog[open]", state="detached")
            wrong += in_both_themes(page, f"{table['moment']}, behind the dialog")


def in_both_themes(page: Page, where: str) -> list[str]:
    found = []
    for size in (DESK, PHONE):
        resized(page, size)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            found += [f"{where}, {size['width']} px, {theme}: {text}" for text in too_faint(page)]
    return found


@pytest.mark.timeout(60)
def test_the_measure_sees_pictures_and_gradients(new_context: NewContext) -> None:
    page = new_context(viewport=DESK).new_page()
    page.set_content(
        """<body style="background: linear-gradient(90deg, #fff, #000)">
        <p style="color: #333; width: 1200px; font-size: 16px">readable on the left, not on the right, to the very end
        of a line that is long enough to reach the dark half of the picture behind it, and a good deal further</p>
        <p style="color: #767676; background: #fff">just enough</p><p style="color: #777; background: #fff">faint</p>
        <p style="color: #949494; background: #fff; font-size: 24px">large enough</p>
        <p style="color: #000; opacity: 0.5; background: #fff">half gone</p>
        <p style="color: #eee; background: #fff" hidden>not seen</p>
        <button disabled style="color: #eee">disabled</button>"""
    )
    faint = too_faint(page)
    assert [line.split("'")[1] for line in faint] == ["readable on the left, not on the right, ", "faint", "half gone"]
