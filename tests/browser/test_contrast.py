"""Text can be read in both themes, as it is rendered."""

from __future__ import annotations

import pytest

from tests.browser.contrast import too_faint
from tests.browser.player import NewContext
from tests.browser.scenes import DESK, board, signed_in

pytestmark = pytest.mark.slow(20)

ON_A_CARD = "card-title"
"""Class of the numbers on small cards of Silver & Gold: dark on a light plate that is narrower than their boxes."""

PAGES = ("/", "/games/mine/", "/games/new/", "/accounts/settings/", "/leaderboards/", "/rules/pyramido/")


@pytest.mark.timeout(120)
def test_pages_in_both_themes(new_context: NewContext, scenes: dict[str, str], wrong: list[str]) -> None:
    page = new_context(viewport=DESK, reduced_motion="reduce", bypass_csp=True).new_page()
    signed_in(page, "Ada Scene", "/")
    for path in PAGES:
        page.goto(path)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            wrong += [f"{path} ({theme}): {found}" for found in too_faint(page)]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("scene", ["placing", "scoring", "ended", "spare", "marking", "gold"])
def test_boards_in_both_themes(new_context: NewContext, scenes: dict[str, str], wrong: list[str], scene: str) -> None:
    page = board(
        new_context(viewport=DESK, reduced_motion="reduce", bypass_csp=True).new_page(), "Ada Scene", scenes[scene]
    )
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        wrong += [f"{scene} ({theme}): {found}" for found in too_faint(page) if f"'{ON_A_CARD}" not in found]


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
