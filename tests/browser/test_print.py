"""A game on paper."""

from __future__ import annotations

import pytest

from tests.browser.layout import WHOLE_BOARD
from tests.browser.player import NewContext
from tests.browser.scenes import DESK

pytestmark = pytest.mark.slow(20)

PRINTED = 2_000_000
"""Maximum size of a finished game's print-out, in bytes."""


def test_on_paper(new_context: NewContext, scenes: dict[str, str], wrong: list[str]) -> None:
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    for game in ("ended", "gold"):
        page.goto(f"/games/{scenes[game]}/")
        page.wait_for_selector(WHOLE_BOARD)
        size = len(page.pdf(format="A4", print_background=True))
        if size > PRINTED:
            wrong.append(f"{game} has {size} bytes on paper")
    page.emulate_media(media="print")
    for hidden in (".action-bar button", ".talk", ".leave", ".board-dialog"):
        if page.locator(hidden).first.is_visible():
            wrong.append(f"{hidden} is printed")
